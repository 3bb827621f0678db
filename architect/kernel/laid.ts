import { dot, leftOf, type Point, subtract, unit } from '../geometry/point.ts'
import type { Polygon } from '../geometry/polygon.ts'
import type { Point3 } from '../geometry/vector.ts'

/** How the texture of a part lies on it. */
export type Laid =
  /** Level faces begin at a corner, and go along the longer side: boards, tiles. */
  | { kind: 'floor'; origin: Point; along: Point }
  /** Sloping faces begin at their lowest edge: courses of a roof. */
  | { kind: 'slope' }
  /** Upright faces go around a centre in plan, from the way there to the middle: curved walls. */
  | { kind: 'arc'; centre: Point; middle: Point }
  /** In the frame of an item, which stands there: the texture moves with it. */
  | { kind: 'item'; position: Point3; rotation: number }

/** A floor along the longer side of the smallest rectangle around it that has one of its edges. */
export function laidFloor(outline: Polygon): Laid {
  let least = Infinity
  let laid: Laid = { kind: 'floor', origin: outline[0], along: [1, 0] }
  for (let i = 0; i < outline.length; i++) {
    const along = unit(subtract(outline[(i + 1) % outline.length], outline[i]))
    const across = leftOf(along)
    const us = outline.map((corner) => dot(corner, along))
    const vs = outline.map((corner) => dot(corner, across))
    const [u, v] = [Math.min(...us), Math.min(...vs)]
    const [width, depth] = [Math.max(...us) - u, Math.max(...vs) - v]
    // A hair less, so that of equal rectangles the first counts on every machine.
    if (width * depth > least * (1 - 1e-9)) continue
    least = width * depth
    const isLong = width >= depth
    const origin: Point = [along[0] * u + across[0] * v, along[1] * u + across[1] * v]
    // Boards read alike from both ends: of the two directions the one to the east, else the north.
    const way = isLong ? along : across
    const isTurned = way[0] < -1e-9 || (way[0] < 1e-9 && way[1] > 0)
    laid = { kind: 'floor', origin, along: isTurned ? [-way[0], -way[1]] : way }
  }
  return laid
}
