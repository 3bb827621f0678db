import { rotate } from '../geometry/point.ts'
import { minus, type Point3 } from '../geometry/vector.ts'

/** Where a node stands: turned counter-clockwise as seen from above, then moved. */
export interface Frame {
  position: Point3
  degrees: number
}

export const ORIGIN: Frame = { position: [0, 0, 0], degrees: 0 }

/**
 * Steps a metre of everything in a baked file: a micrometre. Equal things that stand in two places
 * then have equal numbers, and share what is written of them.
 */
const STEPS_PER_METRE = 1e6

/** The value on the grid of baked files; never -0. */
export const rounded = (value: number): number =>
  Math.round(value * STEPS_PER_METRE) / STEPS_PER_METRE + 0

export const roundedPoint = ([x, y, z]: Point3): Point3 => [rounded(x), rounded(y), rounded(z)]

/** A direction of the world as seen from within a frame. */
export function turnedInto({ degrees }: Frame, [x, y, z]: Point3): Point3 {
  const [east, south] = rotate([x, z], -degrees)
  return [east, y, south]
}

/** A point of the world as seen from within a frame. */
export const movedInto = (frame: Frame, point: Point3): Point3 =>
  turnedInto(frame, minus(point, frame.position))

/** One frame as seen from within another. */
export const frameWithin = (outer: Frame, inner: Frame): Frame => ({
  position: roundedPoint(movedInto(outer, inner.position)),
  degrees: inner.degrees - outer.degrees,
})

/** Decimals of the parts of a rotation: a tenth of a micrometre at 100 m. */
const ROTATION_STEPS = 1e9

/** A turn by the right hand about an axis of length 1, as glTF writes it: `[x, y, z, w]`. */
export function quaternion([x, y, z]: Point3, degrees: number): [number, number, number, number] {
  const half = (degrees * Math.PI) / 360
  const [sine, cosine] = [Math.sin(half), Math.cos(half)]
  const parts = [x * sine, y * sine, z * sine, cosine]
  return parts.map((part) => Math.round(part * ROTATION_STEPS) / ROTATION_STEPS + 0) as [
    number,
    number,
    number,
    number,
  ]
}
