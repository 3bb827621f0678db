import type { Point } from '../geometry/point.ts'
import { contains, counterClockwise, distanceToBorder, type Polygon } from '../geometry/polygon.ts'
import { difference } from '../geometry/regions.ts'
import { samplesOf } from '../kernel/spaces.ts'

/** Parts that reach over a border by less than this stand on it, in metres. */
export const ON_BORDER_M = 0.01

/** How far a part reaches over the border of a plot, and where; 0 where it does not. */
export function farthestOver(plot: Polygon, polygon: Polygon): { corner: Point; away: number } {
  return pointsOver(plot, polygon)
    .map((corner) => ({ corner, away: distanceToBorder(plot, corner) }))
    .reduce((most, each) => (each.away > most.away ? each : most), NOWHERE)
}

const NOWHERE: { corner: Point; away: number } = { corner: [0, 0], away: 0 }

/**
 * The points of a part that are over the border: its corners, and points of what lies over a corner
 * of the plot that points inwards, which may be farther over it than any corner.
 */
function pointsOver(plot: Polygon, polygon: Polygon): Point[] {
  if (polygon.length === 0) return []
  const over = difference([counterClockwise(polygon)], [counterClockwise(plot)])
  return [
    ...polygon.filter((corner) => !contains(plot, corner)),
    ...over.flatMap(({ outer }) => samplesOf(outer)),
  ]
}
