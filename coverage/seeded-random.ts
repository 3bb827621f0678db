/** Numbers from 0 to below 1; the same seed gives the same numbers (mulberry32, 32-bit state). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A seed for one part of the work that does not depend on the parts before it (FNV-1a). */
export function seedFor(seed: number, part: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < part.length; i++)
    hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
