import { type Box, GRID } from './polygons.ts'

const BITS = 26
const SIDE = 2 ** BITS

/**
 * Position of a box's centre on a Hilbert curve over the whole earth: a whole number below 2^52,
 * with a resolution of about 0.6 m. Rows sorted by it are near each other on disk and in the index.
 * The algorithm is Warren's (Hacker's Delight, 2nd ed., figure 16-9).
 */
export function hilbertOf([west, south, east, north]: Box): number {
  const x = Math.floor((((west + east) / 2 / GRID + 180) / 360) * (SIDE - 1))
  const y = Math.floor((((south + north) / 2 / GRID + 90) / 180) * (SIDE - 1))
  let state = 0
  let place = 0
  for (let bit = BITS - 1; bit >= 0; bit--) {
    const row = (state << 2) | (((x >>> bit) & 1) << 1) | ((y >>> bit) & 1)
    place = place * 4 + ((0x361e9cb4 >>> (row * 2)) & 3)
    state = (0x8fe65831 >>> (row * 2)) & 3
  }
  return place
}
