/** A seeded stream of numbers in [0, 1). */
export type Random = () => number

/**
 * Mulberry32 by Tommy Ettinger (public domain): 32-bit integer arithmetic only, so the stream is
 * the same on every machine. `stream` makes the parts of the county independent: a new part that
 * draws numbers does not change the parts that were there before.
 */
export function seededRandom(seed: number, stream: string): Random {
  let state = seed | 0
  for (let i = 0; i < stream.length; i++) {
    state = Math.imul(state ^ stream.charCodeAt(i), 0x9e3779b1) >>> 0
    state ^= state >>> 15
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

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
