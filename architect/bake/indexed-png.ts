import { constants, crc32, deflateSync } from 'node:zlib'

/** Opaque pixels, four bytes each, rows from the top. */
interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Colours of a palette, by the format. */
const COLORS_MAX = 256
/** Filter type 1: each byte minus the one to its left. */
const SUB = 1

/**
 * A PNG with a palette (https://www.w3.org/TR/png-3/). A texture varies one colour, so that a
 * palette holds all its shades, from dark to light; where it does not, the last bits of the
 * channels are dropped. Compressed by run lengths and Huffman codes alone: the search for longer
 * repeats is another on processors of another kind, and so would be the bytes.
 */
export function indexedPng({ width, height, rgba }: Pixels): Uint8Array {
  const { colors, indexOf } = paletteOf(rgba)
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0, to = 0, from = 0; y < height; y++) {
    rows[to++] = SUB
    for (let x = 0, left = 0; x < width; x++, from += 4) {
      const index = indexOf(from)
      rows[to++] = index - left
      left = index
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits an index; a palette; deflate; the five filters; no interlacing.
  header.set([8, 3, 0, 0, 0], 8)
  const palette = colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])
  const packed = deflateSync(rows, { level: 9, strategy: constants.Z_RLE })
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from(SIGNATURE),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette)),
      chunk('IDAT', packed),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** The colours from dark to light, and the index of the pixel whose bytes begin somewhere. */
function paletteOf(rgba: Uint8Array): { colors: number[]; indexOf: (from: number) => number } {
  for (let dropped = 0; ; dropped++) {
    const mask = (0xff << dropped) & 0xff
    const colorAt = (from: number): number =>
      ((rgba[from] & mask) << 16) | ((rgba[from + 1] & mask) << 8) | (rgba[from + 2] & mask)
    const found = new Set<number>()
    for (let from = 0; from < rgba.length; from += 4) found.add(colorAt(from))
    if (found.size > COLORS_MAX) continue
    const colors = [...found].sort((a, b) => lightness(a) - lightness(b) || a - b)
    const indexes = new Map(colors.map((color, index) => [color, index]))
    return { colors, indexOf: (from) => indexes.get(colorAt(from))! }
  }
}

const lightness = (color: number): number =>
  3 * (color >> 16) + 6 * ((color >> 8) & 255) + (color & 255)

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
