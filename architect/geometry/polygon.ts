import { crossLines, nearestOnSegment, type Point, subtract } from './point.ts'

/**
 * A ring of corners; the first is not repeated at the end. Counter-clockwise in plan when clean.
 */
export type Polygon = readonly Point[]

/** A box in plan: the least and the greatest x and z, in metres. */
export interface Box {
  minX: number
  minZ: number
  maxX: number
  maxZ: number
}

/** Area in square metres; positive when the corners go counter-clockwise as seen from above. */
export function signedArea(polygon: Polygon): number {
  let double = 0
  let previous = polygon[polygon.length - 1]
  for (let i = 0; i < polygon.length; i++) {
    const corner = polygon[i]
    double += corner[0] * previous[1] - previous[0] * corner[1]
    previous = corner
  }
  return double / 2
}

export const area = (polygon: Polygon): number => Math.abs(signedArea(polygon))

/** The same corners counter-clockwise, still beginning with the first one. */
export function counterClockwise(polygon: Polygon): Polygon {
  if (signedArea(polygon) >= 0) return polygon
  const [first, ...rest] = polygon
  return [first, ...rest.reverse()]
}

export function edges(polygon: Polygon): [Point, Point][] {
  return polygon.map((corner, index) => [corner, polygon[(index + 1) % polygon.length]])
}

export function boxOf(points: readonly Point[]): Box {
  let [minX, minZ, maxX, maxZ] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < points.length; i++) {
    const x = points[i][0]
    const z = points[i][1]
    if (x < minX) minX = x
    if (z < minZ) minZ = z
    if (x > maxX) maxX = x
    if (z > maxZ) maxZ = z
  }
  return { minX, minZ, maxX, maxZ }
}

/** Centre of area; for a degenerate ring the mean of its corners. */
export function centroid(polygon: Polygon): Point {
  const [ox, oz] = polygon[0]
  let double = 0
  let x = 0
  let z = 0
  for (const [a, b] of edges(polygon)) {
    const cross = (b[0] - ox) * (a[1] - oz) - (a[0] - ox) * (b[1] - oz)
    double += cross
    x += (a[0] + b[0] - 2 * ox) * cross
    z += (a[1] + b[1] - 2 * oz) * cross
  }
  if (Math.abs(double) < 1e-12) {
    const count = polygon.length
    return [
      polygon.reduce((sum, corner) => sum + corner[0], 0) / count,
      polygon.reduce((sum, corner) => sum + corner[1], 0) / count,
    ]
  }
  return [ox + x / (3 * double), oz + z / (3 * double)]
}

/** Whether the point is inside, or nearer than `tolerance` metres to the border. */
export function contains(polygon: Polygon, point: Point, tolerance = 0): boolean {
  let isInside = false
  for (let i = 0; i < polygon.length; i++) {
    const a = polygon[i]
    const b = polygon[i + 1 < polygon.length ? i + 1 : 0]
    if (a[1] > point[1] !== b[1] > point[1]) {
      const x = a[0] + ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1])
      if (point[0] < x) isInside = !isInside
    }
  }
  return isInside || (tolerance > 0 && isNearBorder(polygon, point, tolerance))
}

/** Whether the point is at most `tolerance` metres from the border, also from inside. */
export function isNearBorder(polygon: Polygon, point: Point, tolerance: number): boolean {
  // Edges of which the whole box is farther away are skipped; rounding is far below a micrometre.
  const reach = tolerance + 1e-6
  const [x, z] = point
  for (let i = 0; i < polygon.length; i++) {
    const next = polygon[i + 1 < polygon.length ? i + 1 : 0]
    const [ax, az] = polygon[i]
    const [bx, bz] = next
    if ((ax > x + reach && bx > x + reach) || (ax < x - reach && bx < x - reach)) continue
    if ((az > z + reach && bz > z + reach) || (az < z - reach && bz < z - reach)) continue
    if (nearestOnSegment(point, polygon[i], next).distance <= tolerance) return true
  }
  return false
}

/** Distance from the point to the border in metres, also from inside. */
export function distanceToBorder(polygon: Polygon, point: Point): number {
  return Math.min(...edges(polygon).map(([a, b]) => nearestOnSegment(point, a, b).distance))
}

/** The first place where two edges that are not neighbours meet, or where neighbours fold back. */
export function selfIntersection(polygon: Polygon): Point | null {
  const sides = edges(polygon)
  const boxes = sides.map(boxOf)
  for (let i = 0; i < sides.length; i++) {
    for (let j = i + 1; j < sides.length; j++) {
      if (areApart(boxes[i], boxes[j])) continue
      const met = meeting(sides[i], sides[j], j === i + 1, i === 0 && j === sides.length - 1)
      if (met) return met
    }
  }
  return null
}

/** Lengths under this count as zero, in metres: the grid of scenes. */
const GRID_M = 1e-4

/** Whether two boxes overlap, or are apart by less than `gap` metres. */
export const areNear = (a: Box, b: Box, gap = 0): boolean =>
  a.minX < b.maxX + gap && a.maxX > b.minX - gap && a.minZ < b.maxZ + gap && a.maxZ > b.minZ - gap

/** True where the boxes are apart by more than the grid, so that their contents cannot meet. */
const areApart = (a: Box, b: Box) =>
  a.minX > b.maxX + 2 * GRID_M ||
  b.minX > a.maxX + 2 * GRID_M ||
  a.minZ > b.maxZ + 2 * GRID_M ||
  b.minZ > a.maxZ + 2 * GRID_M

function meeting(
  [a, b]: [Point, Point],
  [c, d]: [Point, Point],
  isNext: boolean,
  isPrevious: boolean,
): Point | null {
  if (isNext || isPrevious) {
    // Neighbours share a corner: they may not also lie on one another.
    const [shared, one, other] = isNext ? [b, a, d] : [a, b, c]
    const foldsBack =
      nearestOnSegment(one, shared, other).distance < GRID_M ||
      nearestOnSegment(other, shared, one).distance < GRID_M
    return foldsBack ? shared : null
  }
  for (const [point, from, to] of [
    [a, c, d],
    [b, c, d],
    [c, a, b],
    [d, a, b],
  ] as const) {
    if (nearestOnSegment(point, from, to).distance < GRID_M) return point
  }
  const u = subtract(b, a)
  const crossing = crossLines(a, u, c, subtract(d, c))
  if (!crossing) return null
  const { t, s } = crossing
  if (t <= 0 || t >= 1 || s <= 0 || s >= 1) return null
  return [a[0] + u[0] * t, a[1] + u[1] * t]
}
