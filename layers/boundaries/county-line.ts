import { borderDistanceM } from '../../geometry/border-distance.ts'
import { boxesAround } from '../../geometry/distance.ts'
import { toGridPoint } from '../../geometry/grid-point.ts'
import type { Location, TableRows } from '../location.ts'
import type { CountyLine } from './data.ts'

/**
 * A generalised line is right to 0.1 mm of the map it was drawn for: 1 km at 1:10,000,000. Of
 * 19,744 random points in the 2010 ZCTAs of DE, DC, NH and RI us-atlas draws 175 in another state,
 * all of them within 1 km of its line (`pipelines/boundaries/zcta-2010.long.test.ts`, with 10,000
 * draws a state).
 */
const METRES_OF_SCALE = 1e-4
/** Counties that may come so near: far more than meet anywhere. With more, none is named. */
const COUNTIES_MAX = 100

/**
 * Finds the generalised lines that are too near for the county of a point to be certain: those of
 * counties that, within the accuracy of the lines, are not farther than its own. Null without one.
 */
export function countyLineNear(location: Location, counties: TableRows): CountyLine | null {
  const { county, parcel, point } = location
  if (!county?.scale_denominator) return null
  const isConfirmed = [county.fips, ...county.counterparts].includes(`${parcel?.row.county_fips}`)
  if (isConfirmed) return null
  const accuracy_m = county.scale_denominator * METRES_OF_SCALE
  const reach = county.distance_m + accuracy_m
  const at = toGridPoint(point)
  const around = counties.elsewhere.meeting(boxesAround(at, reach), COUNTIES_MAX) ?? []
  const across = around
    .filter(({ row }) => row.partition === county.partition && row.geoid !== county.fips)
    .map((found) => ({
      name: found.row.name as string,
      fips: found.row.geoid as string,
      state: found.row.state as string | null,
      distance_m: borderDistanceM(found.polygons(), at),
    }))
    .filter(({ distance_m }) => distance_m <= reach)
    .sort((a, b) => a.distance_m - b.distance_m)
  if (across.length === 0) return null
  return {
    distance_m: Math.round(across[0].distance_m),
    accuracy_m,
    across: across.map(({ name, fips, state }) => ({ name, fips, state })),
  }
}
