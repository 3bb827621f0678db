import type { TextureName } from '../../scene/materials.ts'
import { TEXTURES } from './index.ts'
import { newTexel } from './texture.ts'

/** Factors of a texture that a byte holds: from 0 to below this. */
export const FACTOR_RANGE = 2

/** A texture over one repeat as bytes, for any colour of its material. */
export interface BakedTexture {
  width: number
  height: number
  /**
   * Four bytes a pixel, rows from the top: factors of red, green and blue, where 255 is
   * `FACTOR_RANGE`, and the joint's share, where 255 is 1.
   */
  texels: Uint8Array
  /** Height over the lowest place in metres, one a pixel. */
  heights: Float32Array
}

/**
 * Averages the texture over each of `width` by `height` pixels of one repeat, of which `samples` by
 * `samples` places are read.
 */
export function bakedTexture(
  name: TextureName,
  width: number,
  height: number,
  samples = 2,
): BakedTexture {
  const { repeat, at } = TEXTURES[name]
  const texels = new Uint8Array(width * height * 4)
  const heights = new Float32Array(width * height)
  const texel = newTexel()
  const count = samples * samples
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let [r, g, b, joint, relief] = [0, 0, 0, 0, 0]
      for (let sample = 0; sample < count; sample++) {
        const x = (column + ((sample % samples) + 0.5) / samples) / width
        const y = (row + (Math.floor(sample / samples) + 0.5) / samples) / height
        at(x * repeat[0], (1 - y) * repeat[1], texel)
        r += texel.r
        g += texel.g
        b += texel.b
        joint += texel.joint
        relief += texel.height
      }
      const pixel = row * width + column
      texels[pixel * 4] = byteOf(r / count / FACTOR_RANGE)
      texels[pixel * 4 + 1] = byteOf(g / count / FACTOR_RANGE)
      texels[pixel * 4 + 2] = byteOf(b / count / FACTOR_RANGE)
      texels[pixel * 4 + 3] = byteOf(joint / count)
      heights[pixel] = relief / count
    }
  }
  return { width, height, texels, heights }
}

const byteOf = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 255)
