import earcut from 'earcut'
import { dot, leftOf, nearestOnSegment, type Point, subtract, unit } from './point.ts'
import { edges, type Polygon, signedArea } from './polygon.ts'

/** Whatever is thinner than this does not separate, in metres: under the grid of scenes. */
const FLAT_M = 1e-9

/**
 * How far two convex polygons stand in each other: the least way, in metres, by which one must be
 * moved to touch the other only from outside; 0 when they are apart or just touch. By separating
 * axes: convex shapes that are apart are so along the normal of one of their edges.
 */
export function overlapDepth(a: Polygon, b: Polygon): number {
  let least = Infinity
  for (const [from, to] of [...edges(a), ...edges(b)]) {
    const along = subtract(to, from)
    if (Math.abs(along[0]) < FLAT_M && Math.abs(along[1]) < FLAT_M) continue
    const axis = leftOf(unit(along))
    const [minA, maxA] = extent(a, axis)
    const [minB, maxB] = extent(b, axis)
    const depth = Math.min(maxA - minB, maxB - minA)
    if (depth <= FLAT_M) return 0
    if (depth < least) least = depth
  }
  return least === Infinity ? 0 : least
}

/** Clear metres between two convex polygons; 0 when they touch or overlap. */
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

/** Triangles that together are the polygon, counter-clockwise each; the polygon itself if convex. */
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
    const inward = leftOf(unit(subtract(next, corner)))
    return polygon.every((other) => dot(subtract(other, corner), inward) > -FLAT_M)
  })
}

function extent(polygon: Polygon, axis: Point): [number, number] {
  let min = Infinity
  let max = -Infinity
  for (const corner of polygon) {
    const at = dot(corner, axis)
    if (at < min) min = at
    if (at > max) max = at
  }
  return [min, max]
}
