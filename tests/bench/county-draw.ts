/** A seeded number from 0 to 1 for three whole numbers. */
export function draw(seed: number, i: number, j: number, k = 0): number {
  let h = Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(j + 1, 0x85ebca6b) ^ Math.imul(k + 1, 0x27d4eb2f)
  h = Math.imul(h ^ seed ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}
