import { hashed, modulo, noise, setTexel, type Texture } from './texture.ts'

/** Pantiles 0.3 m wide in courses of 0.34 m up the slope, eight by eight a repeat. */
const TILE_M = 0.3
const COURSE_M = 0.34
const TILES = 8

export const roofTiles: Texture = {
  repeat: [TILE_M * TILES, COURSE_M * TILES],
  pixels: [384, 384],
  at(u, v, texel) {
    const x = u / TILE_M
    const y = v / COURSE_M
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const [across, up] = [x - column, y - row]
    const tile = hashed(modulo(column, TILES), modulo(row, TILES), 91)
    // A flat trough and a round roll over the joint with the next tile, lit from the left.
    const roll = across > 0.62 ? (across - 0.62) / 0.38 : 0
    const light = roll > 0 ? Math.cos(roll * Math.PI) * 0.16 : -0.02
    // The upper end lies in the shadow of the course above it.
    const shadow = up > 0.86 ? ((up - 0.86) / 0.14) * 0.42 : 0
    const specks = noise(u * 30, v * 25, 72, 68, 92) * 0.04
    const height = 0.02 * Math.sin(roll * Math.PI) + 0.015 * (1 - up)
    setTexel(texel, (1 + (tile - 0.5) * 0.13 + light + specks) * (1 - shadow), 0, height)
    texel.r *= 1 + (tile - 0.5) * 0.06
  },
}

/** Slates 0.25 m wide of which 0.2 m is seen, half bond, four by six a repeat. */
const SLATE_M = 0.25
const SEEN_M = 0.2
const SLATES = 4
const SLATE_COURSES = 6
const SLATE_GAP_M = 0.004

export const slates: Texture = {
  repeat: [SLATE_M * SLATES, SEEN_M * SLATE_COURSES],
  pixels: [256, 256],
  at(u, v, texel) {
    const y = v / SEEN_M
    const row = Math.floor(y)
    const x = u / SLATE_M + modulo(row, 2) * 0.5
    const column = Math.floor(x)
    const [across, up] = [(x - column) * SLATE_M, y - row]
    const slate = hashed(modulo(column, SLATES), modulo(row, SLATE_COURSES), 95)
    const gap = Math.min(across, SLATE_M - across) < SLATE_GAP_M / 2 ? 0.45 : 0
    const shadow = up > 0.9 ? ((up - 0.9) / 0.1) * 0.4 : 0
    const layers = noise(u * 20, v * 60, 20, 72, 96) * 0.07
    setTexel(
      texel,
      (1 + (slate - 0.5) * 0.28 + layers) * (1 - Math.max(gap, shadow)),
      0,
      0.01 * (1 - up),
    )
    texel.b *= 1 + (slate - 0.5) * 0.08
  },
}

/** Sheets 0.53 m wide with standing seams of 25 mm up the slope. */
const SHEET_M = 0.53

export const standingSeams: Texture = {
  repeat: [SHEET_M * 2, 2],
  pixels: [256, 64],
  at(u, v, texel) {
    const x = u / SHEET_M
    const column = Math.floor(x)
    const across = (x - column) * SHEET_M
    const away = Math.min(across, SHEET_M - across)
    const sheet = (hashed(modulo(column, 2), 0, 99) - 0.5) * 0.05
    const dents = noise(u * (8 / 1.06), v * 1.5, 8, 3, 98) * 0.03
    // Lit on one flank of the seam, and in shadow on the other.
    const seam = away > 0.02 ? 0 : across < SHEET_M / 2 ? -0.3 : 0.22
    setTexel(texel, 1 + sheet + dents + seam, 0, away > 0.01 ? 0 : 0.025)
  },
}
