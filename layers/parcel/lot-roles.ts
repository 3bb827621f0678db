import { eastward } from '../../geometry/distance.ts'
import { gridUnitAt } from '../../geometry/geodesic-area.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import type { LotSide } from './data.ts'

/** Degrees between the directions of two sides that face the same street. */
const SAME_WAY_DEG = 45

/** Degrees from north, clockwise, from the first point to the last; 0 where they are one. */
export function bearingOf(points: readonly GridPoint[]): number {
  const [[ax, ay], [bx, by]] = [points[0], points[points.length - 1]]
  const { north_m, east_m } = gridUnitAt((ay + by) / 2 / GRID)
  const degrees = (Math.atan2(eastward(ax, bx) * east_m, (by - ay) * north_m) * 180) / Math.PI
  return (degrees + 360) % 360
}

/**
 * The role of each side, in the order given: sides at a street are `front` where they all face one
 * way. Then those that face the opposite way are `rear` and the others `side`. Of a lot at streets
 * in several directions, the sides at a street are `street` and nothing is known of the others:
 * which of them is the front is a rule of its authority. Nothing is known without a street.
 */
export function roleOfSides(
  sides: readonly Pick<LotSide, 'beyond' | 'bearing_deg' | 'length_m'>[],
  isOuter: readonly boolean[],
): LotSide['role'][] {
  const isStreet = sides.map(({ beyond }, i) => beyond === 'street' && isOuter[i])
  const fronts = sides.filter((_, i) => isStreet[i])
  if (fronts.length === 0) return sides.map(() => null)
  const way = meanDirection(fronts)
  const offOf = ({ bearing_deg }: Pick<LotSide, 'bearing_deg'>) =>
    Math.abs(((bearing_deg - way + 540) % 360) - 180)
  if (fronts.some((side) => offOf(side) > SAME_WAY_DEG))
    return isStreet.map((is) => (is ? 'street' : null))
  return sides.map((side, i) => {
    if (!isOuter[i]) return null
    if (isStreet[i]) return 'front'
    return offOf(side) >= 180 - SAME_WAY_DEG ? 'rear' : 'side'
  })
}

function meanDirection(sides: readonly Pick<LotSide, 'bearing_deg' | 'length_m'>[]): number {
  let [east, north] = [0, 0]
  for (const { bearing_deg, length_m } of sides) {
    east += Math.sin((bearing_deg * Math.PI) / 180) * length_m
    north += Math.cos((bearing_deg * Math.PI) / 180) * length_m
  }
  return (Math.atan2(east, north) * 180) / Math.PI
}
