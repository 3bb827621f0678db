import type { Random } from './seeded-random.ts'

/** A number in [low, high). */
export const between = (random: Random, low: number, high: number): number =>
  low + (high - low) * random()

/** A whole number in [low, high]. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

/** One of the choices, each as likely as its weight. */
export function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let rest = random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  return choices[choices.length - 1][0]
}
