/**
 * A point or a vector in plan: `[x, z]` in metres. X points east, Z south (north is -Z), as seen
 * from above with north up.
 */
export type Point = readonly [x: number, z: number]

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]]
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]
export const scale = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor]
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1]
export const length = (a: Point): number => Math.hypot(a[0], a[1])
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])
export const mix = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
]

/**
 * The sine part of the turn from `a` to `b`: positive is to the left, counter-clockwise in plan.
 */
export const turn = (a: Point, b: Point): number => a[1] * b[0] - a[0] * b[1]

/** The vector with length 1; east for a vector without length. */
export function unit(a: Point): Point {
  const size = length(a)
  return size === 0 ? [1, 0] : [a[0] / size, a[1] / size]
}

/** The vector turned a quarter counter-clockwise in plan: to the left of `a`. */
export const leftOf = (a: Point): Point => [a[1], -a[0]]

/**
 * The point turned about the origin, counter-clockwise in plan: about +Y by the right-hand rule.
 */
export function rotate(a: Point, degrees: number): Point {
  const [cosine, sine] = cosineAndSine(degrees)
  return [a[0] * cosine + a[1] * sine, a[1] * cosine - a[0] * sine]
}

/** Points about the origin, turned as by `rotate` and then moved to `to`. */
export function placed(points: readonly Point[], degrees: number, to: Point): Point[] {
  const [cosine, sine] = cosineAndSine(degrees)
  return points.map(([x, z]) => [to[0] + (x * cosine + z * sine), to[1] + (z * cosine - x * sine)])
}

/** Cosine and sine, exact at quarter turns, where `Math.cos` leaves 6e-17. */
function cosineAndSine(degrees: number): [number, number] {
  const turned = ((degrees % 360) + 360) % 360
  if (turned === 0) return [1, 0]
  if (turned === 90) return [0, 1]
  if (turned === 180) return [-1, 0]
  if (turned === 270) return [0, -1]
  const radians = (turned * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians)]
}

/**
 * The degrees by which east must be turned, counter-clockwise in plan, to point along `a`: 0 to
 * 360.
 */
export function degreesOf(a: Point): number {
  const degrees = (Math.atan2(-a[1], a[0]) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}

/** The nearest point to `point` on the stretch from `a` to `b`, and its share of the way. */
export function nearestOnSegment(
  point: Point,
  a: Point,
  b: Point,
): { at: Point; share: number; distance: number } {
  const [x, z] = [b[0] - a[0], b[1] - a[1]]
  const square = x * x + z * z
  const along = (point[0] - a[0]) * x + (point[1] - a[1]) * z
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, along / square))
  const at: Point = [a[0] + x * share, a[1] + z * share]
  return { at, share, distance: distance(point, at) }
}

/** Where the endless lines `p + t u` and `q + s v` cross, as `t` and `s`; null when parallel. */
export function crossLines(
  p: Point,
  u: Point,
  q: Point,
  v: Point,
): { t: number; s: number } | null {
  const denominator = turn(u, v)
  if (Math.abs(denominator) < 1e-12 * length(u) * length(v)) return null
  const between = subtract(q, p)
  return { t: turn(between, v) / denominator, s: turn(between, u) / denominator }
}
