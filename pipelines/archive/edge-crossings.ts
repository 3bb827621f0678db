/** One polygon's rings in tile units: x, y, ... and per ring the end in numbers. */
export interface TilePolygon {
  points: Int32Array
  ends: number[]
}

/** A point that two edges share, to be put into both. Edges are numbered by their first point. */
export type Crossing = [edge: number, x: number, y: number]

/** With fewer edges than this, trying every pair is faster than sorting. */
const FEW_EDGES = 24

/**
 * Finds the points at which edges of a polygon cross, or a vertex lies on another edge.
 * Simplification and rounding cause them, and with them a renderer's triangles cover too much.
 * Stops at the first one when `isFirstEnough`. Crossings are rounded to whole units.
 */
export function findCrossings(polygon: TilePolygon, isFirstEnough: boolean): Crossing[] {
  const { points, ends } = polygon
  const size = ends[ends.length - 1]
  const found: Crossing[] = []
  const after = nextPoints(ends)
  const edges = size / 2
  if (edges <= FEW_EDGES) {
    for (let a = 0; a < edges; a++) {
      for (let b = a + 1; b < edges; b++) {
        // Edges that follow each other share a point; `TileRing` left none of them folded back.
        if (isFirstEnough && (after[a] === b || after[b] === a)) continue
        meet(points, after, a, b, found)
        if (isFirstEnough && found.length > 0) return found
      }
    }
    return found
  }
  // Sweep from west to east: an edge meets only those that start before it ends.
  const order = new Float64Array(edges)
  for (let a = 0; a < edges; a++) {
    const west = Math.min(points[2 * a], points[2 * after[a]])
    order[a] = (west + 2 ** 20) * 2 ** 24 + a
  }
  order.sort()
  for (let i = 0; i < edges; i++) {
    const a = order[i] % 2 ** 24
    const east = (Math.max(points[2 * a], points[2 * after[a]]) + 2 ** 20) * 2 ** 24 + 2 ** 24
    for (let k = i + 1; k < edges && order[k] < east; k++) {
      meet(points, after, a, order[k] % 2 ** 24, found)
      if (isFirstEnough && found.length > 0) return found
    }
  }
  return found
}

let afterPoints = new Int32Array(64)

/** Index of the next point in the ring, for each point, in an array that the next call reuses. */
function nextPoints(ends: number[]): Int32Array {
  const count = ends[ends.length - 1] / 2
  if (afterPoints.length < count) afterPoints = new Int32Array(2 * count)
  let first = 0
  for (const end of ends) {
    for (let i = first; i < end / 2; i++) afterPoints[i] = i + 1
    afterPoints[end / 2 - 1] = first
    first = end / 2
  }
  return afterPoints
}

function meet(
  points: Int32Array,
  after: Int32Array,
  a: number,
  b: number,
  found: Crossing[],
): void {
  const [ax, ay, bx, by] = [points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1]]
  const a2 = after[a]
  const b2 = after[b]
  const [ax2, ay2, bx2, by2] = [
    points[2 * a2],
    points[2 * a2 + 1],
    points[2 * b2],
    points[2 * b2 + 1],
  ]
  if (Math.max(ay, ay2) < Math.min(by, by2) || Math.max(by, by2) < Math.min(ay, ay2)) return
  if (Math.max(ax, ax2) < Math.min(bx, bx2) || Math.max(bx, bx2) < Math.min(ax, ax2)) return
  const dax = ax2 - ax
  const day = ay2 - ay
  const dbx = bx2 - bx
  const dby = by2 - by
  // The sides of one edge on which the ends of the other lie.
  const sideB = dax * (by - ay) - day * (bx - ax)
  const sideB2 = dax * (by2 - ay) - day * (bx2 - ax)
  const sideA = dbx * (ay - by) - dby * (ax - bx)
  const sideA2 = dbx * (ay2 - by) - dby * (ax2 - bx)
  if (sideB === 0 && isWithin(ax, ay, ax2, ay2, bx, by)) found.push([a, bx, by])
  if (sideB2 === 0 && isWithin(ax, ay, ax2, ay2, bx2, by2)) found.push([a, bx2, by2])
  if (sideA === 0 && isWithin(bx, by, bx2, by2, ax, ay)) found.push([b, ax, ay])
  if (sideA2 === 0 && isWithin(bx, by, bx2, by2, ax2, ay2)) found.push([b, ax2, ay2])
  if (sideB > 0 === sideB2 > 0 || sideA > 0 === sideA2 > 0) return
  if (sideB === 0 || sideB2 === 0 || sideA === 0 || sideA2 === 0) return
  const t = sideA / (sideA - sideA2)
  const [x, y] = [Math.round(ax + t * dax), Math.round(ay + t * day)]
  found.push([a, x, y], [b, x, y])
}

/** Whether a point on the line of an edge lies between its ends, and on neither. */
function isWithin(x: number, y: number, x2: number, y2: number, px: number, py: number): boolean {
  return x === x2 ? (py - y) * (py - y2) < 0 : (px - x) * (px - x2) < 0
}
