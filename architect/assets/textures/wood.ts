import { hashed, jointAt, modulo, noise, setTexel, type Texel, type Texture } from './texture.ts'

/**
 * Fibres along `u` in metres, drawn out 24 times as long as wide, which repeat after the cells
 * given; `board` lets each board have its own.
 */
function fibres(u: number, v: number, columns: number, rows: number, board: number): number {
  const coarse = noise(u * 2.5, v * 60, columns, rows, board)
  const fine = noise(u * 5, v * 240, columns * 2, rows * 4, board + 1)
  return coarse * 0.6 + fine * 0.4
}

function setWood(texel: Texel, tone: number, share: number, relief: number): void {
  setTexel(texel, tone, 0, share > 0.5 ? 0 : relief)
  // Darker wood is redder.
  texel.r += (1 - tone) * 0.2
  texel.b -= (1 - tone) * 0.15
  // The gap between boards is in their own colour, in shadow.
  const dark = 1 - share * 0.62
  texel.r *= dark
  texel.g *= dark
  texel.b *= dark
}

/** More cells of noise than a board is wide: it does not repeat within one. */
const CELLS_APART = 64

/** One piece: fibres along `u` without joints. */
export const grain: Texture = {
  repeat: [2, 1],
  pixels: [256, 512],
  at(u, v, texel) {
    setWood(texel, 1 + fibres(u, v, 5, 60, 51) * 0.07, 0, 0)
  },
}

const BOARD_M = 0.14
const BOARDS_ACROSS = 12
/** Two boards make a row: they are 1.6 to 2.6 m long. */
const ROW_M = 4.2
const BOARD_SHORTEST_M = 1.6
/** Between boards, in metres. */
const GAP_M = 0.0022

/** Boards 140 mm wide along `u`, in rows of random joints. */
export const boards: Texture = {
  repeat: [ROW_M, BOARD_M * BOARDS_ACROSS],
  pixels: [512, 768],
  at(u, v, texel) {
    const y = v / BOARD_M
    const row = Math.floor(y)
    const own = modulo(row, BOARDS_ACROSS)
    const start = hashed(own, 1, 61) * ROW_M
    const length = BOARD_SHORTEST_M + hashed(own, 2, 61) * (ROW_M - 2 * BOARD_SHORTEST_M)
    const along = modulo(u - start, ROW_M)
    const isFirst = along < length
    const toEnd = isFirst
      ? Math.min(along, length - along)
      : Math.min(along - length, ROW_M - along)
    const fy = (y - row) * BOARD_M
    const away = Math.min(fy, BOARD_M - fy, toEnd)
    const board = own * 2 + (isFirst ? 0 : 1)
    const tone = (hashed(board, 3, 61) - 0.5) * 0.2
    const fibre = noise(u / 0.42, fy * 60, 10, CELLS_APART, board + 100) * 0.05
    const fine = noise(u / 0.21, fy * 250, 20, CELLS_APART, board + 200) * 0.03
    setWood(texel, 1 + tone + fibre + fine, jointAt(away, GAP_M / 2), 0.001)
  },
}

/** Blocks of 70 by 280 mm in herringbone: a block covers four cells of 70 mm. */
const CELL_M = 0.07
const CELLS = 4
/** Cells after which the pattern repeats, and its tones. */
const PERIOD = CELLS * 2 * 3

export const parquet: Texture = {
  repeat: [CELL_M * PERIOD, CELL_M * PERIOD],
  pixels: [512, 512],
  at(u, v, texel) {
    const x = u / CELL_M
    const y = v / CELL_M
    const column = Math.floor(x)
    const row = Math.floor(y)
    const step = modulo(column - row, 2 * CELLS)
    const isLying = step < CELLS
    // Cells before this one in its block, and the place within the block along and across it.
    const before = isLying ? step : 2 * CELLS - 1 - step
    const along = (isLying ? x - column : y - row) + before
    const across = isLying ? y - row : x - column
    const first = isLying ? column - before : column
    const last = isLying ? row : row - before
    const block = hashed(modulo(first, PERIOD), modulo(last, PERIOD), isLying ? 71 : 73)
    const away = Math.min(along, CELLS - along, across, 1 - across) * CELL_M
    const fibre =
      noise(along * 0.75, across * 6, CELLS_APART, CELLS_APART, Math.floor(block * 1e6)) * 0.06
    const light = isLying ? 0.03 : -0.03
    setWood(texel, 1 + (block - 0.5) * 0.2 + fibre + light, jointAt(away, 0.0006), 0.0005)
  },
}

/** Level boards 140 mm high, each lapped over the one below, in whose shadow its top is. */
const LAPS = 10
export const cladding: Texture = {
  repeat: [2, BOARD_M * LAPS],
  pixels: [256, 512],
  at(u, v, texel) {
    const y = v / BOARD_M
    const row = Math.floor(y)
    const own = modulo(row, LAPS)
    const up = y - row
    const tone = (hashed(own, 1, 81) - 0.5) * 0.16
    const fibre = fibres(u, up * BOARD_M, 5, CELLS_APART, own + 300) * 0.05
    const shadow = up > 0.92 ? (up - 0.92) / 0.08 : 0
    setWood(texel, 1 + tone + fibre + (0.5 - up) * 0.05, shadow, (1 - up) * 0.015)
  },
}
