import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deflateSync } from 'node:zlib'
import { type TiffEntry, tiffDirectory } from '../pipelines/sample/files/tiff-directory.ts'

/** A raster of heights to write: its north-west corner and spacing in degrees. */
export interface CraftedRaster {
  west: number
  north: number
  step: number
  columns: number
  rows: number
  /** Metres at a pixel's centre; NaN for none. */
  height(lng: number, lat: number, column: number, row: number): number
  blockSize?: number
  /** How often the raster is halved, by the means of what has a height. */
  overviews?: number
  isDeflated?: boolean
  isPoint?: boolean
}

const NODATA = -9999
interface Image {
  columns: number
  rows: number
  values: Float32Array
}

/** Writes a tiled GeoTIFF of Float32 in NAD83 lon/lat, overviews after the raster, as a COG is read. */
export async function writeRaster(file: string, raster: CraftedRaster): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, rasterBytes(raster))
}

export function rasterBytes(raster: CraftedRaster): Buffer {
  const images = [fullImage(raster)]
  for (let i = 0; i < (raster.overviews ?? 0); i++) images.push(halved(images[i]))
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])]
  let at = 8
  images.forEach((image, number) => {
    const { head, body } = imageBytes(image, raster, number, at, number === images.length - 1)
    parts.push(head, body)
    at += head.length + body.length
  })
  return Buffer.concat(parts)
}

function fullImage({ west, north, step, columns, rows, height, isPoint }: CraftedRaster): Image {
  const half = isPoint ? 0 : 0.5
  const values = Float32Array.from({ length: columns * rows }, (_, i) => {
    const [c, r] = [i % columns, Math.floor(i / columns)]
    return height(west + (c + half) * step, north - (r + half) * step, c, r)
  })
  return { columns, rows, values }
}

function halved({ columns, rows, values }: Image): Image {
  const [width, height] = [Math.ceil(columns / 2), Math.ceil(rows / 2)]
  const means = Float32Array.from({ length: width * height }, (_, i) => {
    const [c, r] = [(i % width) * 2, Math.floor(i / width) * 2]
    const four = [0, 1].flatMap((dr) =>
      [0, 1].flatMap((dc) =>
        c + dc < columns && r + dr < rows ? [values[(r + dr) * columns + c + dc]] : [],
      ),
    )
    const valid = four.filter((value) => !Number.isNaN(value))
    return valid.reduce((sum, value) => sum + value, 0) / valid.length
  })
  return { columns: width, rows: height, values: means }
}

function imageBytes(
  { columns, rows, values }: Image,
  { west, north, step, blockSize = 64, isDeflated, isPoint }: CraftedRaster,
  number: number,
  at: number,
  isLast: boolean,
) {
  const blocks: Buffer[] = []
  for (let top = 0; top < rows; top += blockSize)
    for (let left = 0; left < columns; left += blockSize) {
      const block = Buffer.alloc(blockSize * blockSize * 4)
      for (let i = 0; i < blockSize * blockSize; i++) {
        const [c, r] = [left + (i % blockSize), top + Math.floor(i / blockSize)]
        const value = c < columns && r < rows ? values[r * columns + c] : Number.NaN
        block.writeFloatLE(Number.isNaN(value) ? NODATA : value, i * 4)
      }
      blocks.push(isDeflated ? deflateSync(block) : block)
    }
  const keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, isPoint ? 2 : 1, 2048, 0, 1, 4269]
  const geo: TiffEntry[] =
    number === 0
      ? [
          [33550, 12, [step, step, 0]],
          [33922, 12, [0, 0, 0, west, north, 0]],
          [34735, 3, keys],
        ]
      : []
  const tags: TiffEntry[] = [
    [254, 4, [number === 0 ? 0 : 1]],
    [256, 4, [columns]],
    [257, 4, [rows]],
    [258, 3, [32]],
    [259, 3, [isDeflated ? 8 : 1]],
    [262, 3, [1]],
    [277, 3, [1]],
    [284, 3, [1]],
    [322, 4, [blockSize]],
    [323, 4, [blockSize]],
    [324, 4, blocks.map(() => 0)],
    [325, 4, blocks.map(({ length }) => length)],
    [339, 3, [3]],
    ...geo,
    [42113, 2, `${NODATA}`],
  ]
  // Twice: offsets of the blocks are known when the length of the head is.
  const length = tiffDirectory(tags, at, 0).length
  let offset = at + length
  tags.find(([tag]) => tag === 324)![2] = blocks.map((block) => {
    offset += block.length
    return offset - block.length
  })
  return { head: tiffDirectory(tags, at, isLast ? 0 : offset), body: Buffer.concat(blocks) }
}
