import { decode } from 'fast-png'

/** Red, green and blue of an image, from 0 to 255. */
export interface Pixels {
  width: number
  height: number
  at(x: number, y: number): [r: number, g: number, b: number]
}

/** Decodes a PNG with a decoder independent of Plat. */
export function pixelsOf(png: Buffer): Pixels {
  const { width, height, data, channels } = decode(png)
  return {
    width,
    height,
    at: (x, y) => {
      const from = (y * width + x) * channels
      return [data[from], data[from + 1], data[from + 2]] as [number, number, number]
    },
  }
}

/** Share of pixels that differ between two images of the same size. */
export function shareChanged(one: Pixels, other: Pixels): number {
  let changed = 0
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      const [a, b] = [one.at(x, y), other.at(x, y)]
      if (a.some((value, k) => Math.abs(value - b[k]) > 8)) changed++
    }
  }
  return changed / (one.width * one.height)
}
