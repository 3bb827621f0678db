import type { County } from '../../../sample/county.ts'
import type { RollRow } from '../../../sample/land/roll.ts'
import { settledValue } from '../../../sample/plan/grid-cover.ts'
import { fromLngLat, type LngLat, MAPPED } from '../../../sample/plan/plan.ts'
import { GENERALISED_SHORE, LINE_MARGIN, STRAY } from '../../../sample/tiger/county-line.ts'
import { ZCTA_COVER } from '../../../sample/tiger/zctas.ts'
import { UNSETTLED } from './expected-zoning.ts'

/** The county and ZIP code that a location must have. */
export interface ExpectedBoundaries {
  /** The county's line decides, or the parcel where the line leaves the location out. */
  precision: 'boundary_file' | 'parcel'
  stateCode: 'ZZ'
  countyFips: '99001'
  /**
   * The tabulation area inside the line, else the roll's ZIP of the parcel; null without either.
   */
  zip: string | null
}

/** How far the line may stray from its margin on the sides that are not the shore, in degrees. */
const MARGIN_STRAY = 0.0015

/** null: outside the line and without a parcel. undefined: too near to a line. */
export function boundariesAt(
  { terrain }: County,
  at: LngLat,
  parcel: { roll: RollRow | null } | null,
): ExpectedBoundaries | null | undefined {
  const point = terrain.ground.undo(fromLngLat(at))
  const isInside = insideLine(at, point[0])
  if (isInside === undefined) return undefined
  const sample = { stateCode: 'ZZ', countyFips: '99001' } as const
  if (!isInside) {
    if (parcel === null) return null
    const zip = parcel.roll === null ? null : String(parcel.roll.PHY_ZIPCD)
    return { precision: 'parcel', ...sample, zip }
  }
  const zip = settledValue(ZCTA_COVER, point, UNSETTLED)
  return zip === undefined ? undefined : { precision: 'boundary_file', ...sample, zip }
}

function insideLine([lng, lat]: LngLat, u: number): boolean | undefined {
  const beyond = Math.max(MAPPED.west - lng, MAPPED.south - lat, lat - MAPPED.north)
  if (beyond > LINE_MARGIN + MARGIN_STRAY || u > GENERALISED_SHORE + STRAY) return false
  const isClear = beyond < LINE_MARGIN - MARGIN_STRAY && u < GENERALISED_SHORE - STRAY
  return isClear ? true : undefined
}
