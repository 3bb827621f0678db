import { nearestOnSegment, type Point, subtract, turn } from '../../geometry/point.ts'
import { type Polygon, signedArea } from '../../geometry/polygon.ts'

/** Corners nearer than this are one, in metres: a hundredth of the grid. */
const SAME_M = 1e-6
/**
 * A corner this near to the line through its neighbours is dropped, in metres: the rounding of
 * Clipper.
 */
const STRAIGHT_M = 2e-8

/**
 * Removes corners that coincide with the one before or lie on the line through their neighbours.
 */
export function cleanRing(ring: Polygon): Polygon {
  const corners = [...ring]
  for (let i = 0, looked = 0; looked <= corners.length && corners.length > 2; looked++) {
    const before = corners[(i + corners.length - 1) % corners.length]
    const after = corners[(i + 1) % corners.length]
    if (isNeedless(before, corners[i], after)) {
      corners.splice(i, 1)
      // An earlier corner may lie on a straight line now.
      i = (i + corners.length - 1) % corners.length
      looked = 0
    } else i = (i + 1) % corners.length
  }
  return corners
}

function isNeedless(before: Point, at: Point, after: Point): boolean {
  const [u, v] = [subtract(at, before), subtract(after, at)]
  const [long, other] = [Math.hypot(u[0], u[1]), Math.hypot(v[0], v[1])]
  return long < SAME_M || Math.abs(turn(u, v)) < STRAIGHT_M * (long + other)
}

/**
 * A ring that comes back to itself, as Clipper answers where parts meet in a point or along a line,
 * as rings that do not; those that go clockwise or enclose less than `least` square metres are left
 * out.
 */
export function simpleRings(ring: Polygon, least: number): Polygon[] {
  const clean = cleanRing(ring)
  if (clean.length < 3 || signedArea(clean) < least) return []
  for (const [i, corner] of clean.entries()) {
    for (let k = 1; k < clean.length - 1; k++) {
      const j = (i + k) % clean.length
      const [from, to] = [clean[j], clean[(j + 1) % clean.length]]
      if (nearestOnSegment(corner, from, to).distance > SAME_M) continue
      // Around from the corner to the touched edge, and around from that edge to the corner.
      const [there, back] = [turned(clean, i, k + 1), turned(clean, i + k + 1, clean.length - k)]
      if (there.length < 3 || back.length < 3) continue
      return [...simpleRings(there, least), ...simpleRings(back, least)]
    }
  }
  return [clean]
}

/** `count` corners from the one at `first` on. */
const turned = (ring: Polygon, first: number, count: number): Point[] =>
  Array.from({ length: count }, (_, step) => ring[(first + step) % ring.length])
