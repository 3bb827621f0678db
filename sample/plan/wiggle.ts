import { between } from '../../random/choices.ts'
import type { Random } from '../../random/seeded-random.ts'

/** A smooth wandering function of one variable, within about the sum of its heights. */
export type Wiggle = (x: number) => number

/**
 * A sum of sines, one per [height, wavelength] in metres. Wavelengths are detuned and phases drawn
 * from `random`, so the sum does not look periodic. Steepest slope: sum of 2 pi height / length.
 */
export function wiggle(random: Random, waves: readonly (readonly [number, number])[]): Wiggle {
  const parts = waves.map(([height, length]) => ({
    height,
    pulse: (2 * Math.PI) / (length * between(random, 0.9, 1.1)),
    phase: between(random, 0, 2 * Math.PI),
  }))
  return (x) => {
    let sum = 0
    for (const { height, pulse, phase } of parts) sum += height * Math.sin(x * pulse + phase)
    return sum
  }
}

/** A bell of height 1 at `centre`, about 4 `width` wide. */
export const bell = (x: number, centre: number, width: number): number =>
  Math.exp(-(((x - centre) / width) ** 2))

/** Rises smoothly from 0 at `from` to 1 at `to`; falls when `from` > `to`. */
export function ramp(x: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** A radius that swells and shrinks by at most 32 % around the circle. */
export function lobed(random: Random, mean: number): (angle: number) => number {
  const lobes = [2, 3, 5, 9].map((count) => ({ count, phase: random() * 2 * Math.PI }))
  const heights = [0.14, 0.09, 0.06, 0.03]
  return (angle) =>
    lobes.reduce(
      (sum, { count, phase }, i) => sum + mean * heights[i] * Math.sin(count * angle + phase),
      mean,
    )
}
