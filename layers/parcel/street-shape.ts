import { gridUnitAt } from '../../geometry/geodesic-area.ts'
import { boundsOf, GRID, type Rings } from '../../geometry/polygons.ts'
import type { LocatedRow } from '../location.ts'

/**
 * Border squared over area: 16 of a square, 48 of a lot ten times as long as wide, 208 of 1 km of
 * street 20 m wide. Of Bangor's parcels 31 are above it: 22 are off the roll, of a mean width
 * (twice the area over the border) of 15 to 42 m, and 9 are lots that the roll knows.
 */
const STREET_RATIO = 200

/**
 * True for a parcel that looks like a street: long, narrow and not on the roll. Fabrics do not mark
 * streets.
 */
export function isStreetShaped(found: LocatedRow): boolean {
  const { row } = found
  if (row.has_roll) return false
  return perimeterM(found.polygons()) ** 2 >= STREET_RATIO * (row.area_m2 as number)
}

/** Perimeter in metres, in one plane: within 0.2 % over 10 km. */
function perimeterM(rings: Rings): number {
  const [, south, , north] = boundsOf(rings)
  const { north_m, east_m } = gridUnitAt((south + north) / 2 / GRID)
  const { coords, ringEnds } = rings
  let sum = 0
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let x = coords[end - 2]
    let y = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      sum += Math.hypot((coords[i] - x) * east_m, (coords[i + 1] - y) * north_m)
      x = coords[i]
      y = coords[i + 1]
    }
    start = end
  }
  return sum
}
