/** A point in space: `[x, y, z]` in metres, Y up. */
export type Point3 = readonly [x: number, y: number, z: number]

export const minus = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
/** `a` plus `times` times `b`. */
export const plus = (a: Point3, b: Point3, times = 1): Point3 => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
]
export const dot3 = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
/** The cross product. */
export const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** The vector with length 1; `otherwise` for a vector without length. */
export function unit3(a: Point3, otherwise: Point3): Point3 {
  const size = Math.hypot(a[0], a[1], a[2])
  return size === 0 ? otherwise : [a[0] / size, a[1] / size, a[2] / size]
}
