import { StepError } from '../../terminal/step-error.ts'
import { NODATA } from './height-cells.ts'
import type { Affine, HeightSource } from './height-source.ts'

/** Tiles of one product share a grid: farthest that a tile may lie off it, as a share of a cell. */
const OFF_GRID_MAX = 0.02

/** Largest raster, in cells: four tiles of 3DEP at 1/3 arc-second. */
const CELLS_MAX = 500e6

/** Several rasters on the one grid that they share. */
export interface Mosaic {
  width: number
  height: number
  affine: Affine
  tiles: PlacedTile[]
}

interface PlacedTile {
  source: HeightSource
  column: number
  row: number
}

/** Comparison of the cells that several tiles have. */
export interface OverlapCounts {
  cells: number
  /** Cells in which they are more than `OVERLAP_SAME_M` apart. */
  differ: number
  /** Cells without a height in the first tile that a later one fills. */
  filled: number
}

const OVERLAP_SAME_M = 0.01

/** Puts tiles on their grid. Throws `StepError` when they share none, or would be too large. */
export function placeTiles(sources: readonly HeightSource[], target: string): Mosaic {
  const [first, ...others] = sources
  for (const other of others) checkGrid(first, other)
  const offsets = sources.map(({ affine }) => offsetOf(first.affine, affine))
  const left = Math.min(...offsets.map(([column]) => column))
  const top = Math.min(...offsets.map(([, row]) => row))
  const tiles = sources.map((source, i) => ({
    source,
    column: offsets[i][0] - left,
    row: offsets[i][1] - top,
  }))
  const width = Math.max(...tiles.map(({ source, column }) => column + source.width))
  const height = Math.max(...tiles.map(({ source, row }) => row + source.height))
  if (width * height > CELLS_MAX)
    throw new StepError(
      'lay out the rasters',
      target,
      `together they would have ${width} by ${height} cells, more than ${CELLS_MAX}`,
      'Make several partitions of them, each of neighbours.',
    )
  const [x, dx, rx, y, dy, ry] = first.affine
  const affine: Affine = [x + left * dx + top * rx, dx, rx, y + left * dy + top * ry, dy, ry]
  return { width, height, affine, tiles }
}

/** Heights of whole rows of the mosaic: the first tile with a height in a cell wins. */
export function readRows(
  { width, tiles }: Mosaic,
  row: number,
  rows: number,
  overlaps: OverlapCounts,
): Float32Array {
  const heights = new Float32Array(width * rows).fill(NODATA)
  const covered = new Uint8Array(width * rows)
  for (const { source, column, row: top } of tiles) {
    const from = Math.max(row, top)
    const to = Math.min(row + rows, top + source.height)
    if (from >= to) continue
    const part = source.read(0, from - top, source.width, to - from)
    for (let i = 0; i < part.length; i++) {
      const at = (from - row + Math.floor(i / source.width)) * width + column + (i % source.width)
      if (part[i] !== NODATA) {
        if (heights[at] === NODATA) {
          heights[at] = part[i]
          if (covered[at] === 1) overlaps.filled++
        } else {
          overlaps.cells++
          if (Math.abs(heights[at] - part[i]) > OVERLAP_SAME_M) overlaps.differ++
        }
      }
      covered[at] = 1
    }
  }
  return heights
}

function checkGrid(first: HeightSource, other: HeightSource): void {
  const fail = (problem: string) =>
    new StepError(
      'lay out the rasters',
      other.name,
      `${problem}, so their cells do not match`,
      'Make a partition of each: rasters are not resampled to fit another grid.',
    )
  if (!first.frame.isSame(other.frame))
    throw fail(`it has another coordinate system than ${first.name}`)
  const cells = Math.max(first.width, first.height, other.width, other.height)
  const step = Math.max(...[1, 2, 4, 5].map((i) => Math.abs(first.affine[i])))
  for (const i of [1, 2, 4, 5])
    if (Math.abs(first.affine[i] - other.affine[i]) * cells > OFF_GRID_MAX * step)
      throw fail(`its cells have another size than those of ${first.name}`)
  const [column, row] = exactOffset(first.affine, other.affine)
  const off = Math.max(Math.abs(column - Math.round(column)), Math.abs(row - Math.round(row)))
  if (off > OFF_GRID_MAX)
    throw fail(`its grid lies ${off.toFixed(2)} of a cell off that of ${first.name}`)
}

function offsetOf(first: Affine, other: Affine): [column: number, row: number] {
  const [column, row] = exactOffset(first, other)
  return [Math.round(column), Math.round(row)]
}

/** Position of another grid's first cell in the first grid, in cells. */
function exactOffset([x0, dx, rx, y0, dy, ry]: Affine, [x, , , y]: Affine): [number, number] {
  const det = dx * ry - rx * dy
  return [((x - x0) * ry - (y - y0) * rx) / det, ((y - y0) * dx - (x - x0) * dy) / det]
}
