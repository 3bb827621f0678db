import { area, boxOf, type Polygon } from '../geometry/polygon.ts'
import { difference, intersection, regionArea, union } from '../geometry/regions.ts'
import { boxIndex } from './wall-network.ts'
import type { WallStrip } from './wall-strip.ts'

/** Overlaps under this are the rounding of shared edges, in square metres: a square millimetre. */
const OVERLAP_M2 = 1e-6

/**
 * The footprints with no area told twice: where two overlap, the thicker wall keeps it, of equal ones
 * the longer, and of those the first by id. Joins leave nothing to do here; walls that cross, run
 * along inside one another or are shorter than their joins do.
 */
export function separate(
  strips: readonly WallStrip[],
  footprints: readonly Polygon[],
): Polygon[][] {
  const sum = footprints.reduce((total, ring) => total + area(ring), 0)
  const whole = footprints.map((ring) => [ring])
  if (sum - regionArea(union([...footprints])) < OVERLAP_M2) return whole
  const boxes = footprints.map(boxOf)
  const near = boxIndex(boxes)
  const order = strips
    .map((_, index) => index)
    .sort(
      (a, b) =>
        strips[b].wall.thickness - strips[a].wall.thickness ||
        strips[b].path.length - strips[a].path.length ||
        a - b,
    )
  const rank = new Map(order.map((index, position) => [index, position]))
  return footprints.map((ring, index) => {
    const stronger = near(boxes[index])
      .filter((other) => rank.get(other)! < rank.get(index)!)
      .map((other) => footprints[other])
      .filter((other) => regionArea(intersection([ring], [other])) > OVERLAP_M2)
    if (stronger.length === 0) return [ring]
    return difference([ring], stronger)
      .map(({ outer }) => outer)
      .filter((piece) => area(piece) > OVERLAP_M2)
  })
}
