import { distance, nearestOnSegment, type Point } from '../../geometry/point.ts'
import { area, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { type Region, union } from '../../geometry/regions.ts'
import { onGrid } from '../walls/wall-snap.ts'

/** Corners nearer than this to the line between their neighbours are none, in metres: the grid. */
const STRAIGHT_M = 1e-4
/** Smaller holes between outlines come from rounding, in square metres. */
const HOLE_M2 = 0.01

/**
 * The outlines as one, without corners on straight edges; null where they do not hang together.
 * A region with holes where they enclose something.
 */
export function joinOutlines(outlines: readonly Polygon[]): Region | null {
  const regions = union(outlines.map((outline) => counterClockwise(outline))).filter(
    ({ outer }) => area(outer) > HOLE_M2,
  )
  if (regions.length !== 1) return null
  const [{ outer, holes }] = regions
  return {
    outer: startingAt(withoutStraightCorners(outer.map(onGrid)), outlines[0]),
    holes: holes.filter((hole) => area(hole) > HOLE_M2),
  }
}

/** The ring from the first corner that it has in common with another, as that one is drawn. */
export function startingAt(ring: Polygon, drawn: Polygon): Polygon {
  const starts = drawn.map((corner) => ring.findIndex((at) => distance(at, corner) < STRAIGHT_M))
  const first = Math.max(0, starts.find((index) => index >= 0) ?? 0)
  return [...ring.slice(first), ...ring.slice(0, first)]
}

/** The ring without repeated corners and without corners on the line between their neighbours. */
export function withoutStraightCorners(ring: Polygon): Polygon {
  let left: Point[] = [...ring]
  for (let count = Infinity; left.length < count && left.length > 3; ) {
    count = left.length
    const spare = left.findIndex((at, i) => {
      const before = left[(i + count - 1) % count]
      const after = left[(i + 1) % count]
      return (
        distance(at, before) < STRAIGHT_M ||
        nearestOnSegment(at, before, after).distance < STRAIGHT_M
      )
    })
    if (spare >= 0) left = left.toSpliced(spare, 1)
  }
  return left
}
