import type { Polygons } from './polygons.ts'

/**
 * One or more lines, flat, each in the direction it was drawn: left and right of a street hang on
 * it. On the grid of `Polygons`; no line has fewer than two points, or one twice in a row.
 */
export interface Lines extends Pick<Polygons, 'coords'> {
  /** Per line, the index one past its last point (in points, not in numbers). */
  readonly lineEnds: Uint32Array
}
