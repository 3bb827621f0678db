import { bakedTexture, FACTOR_RANGE } from '../../assets/textures/baked-texture.ts'
import { TEXTURES } from '../../assets/textures/index.ts'
import { type Light, lightOf } from '../../scene/light.ts'
import type { TextureName } from '../../scene/materials.ts'

/** A texture in pictures of halving sizes, so that far away its pixels are averages. */
export interface TextureMap {
  /** Size of one repeat in metres. */
  width: number
  height: number
  /** Size of the finest pixel in metres, the lesser of its sides. */
  texel: number
  levels: Level[]
  /** Number of the first level that is one colour to the eye, which is `mean`, and all after it. */
  plainFrom: number
  /** Factors of red, green and blue, and share of the joint. */
  mean: number[]
  joint: Light
}

/** Four bytes a pixel: factors of red, green and blue, and the share of the joint. */
interface Level {
  width: number
  height: number
  texels: Uint8Array
}

/** One a name: their number is that of the textures. */
const maps = new Map<TextureName, TextureMap>()

/** The map of a texture, made at its first use: in 10 to 60 ms. */
export function textureMap(name: TextureName): TextureMap {
  const known = maps.get(name)
  if (known) return known
  const { repeat, pixels, jointColor = '#808080' } = TEXTURES[name]
  const [width, height] = pixels
  const levels: Level[] = [bakedTexture(name, width, height, 1)]
  for (let last = levels[0]; last.width > 1 || last.height > 1; last = levels[levels.length - 1])
    levels.push(halved(last))
  const rough = levels.findLastIndex(({ texels }) => spreadOf(texels) > PLAIN_SPREAD)
  const mean = [...levels[levels.length - 1].texels].map(
    (byte, k) => (byte / 255) * (k < 3 ? FACTOR_RANGE : 1),
  )
  const map = {
    plainFrom: Math.min(levels.length - 1, rough + 1),
    mean,
    width: repeat[0],
    height: repeat[1],
    texel: Math.min(repeat[0] / width, repeat[1] / height),
    levels,
    joint: lightOf(jointColor),
  }
  maps.set(name, map)
  return map
}

/** Bytes by which pixels of a level may differ and are one colour to the eye: 2.4 % up and down. */
const PLAIN_SPREAD = 6

/** The greatest difference of a channel between two pixels. */
function spreadOf(texels: Uint8Array): number {
  const low = [255, 255, 255, 255]
  const high = [0, 0, 0, 0]
  for (let i = 0; i < texels.length; i++) {
    const k = i & 3
    if (texels[i] < low[k]) low[k] = texels[i]
    if (texels[i] > high[k]) high[k] = texels[i]
  }
  return Math.max(...high.map((value, k) => value - low[k]))
}

/** Each pixel is the average of four; of an odd side the last one counts for two. */
function halved({ width, height, texels }: Level): Level {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const answer = new Uint8Array(w * h * 4)
  for (let y = 0; y < h; y++) {
    const rows = [Math.min(height - 1, y * 2) * width, Math.min(height - 1, y * 2 + 1) * width]
    for (let x = 0; x < w; x++) {
      const [a, b] = [Math.min(width - 1, x * 2), Math.min(width - 1, x * 2 + 1)]
      for (let k = 0; k < 4; k++) {
        let sum = 2
        for (const row of rows) sum += texels[(row + a) * 4 + k] + texels[(row + b) * 4 + k]
        answer[(y * w + x) * 4 + k] = sum >> 2
      }
    }
  }
  return { width: w, height: h, texels: answer }
}

/** Most places that are read along the longer side of a pixel's print on a face. */
const PRINT_PLACES = 2

/** Factors of red, green and blue, and the share of the joint: filled by `readTexture`. */
export const texel = new Float64Array(4)

/** What `readTexture` reads: numbers as arguments would be put on the heap. */
export const print = {
  /** The middle of the pixel on the face, in metres. */
  u: 0,
  v: 0,
  /** The way of the longer side of its print, of length 1, and both sides in metres. */
  du: 0,
  dv: 0,
  long: 0,
  short: 0,
}

/** Averages a map over the print of a pixel. */
export function readTexture(map: TextureMap): void {
  const { u, v, du, dv, long, short } = print
  const count = Math.min(PRINT_PLACES, Math.max(1, Math.ceil(long / short - 0.5)))
  const wide = Math.max(short, long / count)
  const { levels, plainFrom } = map
  const level = Math.max(0, Math.log2(wide / map.texel))
  const fine = Math.floor(level)
  if (fine >= plainFrom) {
    for (let k = 0; k < 4; k++) texel[k] = map.mean[k]
    return
  }
  // Two levels are mixed where one passes into the other, in a half of the way between them.
  const share = Math.min(1, Math.max(0, (level - fine - 0.25) * 2))
  for (let k = 0; k < 4; k++) texel[k] = 0
  for (let i = 0; i < count; i++) {
    const away = ((i + 0.5) / count - 0.5) * long
    const x = (u + du * away) / map.width
    const y = -(v + dv * away) / map.height
    if (share < 1) addPlace(levels[fine], x, y, (1 - share) / count)
    if (share > 0) addPlace(levels[fine + 1], x, y, share / count)
  }
  texel[0] *= FACTOR
  texel[1] *= FACTOR
  texel[2] *= FACTOR
  texel[3] /= 255
}

const FACTOR = FACTOR_RANGE / 255

/** Adds the weighted average of the four pixels around a place, in repeats from the top left. */
function addPlace({ width, height, texels }: Level, x: number, y: number, weight: number): void {
  const px = (x - Math.floor(x)) * width - 0.5
  const py = (y - Math.floor(y)) * height - 0.5
  const left = Math.floor(px)
  const top = Math.floor(py)
  const fx = px - left
  const fy = py - top
  const x0 = left < 0 ? width - 1 : left
  const x1 = left + 1 >= width ? 0 : left + 1
  const y0 = (top < 0 ? height - 1 : top) * width
  const y1 = (top + 1 >= height ? 0 : top + 1) * width
  const a = (y0 + x0) << 2
  const b = (y0 + x1) << 2
  const c = (y1 + x0) << 2
  const d = (y1 + x1) << 2
  const wb = fx * (1 - fy) * weight
  const wc = (1 - fx) * fy * weight
  const wd = fx * fy * weight
  const wa = weight - wb - wc - wd
  texel[0] += texels[a] * wa + texels[b] * wb + texels[c] * wc + texels[d] * wd
  texel[1] += texels[a + 1] * wa + texels[b + 1] * wb + texels[c + 1] * wc + texels[d + 1] * wd
  texel[2] += texels[a + 2] * wa + texels[b + 2] * wb + texels[c + 2] * wc + texels[d + 2] * wd
  texel[3] += texels[a + 3] * wa + texels[b + 3] * wb + texels[c + 3] * wc + texels[d + 3] * wd
}
