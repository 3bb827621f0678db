import { createCanvas } from '@napi-rs/canvas'
import type { Picture } from './rendered-picture.ts'

export function pngOf({ width, height, rgba }: Pick<Picture, 'width' | 'height' | 'rgba'>): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  image.data.set(rgba)
  context.putImageData(image, 0, 0)
  return canvas.encodeSync('png')
}
