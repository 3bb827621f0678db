import type { HeightGrid } from '../heights/height-grid.ts'
import { lzw } from './lzw.ts'
import { type TiffEntry, tiffDirectory } from './tiff-directory.ts'

/** Side of a tile. */
const TILE = 256

export interface HeightFile {
  grid: HeightGrid
  /** In reading order. */
  heights: Float32Array
  nodata: number | null
  /** True when the values are of points (GLO-30), false when of areas (3DEP). */
  isPoint: boolean
  /** EPSG codes: the horizontal frame, and the vertical one, in metres. */
  frame: number
  vertical: number
  description: string
}

/**
 * A GeoTIFF as USGS writes its blocks: Float32 in tiles, LZW with the floating-point predictor
 * (TIFF 6.0; Adobe Photoshop TIFF Technical Note 3; OGC 19-008r4 for the keys).
 */
export function writeHeightTiff(file: HeightFile): Buffer {
  const { grid, nodata, isPoint, frame, vertical, description } = file
  const tiles = [...tilesOf(file)]
  const offsets: number[] = []
  let end = 8
  for (const tile of tiles) {
    offsets.push(end)
    end += tile.length + (tile.length % 2)
  }
  const { west, north, step } = grid
  // The tie point is the value itself where values are points, else its cell's north-west corner.
  const [x, y] = isPoint ? [west, north] : [west - step / 2, north + step / 2]
  const entries: TiffEntry[] = [
    [256, 4, [grid.columns]],
    [257, 4, [grid.rows]],
    [258, 3, [32]],
    [259, 3, [5]],
    [262, 3, [1]],
    [270, 2, description],
    [277, 3, [1]],
    [284, 3, [1]],
    [317, 3, [3]],
    [322, 3, [TILE]],
    [323, 3, [TILE]],
    [324, 4, offsets],
    [325, 4, tiles.map(({ length }) => length)],
    [339, 3, [3]],
    [33550, 12, [step, step, 0]],
    [33922, 12, [0, 0, 0, x, y, 0]],
    [34735, 3, geoKeys(isPoint ? 2 : 1, frame, vertical)],
    ...(nodata === null ? [] : [[42113, 2, `${nodata}`] as TiffEntry]),
  ]
  const header = Buffer.alloc(8)
  header.write('II', 'latin1')
  header.writeUInt16LE(42, 2)
  header.writeUInt32LE(end, 4)
  const padded = tiles.flatMap((tile) => (tile.length % 2 ? [tile, Buffer.alloc(1)] : [tile]))
  return Buffer.concat([header, ...padded, tiffDirectory(entries, end)])
}

/** Geographic, degrees, with a vertical frame in metres. */
function geoKeys(rasterType: 1 | 2, frame: number, vertical: number): number[] {
  const keys = [
    [1024, 2],
    [1025, rasterType],
    [2048, frame],
    [2054, 9102],
    [4096, vertical],
    [4099, 9001],
  ]
  return [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])]
}

function* tilesOf({ grid, heights, nodata }: HeightFile): Generator<Buffer> {
  const { columns, rows } = grid
  for (let top = 0; top < rows; top += TILE)
    for (let left = 0; left < columns; left += TILE) {
      // Cells beyond the edge are never read; they repeat the edge, which compresses well.
      const bytes = new Uint8Array(TILE * TILE * 4)
      const row = new Float32Array(TILE)
      for (let y = 0; y < TILE; y++) {
        for (let x = 0; x < TILE; x++) {
          const [column, line] = [Math.min(columns - 1, left + x), Math.min(rows - 1, top + y)]
          row[x] = heights[line * columns + column] ?? nodata ?? 0
        }
        predict(row, bytes.subarray(y * TILE * 4, (y + 1) * TILE * 4))
      }
      yield lzw(bytes)
    }
}

/** Bytes of a row by significance, highest first, each as the difference to the one before. */
function predict(row: Float32Array, into: Uint8Array): void {
  const bits = new Uint32Array(row.buffer)
  for (let x = 0; x < TILE; x++)
    for (let byte = 0; byte < 4; byte++) into[byte * TILE + x] = bits[x] >>> (24 - byte * 8)
  for (let i = into.length - 1; i > 0; i--) into[i] -= into[i - 1]
}
