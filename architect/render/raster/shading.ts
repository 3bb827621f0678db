import type { Point3 } from '../../geometry/vector.ts'
import type { Light } from '../../scene/light.ts'
import type { DrawnTriangles } from './drawn-triangles.ts'

/** The lights of a picture. Colours are light, not sRGB. */
export interface Lighting {
  toSun: Point3
  sun: Light
  /** Light on faces that look up, and on those that look down. */
  sky: Light
  ground: Light
  /** Light from the eye's side: it distinguishes faces that the sun does not reach. */
  fill: number
}

export const DAYLIGHT: Omit<Lighting, 'toSun'> = {
  sun: [0.8, 0.755, 0.68],
  sky: [0.4, 0.43, 0.48],
  ground: [0.27, 0.255, 0.235],
  fill: 0.06,
}
/** Light of rooms with a ceiling, reflected by their walls. */
export const ROOMLIGHT: Omit<Lighting, 'toSun'> = {
  sun: [0.62, 0.56, 0.47],
  sky: [0.66, 0.645, 0.62],
  ground: [0.57, 0.555, 0.53],
  fill: 0.2,
}

/** Light of a house that is cut open: nothing casts a shadow, and faces differ by direction. */
export const SECTION_LIGHT: Omit<Lighting, 'toSun'> = {
  sun: [0.3, 0.29, 0.27],
  sky: [0.62, 0.62, 0.62],
  ground: [0.5, 0.49, 0.48],
  fill: 0.12,
}

/** Colours of the sky and of the ground in a mirror. */
const SKY_HIGH: Light = [0.52, 0.66, 0.84]
const SKY_LOW: Light = [0.86, 0.9, 0.94]
const GROUND_FAR: Light = [0.42, 0.41, 0.39]

/** The colour that is seen, as light: filled by `shade` and `reflect`. */
export const seen = new Float64Array(3)

/**
 * The point that a pixel shows. Numbers are passed in arrays: as arguments each of them would be
 * put on the heap, twenty a pixel.
 */
export interface ShadedPoint {
  /** Position in metres; normal and direction of the view, of length 1. */
  place: Float64Array
  normal: Float64Array
  way: Float64Array
  /** Nearness, and the shares of the sun and of the sky that reach it. */
  light: Float64Array
}
/** Indexes into `light` of a point. */
export const NEAR = 0
export const LIT = 1
export const OPEN = 2

/** Red, green and blue of what is shaded, as light: filled by the caller of `shade`. */
export const ownColor = new Float64Array(3)

/** Shades a point of triangle `t`, which has `ownColor`. */
export function shade(
  drawn: DrawnTriangles,
  lighting: Lighting,
  t: number,
  { normal, way, light }: ShadedPoint,
): void {
  const nx = normal[0]
  const ny = normal[1]
  const nz = normal[2]
  const dx = way[0]
  const dy = way[1]
  const dz = way[2]
  const lit = light[LIT]
  const open = light[OPEN]
  const { roughness, metallic } = drawn.looks[drawn.look[t]]
  const r = ownColor[0]
  const g = ownColor[1]
  const b = ownColor[2]
  const { toSun, sun, sky, ground, fill } = lighting
  const facing = -(nx * dx + ny * dy + nz * dz)
  const up = ny * 0.5 + 0.5
  const direct = Math.max(0, nx * toSun[0] + ny * toSun[1] + nz * toSun[2]) * lit
  const front = fill * Math.max(0, facing)
  const lr = (ground[0] + (sky[0] - ground[0]) * up) * open + front * open + sun[0] * direct
  const lg = (ground[1] + (sky[1] - ground[1]) * up) * open + front * open + sun[1] * direct
  const lb = (ground[2] + (sky[2] - ground[2]) * up) * open + front * open + sun[2] * direct
  // Metal shows a part of its body colour: there is little around it to mirror.
  const body = 1 - metallic * 0.55
  seen[0] = r * lr * body
  seen[1] = g * lg * body
  seen[2] = b * lb * body
  const gloss = 1 - roughness
  if (gloss < 0.15) return
  const away = 1 - Math.max(0, facing)
  const grazing = away * away * away * away * away
  const strength = metallic > 0 ? 0.5 + 0.3 * gloss : (0.04 + 0.3 * grazing) * gloss
  mirrored(normal, way)
  const tintR = metallic > 0 ? r : 1
  const tintG = metallic > 0 ? g : 1
  const tintB = metallic > 0 ? b : 1
  // The sun's own reflection, wider on rougher faces.
  const sharp = 4 + gloss * gloss * 120
  const towards = mirror[0] * toSun[0] + mirror[1] * toSun[1] + mirror[2] * toSun[2]
  const glint = towards > 0 && lit > 0 ? towards ** sharp * lit * gloss * 0.35 : 0
  seen[0] += (sky3[0] * strength * open + glint) * tintR
  seen[1] += (sky3[1] * strength * open + glint) * tintG
  seen[2] += (sky3[2] * strength * open + glint) * tintB
}

const mirror = new Float64Array(3)
const sky3 = new Float64Array(3)

/** The direction in which a face throws the look back, and what is there. */
function mirrored(normal: Float64Array, way: Float64Array): void {
  const facing = -(normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2])
  mirror[0] = way[0] + 2 * facing * normal[0]
  mirror[1] = way[1] + 2 * facing * normal[1]
  mirror[2] = way[2] + 2 * facing * normal[2]
  const y = mirror[1]
  const to = y >= 0 ? SKY_HIGH : GROUND_FAR
  const share = Math.min(1, Math.abs(y) * (y >= 0 ? 1.4 : 3))
  for (let k = 0; k < 3; k++) sky3[k] = SKY_LOW[k] + (to[k] - SKY_LOW[k]) * share
}

/** Covers `seen` with a pane of glass: a tint, and the sky in it at flat angles. */
export function glaze(drawn: DrawnTriangles, t: number, { normal, way }: ShadedPoint): void {
  const { r, g, b } = drawn.looks[drawn.look[t]]
  const facing = Math.abs(normal[0] * way[0] + normal[1] * way[1] + normal[2] * way[2])
  mirrored(normal, way)
  const away = (1 - facing) * (1 - facing)
  const share = 0.22 + 0.6 * away * away
  seen[0] = seen[0] * r * 0.94 * (1 - share) + sky3[0] * share * 0.8
  seen[1] = seen[1] * g * 0.97 * (1 - share) + sky3[1] * share * 0.82
  seen[2] = seen[2] * b * (1 - share) + sky3[2] * share * 0.84
}
