import { promisify } from 'node:util'
import { crc32, deflate, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/**
 * Filter type 2: each byte minus the one above it. Colours and heights differ little from row to
 * row.
 */
const UP = 2

/**
 * Rows of pixels from the top, 8 bits a channel: red, green, blue, and alpha where there are four.
 */
export interface Pixels {
  width: number
  channels: 3 | 4
  data: Uint8Array | Uint8ClampedArray
}

/**
 * Encodes pixels as a PNG without alpha (https://www.w3.org/TR/png-3/), compressed off this thread
 * at a level of zlib. The same pixels and level give the same bytes.
 */
export async function encodePng(pixels: Pixels, level: number): Promise<Buffer> {
  const compress = promisify<Uint8Array, object, Buffer>(deflate)
  return pngFile(pixels, await compress(filteredRows(pixels), { level }))
}

/** Does the same as `encodePng` in this thread. */
export function encodePngSync(pixels: Pixels, level: number): Buffer {
  return pngFile(pixels, deflateSync(filteredRows(pixels), { level }))
}

function heightOf({ width, channels, data }: Pixels): number {
  return data.length / (width * channels)
}

function filteredRows(pixels: Pixels): Uint8Array {
  const { width, channels, data } = pixels
  const rows = new Uint8Array((width * 3 + 1) * heightOf(pixels))
  const above = width * channels
  let to = 0
  for (let from = 0; from < data.length; from += channels) {
    if (from % above === 0) rows[to++] = UP
    const isFirst = from < above
    rows[to++] = data[from] - (isFirst ? 0 : data[from - above])
    rows[to++] = data[from + 1] - (isFirst ? 0 : data[from + 1 - above])
    rows[to++] = data[from + 2] - (isFirst ? 0 : data[from + 2 - above])
  }
  return rows
}

function pngFile(pixels: Pixels, packed: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels.width, 0)
  header.writeUInt32BE(heightOf(pixels), 4)
  // 8 bits a channel; red, green and blue; deflate; the five filters; no interlacing.
  header.set([8, 2, 0, 0, 0], 8)
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', packed), end])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
