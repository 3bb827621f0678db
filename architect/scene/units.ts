/** Units of lengths in input; scenes are stored in metres. */
export const UNITS = ['m', 'cm', 'mm', 'ft', 'in'] as const
export type Unit = (typeof UNITS)[number]

/** Metres in one unit. The international foot, exact by definition since 1959. */
export const METRES_PER: Record<Unit, number> = {
  m: 1,
  cm: 0.01,
  mm: 0.001,
  ft: 0.3048,
  in: 0.0254,
}

/** The grid of scenes: 0.1 mm, and four decimals for degrees and shares. */
const STEPS_PER_UNIT = 1e4

/** The value on the grid; never -0, which would be a second spelling of 0. */
export const quantize = (value: number): number =>
  Math.round(value * STEPS_PER_UNIT) / STEPS_PER_UNIT + 0

/** A point of a plan or in space, in metres, for a message in any unit: `[3.2, -1] m`. */
export const formatPoint = (point: readonly number[]): string =>
  `[${point.map((value) => Number(value.toFixed(3)) + 0).join(', ')}] m`
