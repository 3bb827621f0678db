import { lightOf, srgbByte } from '../../scene/light.ts'
import type { Material } from '../../scene/materials.ts'
import { bakedTexture, FACTOR_RANGE } from './baked-texture.ts'
import { TEXTURES } from './index.ts'

/** One repeat of a textured material as a picture, which tiles without a seam. */
export interface TextureImage {
  /** In pixels. */
  width: number
  height: number
  /** Of the whole image on a surface, in metres: the upper edge is that much above the lower. */
  metres: readonly [width: number, height: number]
  /** Four sRGB bytes a pixel, opaque, rows from the top. */
  rgba: Uint8Array
}

/**
 * The image of a material in its colour; null for one without a texture. `pixels` is the longer
 * side; absent, as fine as in pictures.
 */
export function textureImage({ color, texture }: Material, pixels?: number): TextureImage | null {
  if (texture === undefined) return null
  const { repeat, jointColor = '#000000', pixels: usual } = TEXTURES[texture]
  const scale = pixels === undefined ? 1 : pixels / Math.max(...usual)
  const [width, height] = usual.map((side) => Math.max(1, Math.round(side * scale)))
  const { texels } = bakedTexture(texture, width, height)
  const [own, joint] = [lightOf(color), lightOf(jointColor)]
  const rgba = new Uint8Array(texels.length)
  for (let i = 0; i < texels.length; i += 4) {
    const share = texels[i + 3] / 255
    for (let k = 0; k < 3; k++) {
      const laid = own[k] * (texels[i + k] / 255) * FACTOR_RANGE
      rgba[i + k] = srgbByte(laid * (1 - share) + joint[k] * share)
    }
    rgba[i + 3] = 255
  }
  return { width, height, metres: repeat, rgba }
}
