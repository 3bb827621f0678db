import type { Point } from '../geometry/point.ts'
import { quantize } from '../scene/units.ts'

/** A plan point at a height of the world, on the grid. */
export const inSpace = ([x, z]: Point, y: number): [number, number, number] => [
  quantize(x),
  quantize(y),
  quantize(z),
]

/** Formats metres for a message: `1.20 m`. */
export const metres = (value: number): string => `${value.toFixed(2)} m`
