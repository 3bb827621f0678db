import type { Polygons } from './polygons.ts'

/**
 * One or more lines as flat arrays, each in the direction it was drawn, which decides the left and
 * right of a street. On the grid of `Polygons`; no line has fewer than two points or a repeated
 * one.
 */
export interface Lines extends Pick<Polygons, 'coords'> {
  /** Per line, the index one past its last point (in points, not in numbers). */
  readonly lineEnds: Uint32Array
}
