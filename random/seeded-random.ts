/** Generator of numbers in [0, 1). */
export type Random = () => number

/**
 * Mulberry32 by Tommy Ettinger (public domain): 32-bit integer arithmetic only, so a seed gives the
 * same numbers on every machine. `stream` names one of several independent sequences of a seed: a
 * new part of the work that draws numbers does not change those of the others.
 */
export function seededRandom(seed: number, stream = ''): Random {
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
