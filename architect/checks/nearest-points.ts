import { overlapDepth } from '../geometry/convex.ts'
import { nearestOnSegment, type Point } from '../geometry/point.ts'
import { contains, edges, type Polygon } from '../geometry/polygon.ts'

export interface NearestPoints {
  distance: number
  from: Point
  to: Point
}

/**
 * The nearest points of two plans of convex pieces; a distance of 0 where they touch or overlap.
 */
export function nearestPoints(first: Polygon[], second: Polygon[]): NearestPoints {
  let best: NearestPoints = { distance: Infinity, from: first[0][0], to: second[0][0] }
  for (const a of first)
    for (const b of second) {
      const inside = cornerInside(a, b)
      const pair = inside ? { distance: 0, from: inside, to: inside } : nearestOfBorders(a, b)
      if (pair.distance < best.distance) best = pair
    }
  return best
}

/** A corner of one that is in the other; of shapes that cross without one, any corner. */
function cornerInside(a: Polygon, b: Polygon): Point | null {
  return (
    a.find((corner) => b.length > 2 && contains(b, corner)) ??
    b.find((corner) => a.length > 2 && contains(a, corner)) ??
    (a.length > 2 && b.length > 2 && overlapDepth(a, b) > 0 ? (a[0] ?? null) : null)
  )
}

/** The nearest points of two borders, also where one is in the other. */
export function nearestOfBorders(a: Polygon, b: Polygon): NearestPoints {
  let best: NearestPoints = { distance: Infinity, from: a[0], to: b[0] }
  for (const corner of a)
    for (const [p, q] of edges(b)) {
      const near = nearestOnSegment(corner, p, q)
      if (near.distance < best.distance)
        best = { distance: near.distance, from: corner, to: near.at }
    }
  for (const corner of b)
    for (const [p, q] of edges(a)) {
      const near = nearestOnSegment(corner, p, q)
      if (near.distance < best.distance)
        best = { distance: near.distance, from: near.at, to: corner }
    }
  return best
}
