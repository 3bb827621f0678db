import type { County } from '../../../sample/county.ts'
import { settledValue } from '../../../sample/plan/grid-cover.ts'
import { fromLngLat, type LngLat } from '../../../sample/plan/plan.ts'
import {
  type District,
  decoded,
  type LandUseDesignation,
} from '../../../sample/zoning/districts.ts'
import {
  COUNTY_STANDARDS,
  type DimensionalStandard,
  TOWN_STANDARDS,
} from '../../../sample/zoning/standards.ts'

/** Expected zoning section of a location, by the plan. XML entities are decoded. */
export interface ExpectedZoning {
  /** The town inside its limits, else the county. */
  authority: 'county' | 'town'
  /** null: the polygon has no code. */
  district: string | null
  description: string
  /** The county's district where the county's map also covers a location in the town, else null. */
  alsoCounty: string | null
  futureLandUse: LandUseDesignation | null
  /** The district's row in the table of its authority; null where it has no row. */
  standards: DimensionalStandard | null
}

/** Distance from a line of the plan within which nothing is expected, in metres. */
export const UNSETTLED = 3

/** null: no district here. undefined: too near to a line. */
export function zoningAt(
  { zoning, terrain }: County,
  at: LngLat,
): ExpectedZoning | null | undefined {
  const point = terrain.ground.undo(fromLngLat(at))
  const town = settledValue(zoning.town, point, UNSETTLED)
  const county = settledValue(zoning.county, point, UNSETTLED)
  const future = settledValue(zoning.futureLandUse, point, UNSETTLED)
  if (town === undefined || county === undefined || future === undefined) return undefined
  const district: District | null = town ?? county
  if (district === null) return null
  const table = town === null ? COUNTY_STANDARDS : TOWN_STANDARDS
  const code = district.code && decoded(district.code)
  return {
    authority: town === null ? 'county' : 'town',
    district: code,
    description: decoded(district.description),
    alsoCounty: town !== null && county?.code ? decoded(county.code) : null,
    futureLandUse: future && { ...future, description: decoded(future.description) },
    standards: table.find((row) => row.district === code) ?? null,
  }
}
