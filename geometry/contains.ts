import type { Rings } from './polygons.ts'

/**
 * True if the point lies in the polygons, by ray casting in exact integer arithmetic.
 *
 * The rule is half-open: a point on a bottom or left edge is inside, one on a top or right edge is
 * not. Of two cells of a coverage that share an edge exactly one contains a point on it, provided
 * that both cells have the same vertices along the edge.
 */
export function containsPoint(polygons: Rings, x: number, y: number): boolean {
  let inside = false
  let start = 0
  const { ringEnds } = polygons
  for (let ring = 0; ring < ringEnds.length; ring++) {
    if (crossesOdd(polygons.coords, start * 2, ringEnds[ring] * 2, x, y)) inside = !inside
    start = ringEnds[ring]
  }
  return inside
}

/** True if a ray from the point to the east crosses the ring an odd number of times. */
function crossesOdd(coords: Int32Array, start: number, end: number, x: number, y: number): boolean {
  let odd = false
  let ax = coords[end - 2]
  let ay = coords[end - 1]
  for (let i = start; i < end; i += 2) {
    const bx = coords[i]
    const by = coords[i + 1]
    if (ay > y !== by > y) {
      // Oriented upwards, so that both cells that share the edge compute the same number.
      const side =
        by > ay
          ? (bx - ax) * (y - ay) - (x - ax) * (by - ay)
          : (ax - bx) * (y - by) - (x - bx) * (ay - by)
      if (side > 0) odd = !odd
    }
    ax = bx
    ay = by
  }
  return odd
}

/** Position of a point relative to a piece that was cut with rounded vertices. */
export const OUTSIDE = 0
export const INSIDE = 1
export const NEAR_EDGE = 2

/**
 * Like `containsPoint` for one piece, but returns NEAR_EDGE within `margin` grid units of an edge:
 * every cut rounds a vertex by at most half a unit, so there the whole feature must decide.
 */
export function locateInPiece(piece: Rings, x: number, y: number, margin: number): 0 | 1 | 2 {
  const { coords, ringEnds } = piece
  let inside = false
  let start = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = ringEnds[ring] * 2
    let ax = coords[end - 2] - x
    let ay = coords[end - 1] - y
    for (let i = start; i < end; i += 2) {
      const bx = coords[i] - x
      const by = coords[i + 1] - y
      const up = ay > 0
      if (
        !((ax > margin && bx > margin) || (ax < -margin && bx < -margin)) &&
        !((ay > margin && by > margin) || (ay < -margin && by < -margin)) &&
        lengthToEdge(ax, ay, bx, by) <= margin
      )
        return NEAR_EDGE
      if (up !== by > 0) {
        const cross = ax * by - bx * ay
        if (by > ay ? cross > 0 : cross < 0) inside = !inside
      }
      ax = bx
      ay = by
    }
    start = end
  }
  return inside ? INSIDE : OUTSIDE
}

/** Distance of the origin from a segment, in its units. */
export function lengthToEdge(ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax
  const dy = by - ay
  const t = nearestShare(ax, ay, dx, dy)
  return Math.hypot(ax + t * dx, ay + t * dy)
}

/** Share of a segment, from a by d, at which it is nearest to the origin. */
export function nearestShare(ax: number, ay: number, dx: number, dy: number): number {
  const length2 = dx * dx + dy * dy
  return length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2))
}
