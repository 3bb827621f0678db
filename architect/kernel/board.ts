import type { Point } from '../geometry/point.ts'
import { contains, counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { difference, ringsOf } from '../geometry/regions.ts'

/** A roof, a floor or a ceiling in plan, with the holes that were cut into it by hand. */
export interface Board {
  polygon: Polygon
  holes: readonly Polygon[]
}

/** True for a point of a board and of none of its holes. */
export const isOnBoard = ({ polygon, holes }: Board, point: Point): boolean =>
  contains(polygon, point) && !holes.some((hole) => contains(hole, point))

/** The rings of a board less its holes, as input of `difference` and its like. */
export const ringsOfBoard = ({ polygon, holes }: Board): Polygon[] =>
  holes.length === 0
    ? [counterClockwise(polygon)]
    : ringsOf(difference([counterClockwise(polygon)], holes.map(counterClockwise)))
