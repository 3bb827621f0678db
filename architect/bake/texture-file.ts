import { LRUCache } from 'lru-cache'
import { textureImage } from '../assets/textures/texture-image.ts'
import type { Material } from '../scene/materials.ts'
import { indexedPng } from './indexed-png.ts'

/** One repeat of a textured material as a PNG. */
export interface TextureFile {
  bytes: Uint8Array
  /** Size of the image on a surface, in metres. */
  metres: readonly [width: number, height: number]
}

/**
 * Longer side of an image in pixels: 8 mm a pixel of bricks and boards. Twice as many would make
 * the files of houses twice as large.
 */
const TEXTURE_PIXELS = 256
/** Textures of this process in memory, 30 kB each. A house has about ten, a scene seldom 20. */
const CACHED_TEXTURES_MAX = 64

const files = new LRUCache<string, TextureFile>({ max: CACHED_TEXTURES_MAX })

/** The image of a material; null for one without a texture. Made in 40 ms at its first use. */
export function textureFile(material: Material): TextureFile | null {
  const key = `${material.texture} ${material.color}`
  const known = files.get(key)
  if (known) return known
  const image = textureImage(material, TEXTURE_PIXELS)
  if (!image) return null
  const file = { bytes: indexedPng(image), metres: image.metres }
  files.set(key, file)
  return file
}
