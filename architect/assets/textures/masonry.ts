import { hashed, jointAt, modulo, noise, setTexel, type Texture } from './texture.ts'

/**
 * Rows of pieces, each shifted against the one below: `columns` by `rows` pieces a repeat. The
 * shift is a share of a piece.
 */
interface Bond {
  repeat: readonly [number, number]
  columns: number
  rows: number
  shift: number
  joint: number
  /** How much pieces differ in brightness, and how much one does within itself. */
  variety: number
  mottle: number
  relief: number
  seed: number
}

function bond(options: Bond): Texture['at'] {
  const { repeat, columns, rows, shift, joint, variety, mottle, relief, seed } = options
  const [width, height] = [repeat[0] / columns, repeat[1] / rows]
  return (u, v, texel) => {
    const y = v / height
    const row = Math.floor(y)
    const x = u / width + modulo(row, 2) * shift
    const column = Math.floor(x)
    const fx = (x - column) * width
    const fy = (y - row) * height
    const away = Math.min(fx, width - fx, fy, height - fy)
    const piece = hashed(modulo(column, columns), modulo(row, rows), seed)
    const grain = noise(
      u * 90,
      v * 90,
      Math.round(repeat[0] * 90),
      Math.round(repeat[1] * 90),
      seed,
    )
    const share = jointAt(away, joint / 2)
    setTexel(texel, 1 + (piece - 0.5) * variety + grain * mottle, share, share > 0.5 ? 0 : relief)
    // Bricks differ in hue as well: some are more burnt.
    const burnt = (hashed(modulo(column, columns), modulo(row, rows), seed + 7) - 0.5) * variety
    texel.r += burnt * 0.25
    texel.b -= burnt * 0.2
  }
}

/** German format: bricks of 240 by 71 mm, 4 to the metre, 12 courses to the metre, half bond. */
const BRICK: Bond = {
  repeat: [2, 2],
  columns: 8,
  rows: 24,
  shift: 0.5,
  joint: 0.011,
  variety: 0.3,
  mottle: 0.06,
  relief: 0.004,
  seed: 11,
}

/** Ashlar in courses of 0.25 m, blocks of 0.5 m with joints of 12 mm. */
const STONE_WALL: Bond = {
  repeat: [2, 2],
  columns: 4,
  rows: 8,
  shift: 0.5,
  joint: 0.012,
  variety: 0.3,
  mottle: 0.12,
  relief: 0.008,
  seed: 23,
}

/** Slabs of 0.6 by 0.4 m, half bond, joints of 8 mm. */
const STONE_PAVING: Bond = {
  repeat: [2.4, 1.6],
  columns: 4,
  rows: 4,
  shift: 0.5,
  joint: 0.008,
  variety: 0.16,
  mottle: 0.07,
  relief: 0.003,
  seed: 31,
}

/** Square tiles in a grid, `columns` by `columns` a repeat, with joints of `joint` metres. */
function tiles(size: number, columns: number, joint: number, seed: number): Texture {
  const repeat = [size * columns, size * columns] as const
  const at = bond({
    repeat,
    columns,
    rows: columns,
    shift: 0,
    joint,
    variety: 0.05,
    mottle: 0.015,
    relief: 0.001,
    seed,
  })
  return { repeat, jointColor: '#b9b7b1', jointRoughness: 0.9, pixels: [512, 512], at }
}

export const brick: Texture = {
  repeat: BRICK.repeat,
  jointColor: '#bdb5a8',
  jointRoughness: 0.95,
  pixels: [512, 512],
  at: bond(BRICK),
}
export const stoneWall: Texture = {
  repeat: STONE_WALL.repeat,
  jointColor: '#8d867a',
  jointRoughness: 0.95,
  pixels: [512, 512],
  at: bond(STONE_WALL),
}
export const stonePaving: Texture = {
  repeat: STONE_PAVING.repeat,
  jointColor: '#8a847a',
  jointRoughness: 0.95,
  pixels: [512, 512],
  at: bond(STONE_PAVING),
}
/** 300 mm with joints of 3 mm, and 600 mm with joints of 3 mm. */
export const tiles300: Texture = tiles(0.3, 4, 0.003, 41)
export const tiles600: Texture = tiles(0.6, 2, 0.003, 43)
