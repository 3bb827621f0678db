import { leftOf, type Point, subtract, turn } from '../../geometry/point.ts'
import { boxOf, contains, type Polygon } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import { sureDifference } from '../../geometry/sure-difference.ts'
import { simpleRings } from './clean-ring.ts'
import { boxIndex } from './wall-network.ts'
import type { WallStrip } from './wall-strip.ts'

/** Rings that enter one another by less only touch, in metres: a hundredth of the grid. */
const ENTERED_M = 1e-6
/** Smaller overlaps and pieces are ignored, in square metres: a square millimetre. */
const PIECE_MIN_M2 = 1e-6

/**
 * The footprints without shared area: where two overlap, the thicker wall has it, of equal ones
 * the longer, and of those the first by id. Joins leave nothing to do here; walls that cross, run
 * along inside one another or are shorter than their joins do.
 */
export function separate(
  strips: readonly WallStrip[],
  footprints: readonly Polygon[],
): Polygon[][] {
  const boxes = footprints.map(boxOf)
  const near = boxIndex(boxes)
  const order = strips
    .map((_, index) => index)
    .sort(
      (a, b) =>
        strips[b].wall.thickness - strips[a].wall.thickness ||
        strips[b].path.length - strips[a].path.length ||
        a - b,
    )
  const rank: number[] = []
  for (const [position, index] of order.entries()) rank[index] = position
  return footprints.map((ring, index) => {
    const stronger = near(boxes[index])
      .filter((other) => rank[other] < rank[index] && overlap(ring, footprints[other]))
      .sort((a, b) => rank[a] - rank[b])
    let pieces: Polygon[] = [ring]
    // One at a time: Clipper makes most mistakes where many edges touch in one call.
    for (const other of stronger) {
      pieces = pieces
        .flatMap((piece) => sureDifference([piece], [footprints[other]]))
        .flatMap(({ outer }) => simpleRings(outer, PIECE_MIN_M2))
    }
    return pieces
  })
}

/** Whether two counter-clockwise rings share area, and not edges or corners alone. */
function overlap(a: Polygon, b: Polygon): boolean {
  if (!hasEdgeInside(a, b) && !hasEdgeInside(b, a) && !edgesCross(a, b)) return false
  return regionArea(intersection([a], [b])) > PIECE_MIN_M2
}

/** Whether the inner side of an edge of `a`, in its middle, is in `b`. */
function hasEdgeInside(a: Polygon, b: Polygon): boolean {
  let from = a[a.length - 1]
  for (const to of a) {
    const along = subtract(to, from)
    const [nx, nz] = leftOf(along)
    const inward = ENTERED_M / Math.hypot(nx, nz)
    const middle: Point = [(from[0] + to[0]) / 2 + nx * inward, (from[1] + to[1]) / 2 + nz * inward]
    if (contains(b, middle)) return true
    from = to
  }
  return false
}

/** Whether an edge of one goes through an edge of the other, each with both ends clear of it. */
export function edgesCross(a: Polygon, b: Polygon): boolean {
  let p = a[a.length - 1]
  for (const q of a) {
    const u = subtract(q, p)
    const least = ENTERED_M * Math.hypot(u[0], u[1])
    let r = b[b.length - 1]
    let before = turn(u, subtract(r, p))
    for (const s of b) {
      const after = turn(u, subtract(s, p))
      if (Math.min(before, after) < -least && Math.max(before, after) > least) {
        const v = subtract(s, r)
        const edge = ENTERED_M * Math.hypot(v[0], v[1])
        const [first, second] = [turn(v, subtract(p, r)), turn(v, subtract(q, r))]
        if (Math.min(first, second) < -edge && Math.max(first, second) > edge) return true
      }
      r = s
      before = after
    }
    p = q
  }
  return false
}
