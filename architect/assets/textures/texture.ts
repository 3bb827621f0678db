/** What a texture has at a place: factors on a material's colour, as light and not as sRGB. */
export interface Texel {
  r: number
  g: number
  b: number
  /** Share of the joint's colour, 0 to 1. */
  joint: number
  /** Height over the lowest place, in metres, for relief. */
  height: number
}

/** A pattern of a surface, seamless: it repeats every `repeat` metres to the right and upward. */
export interface Texture {
  repeat: readonly [width: number, height: number]
  /** `#rrggbb` of the joints, whatever the colour of what is laid; absent: without joints. */
  jointColor?: string
  /** Roughness of the joints, where they have some; the material's own elsewhere. */
  jointRoughness?: number
  /** Pixels of one repeat in pictures. */
  pixels: readonly [width: number, height: number]
  /**
   * Fills `texel` at `u` metres to the right and `v` upward, seen from outside; of floors, of roofs
   * along the eaves and up the slope. Depends on nothing else.
   */
  at(u: number, v: number, texel: Texel): void
}

export const newTexel = (): Texel => ({ r: 1, g: 1, b: 1, joint: 0, height: 0 })

/** The same factor on all channels. */
export function setTexel(texel: Texel, factor: number, joint = 0, height = 0): void {
  texel.r = factor
  texel.g = factor
  texel.b = factor
  texel.joint = joint
  texel.height = height
}

/** 0 to 1, the same for the same numbers: a hash by the multiplications of MurmurHash3. */
export function hashed(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** The remainder from 0 to below `size`, also of what is negative. */
export const modulo = (value: number, size: number): number =>
  value - Math.floor(value / size) * size

/**
 * Smooth noise from -1 to 1 over cells of 1 by 1, which repeats after `columns` and `rows` of them.
 */
export function noise(x: number, y: number, columns: number, rows: number, seed: number): number {
  const left = Math.floor(x)
  const low = Math.floor(y)
  const fx = x - left
  const fy = y - low
  const sx = fx * fx * (3 - 2 * fx)
  const sy = fy * fy * (3 - 2 * fy)
  const x0 = modulo(left, columns)
  const x1 = x0 + 1 === columns ? 0 : x0 + 1
  const y0 = modulo(low, rows)
  const y1 = y0 + 1 === rows ? 0 : y0 + 1
  const a = hashed(x0, y0, seed)
  const b = hashed(x1, y0, seed)
  const c = hashed(x0, y1, seed)
  const d = hashed(x1, y1, seed)
  const bottom = a + (b - a) * sx
  const top = c + (d - c) * sx
  return (bottom + (top - bottom) * sy) * 2 - 1
}

/** 1 within `half` of a joint at distance `away`, 0 beyond it, with a soft edge of half a mm. */
export function jointAt(away: number, half: number): number {
  const share = (half - away) / 0.0005 + 0.5
  return Math.min(1, Math.max(0, share))
}
