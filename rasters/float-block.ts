import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { BaseDecoder, type GeoTIFFImage } from 'geotiff'

/** Values of TIFF's tags: `Compression` by zlib, and `SampleFormat` of floats. */
const ZLIB = [8, 32_946]
const FLOATS = 3
/** `Predictor` of bytes of floats, by significance; 1 is none. */
const OF_FLOATS = 3
/** Room after a block of the expected size, so that zlib ends it in one run. */
const SPARE_BYTES = 64

const inflated = promisify<Uint8Array, object, Buffer>(inflate)

/**
 * Inflates a block in one run off this thread, and to no more bytes than given. By default zlib
 * returns to this thread for every 16 KiB, 16 times for a block of 256 by 256 cells.
 */
export async function inflateBlock(
  packed: ArrayBufferLike,
  expectedBytes: number,
  maxOutputLength: number,
): Promise<ArrayBufferLike> {
  const chunkSize = Math.min(expectedBytes, maxOutputLength) + SPARE_BYTES
  const bytes = await inflated(new Uint8Array(packed), { chunkSize, maxOutputLength })
  // A small one, or one of several runs, may lie in a buffer that others share.
  return bytes.buffer.byteLength === chunkSize
    ? bytes.buffer
    : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
}

/**
 * The cells of one block of a raster of floats compressed by zlib, which Plat writes and 3DEP
 * publishes; null for a raster of another kind. Its rows have the width of a block, also at the
 * eastern edge. geotiff reads each cell by a call: the ground of a parcel then takes twice as long
 * (`tests/bench/terrain.ts`).
 */
export async function floatBlock(
  image: GeoTIFFImage,
  x: number,
  y: number,
  bytesMax: number,
): Promise<Float32Array | null> {
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1)
  const predictor = Number((await image.fileDirectory.loadValue('Predictor')) ?? 1)
  const isPlain =
    image.littleEndian &&
    image.getSamplesPerPixel() === 1 &&
    image.getSampleFormat(0) === FLOATS &&
    image.getBitsPerSample(0) === 32 &&
    ZLIB.includes(compression) &&
    (predictor === 1 || predictor === OF_FLOATS)
  if (!isPlain) return null
  const width = image.getTileWidth()
  const decoder = new FloatDecoder(width, image.getTileHeight(), predictor, bytesMax)
  const { data } = await image.getTileOrStrip(x, y, 0, decoder)
  return new Float32Array(data, 0, width * image.getBlockHeight(y))
}

class FloatDecoder extends BaseDecoder {
  private readonly bytesMax: number

  constructor(tileWidth: number, tileHeight: number, predictor: number, bytesMax: number) {
    super({ tileWidth, tileHeight, predictor, bitsPerSample: 32, planarConfiguration: 1 })
    this.bytesMax = bytesMax
  }

  override async decode(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileWidth, tileHeight, predictor } = this.parameters
    const bytes = await inflateBlock(packed, tileWidth * tileHeight * 4, this.bytesMax)
    return predictor === OF_FLOATS ? unpredicted(new Uint8Array(bytes), tileWidth).buffer : bytes
  }
}

/**
 * Undoes the predictor of floats (TIFF Technical Note 3): a row has the first bytes of all its
 * floats, then the second ones, and so on, each less the byte before it. Overwrites `bytes`. An
 * incomplete row at the end is left out.
 */
export function unpredicted(bytes: Uint8Array, columns: number): Float32Array {
  const rowBytes = columns * 4
  const rows = Math.floor(bytes.length / rowBytes)
  const floats = new Float32Array(rows * columns)
  const bits = new Int32Array(floats.buffer)
  for (let row = 0; row < rows; row++) {
    const start = row * rowBytes
    let sum = 0
    for (let i = start; i < start + rowBytes; i++) bytes[i] = sum = (sum + bytes[i]) & 255
    for (let column = 0; column < columns; column++) {
      const at = start + column
      bits[row * columns + column] =
        (bytes[at] << 24) |
        (bytes[at + columns] << 16) |
        (bytes[at + 2 * columns] << 8) |
        bytes[at + 3 * columns]
    }
  }
  return floats
}
