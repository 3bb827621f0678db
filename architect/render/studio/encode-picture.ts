import { createCanvas } from '@napi-rs/canvas'
import { encodePngSync } from '../../../images/png.ts'
import type { StudioFormat } from './studio-request.ts'

export interface RgbPicture {
  width: number
  height: number
  /** Rows from the top, three bytes a pixel. */
  rgb: Uint8Array
}

/** Level of zlib: files are stored and loaded often, and made once. */
const PNG_LEVEL = 7
/** Quality of WebP from 0 to 100: fine lines stay sharp. */
const WEBP_QUALITY = 92
const FRAME_QUALITY = 82

/** The bytes of a picture: the same pixels and format give the same bytes. */
export function encodePicture({ width, height, rgb }: RgbPicture, format: StudioFormat): Buffer {
  if (format === 'png') return encodePngSync({ width, channels: 3, data: rgb }, PNG_LEVEL)
  const context = createCanvas(width, height).getContext('2d')
  const image = context.createImageData(width, height)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    image.data[to] = rgb[from]
    image.data[to + 1] = rgb[from + 1]
    image.data[to + 2] = rgb[from + 2]
    image.data[to + 3] = 255
  }
  context.putImageData(image, 0, 0)
  return context.canvas.encodeSync('webp', format === 'frame' ? FRAME_QUALITY : WEBP_QUALITY)
}
