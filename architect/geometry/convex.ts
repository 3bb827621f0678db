import earcut from 'earcut'
import { leftOf, nearestOnSegment, subtract, unit } from './point.ts'
import { edges, type Polygon, signedArea } from './polygon.ts'

/** Thinner gaps do not separate polygons, in metres: less than the grid of scenes. */
const FLAT_M = 1e-9

/**
 * Depth of the overlap of two convex polygons: the shortest move of one, in metres, after which
 * they only touch; 0 when they are apart or just touch. By separating axes: two convex shapes that
 * are apart are apart along the normal of one of their edges. Called for some hundred thousand
 * pairs by one edit, so it allocates no points.
 */
export function overlapDepth(a: Polygon, b: Polygon): number {
  let shallowest = Infinity
  for (let side = 0; side < a.length + b.length; side++) {
    const ring = side < a.length ? a : b
    const index = side < a.length ? side : side - a.length
    const corner = ring[index]
    const next = ring[index + 1 < ring.length ? index + 1 : 0]
    const [x, z] = [next[0] - corner[0], next[1] - corner[1]]
    if (Math.abs(x) < FLAT_M && Math.abs(z) < FLAT_M) continue
    const size = Math.hypot(x, z)
    const [left, up] = [z / size, -(x / size)]
    let [leastOfA, greatestOfA, leastOfB, greatestOfB] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let i = 0; i < a.length; i++) {
      const at = a[i][0] * left + a[i][1] * up
      if (at < leastOfA) leastOfA = at
      if (at > greatestOfA) greatestOfA = at
    }
    for (let i = 0; i < b.length; i++) {
      const at = b[i][0] * left + b[i][1] * up
      if (at < leastOfB) leastOfB = at
      if (at > greatestOfB) greatestOfB = at
    }
    const depth = Math.min(greatestOfA - leastOfB, greatestOfB - leastOfA)
    if (depth <= FLAT_M) return 0
    if (depth < shallowest) shallowest = depth
  }
  return shallowest === Infinity ? 0 : shallowest
}

/** Distance between two convex polygons in metres; 0 when they touch or overlap. */
export function clearGap(a: Polygon, b: Polygon): number {
  if (overlapDepth(a, b) > 0) return 0
  let least = Infinity
  for (const [corners, other] of [
    [a, b],
    [b, a],
  ])
    for (const corner of corners)
      for (const [from, to] of edges(other)) {
        const { distance } = nearestOnSegment(corner, from, to)
        if (distance < least) least = distance
      }
  return least
}

/** Counter-clockwise triangles that make up the polygon; the polygon itself if it is convex. */
export function convexPieces(polygon: Polygon): Polygon[] {
  if (isConvex(polygon)) return [polygon]
  const corners = earcut(polygon.flat())
  const pieces: Polygon[] = []
  for (let i = 0; i < corners.length; i += 3) {
    const triangle = [polygon[corners[i]], polygon[corners[i + 1]], polygon[corners[i + 2]]]
    pieces.push(signedArea(triangle) > 0 ? triangle : triangle.reverse())
  }
  return pieces
}

function isConvex(polygon: Polygon): boolean {
  return polygon.every((corner, index) => {
    const next = polygon[(index + 1) % polygon.length]
    const [x, z] = leftOf(unit(subtract(next, corner)))
    for (let i = 0; i < polygon.length; i++) {
      const other = polygon[i]
      if (!((other[0] - corner[0]) * x + (other[1] - corner[1]) * z > -FLAT_M)) return false
    }
    return true
  })
}
