import { nearestOnSegment, type Point } from './point.ts'
import { area, boxOf, contains, edges, type Polygon } from './polygon.ts'
import type { Region } from './regions.ts'

/** Squares looked at before the search ends: most rooms take fewer than 60. */
const SQUARES_MAX = 2_000
/** A rectangle along the axes fills its box but for this, in square metres. */
const RECTANGLE_M2 = 1e-4

interface Square {
  middle: Point
  half: number
  /** From its middle to the border, negative outside. */
  inside: number
  /** The most that any point of it can be from the border. */
  most: number
}

/**
 * The diameter in metres of the largest circle that fits into a region, to within `precision`: the
 * clear width at its widest place. The search ends as soon as `enough` fits. By halving squares,
 * the most promising first, as the pole of inaccessibility is found.
 */
export function clearWidth(region: Region, enough = Infinity, precision = 0.005): number {
  const { minX, minZ, maxX, maxZ } = boxOf(region.outer)
  const [width, depth] = [maxX - minX, maxZ - minZ]
  if (region.holes.length === 0 && width * depth - area(region.outer) < RECTANGLE_M2)
    return Math.min(width, depth)
  const sides = [region.outer, ...region.holes].flatMap(edges)
  const squareAt = (middle: Point, half: number): Square => {
    const inside = distanceInside(region, sides, middle)
    return { middle, half, inside, most: inside + half * Math.SQRT2 }
  }
  const half = Math.min(width, depth) / 2
  if (half === 0) return 0
  const squares: Square[] = []
  for (let x = minX; x < maxX; x += 2 * half)
    for (let z = minZ; z < maxZ; z += 2 * half) squares.push(squareAt([x + half, z + half], half))
  let best = Math.max(0, ...squares.map(({ inside }) => inside))
  for (let count = 0; squares.length > 0 && count < SQUARES_MAX && best * 2 < enough; count++) {
    const first = squares.reduce((most, each, i) => (each.most > squares[most].most ? i : most), 0)
    const [{ middle, half: side, most }] = squares.splice(first, 1)
    if (most - best <= precision / 2) break
    for (const [dx, dz] of QUARTERS) {
      const square = squareAt([middle[0] + (dx * side) / 2, middle[1] + (dz * side) / 2], side / 2)
      best = Math.max(best, square.inside)
      squares.push(square)
    }
  }
  return best * 2
}

const QUARTERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const

function distanceInside(region: Region, sides: [Point, Point][], point: Point): number {
  const away = Math.min(...sides.map(([a, b]) => nearestOnSegment(point, a, b).distance))
  const isIn =
    contains(region.outer, point) && !region.holes.some((hole: Polygon) => contains(hole, point))
  return isIn ? away : -away
}
