import { dot, leftOf, type Point, scale } from '../geometry/point.ts'
import type { Point3 } from '../geometry/vector.ts'

/**
 * A frame of an IFC object with Z up: its origin in the world of the scene, and the direction of
 * its X in plan. Y is to the left of X: for a frame of the world X is east and Y north.
 */
export interface Frame {
  origin: Point3
  along: Point
}

/** A point of a frame: along it, to its left, up. */
export type Local = readonly [x: number, y: number, z: number]

export const WORLD: Frame = { origin: [0, 0, 0], along: [1, 0] }

/** The frame of the world, moved up. */
export const frameAt = (height: number): Frame => ({ ...WORLD, origin: [0, height, 0] })

export function toLocal({ origin, along }: Frame, [x, y, z]: Point3): Local {
  const out: Point = [x - origin[0], z - origin[2]]
  return [dot(out, along), dot(out, leftOf(along)), y - origin[1]]
}

/** A point in plan in the frame. */
export function planToLocal(frame: Frame, [x, z]: Point): Point {
  const [u, v] = toLocal(frame, [x, 0, z])
  return [u, v]
}

/** A direction in plan in the frame. */
export const turnedInto = ({ along }: Frame, direction: Point): Point => [
  dot(direction, along),
  dot(direction, leftOf(along)),
]

/** The same frame, turned half way round about a point that is `metres` along it. */
export const turnedRound = ({ origin: [x, y, z], along }: Frame, metres: number): Frame => ({
  origin: [x + along[0] * metres, y, z + along[1] * metres],
  along: scale(along, -1),
})
