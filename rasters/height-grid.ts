import type { Cog } from './cog.ts'
import { type Lattice, spacingM, windowAbout } from './lattice.ts'
import { nearestLevel, readMosaic } from './mosaic.ts'
import { RasterFault } from './raster-fault.ts'

/** Approximate spacing of the grid in the contract, metres. */
const GRID_M = 10
/** A level finer than this share of the spacing is averaged. */
const NEAR_SHARE = Math.SQRT1_2
/** Nodes of a grid: a box of 10 km at 10 m. */
export const GRID_NODES_MAX = 1_000_000
/** Cells read for a grid if a fine raster lacks overviews. */
export const CELLS_READ_MAX = 4_000_000

/**
 * Heights of a box on lines of longitude `xs` (eastwards) and of latitude `ys` (southwards), in
 * degrees. The first and last lines are the edges of the box, those between are the raster's own.
 */
export interface HeightGrid {
  xs: Float64Array
  ys: Float64Array
  /** Row by row, metres; NaN without a height. */
  heights: Float64Array
}

/** Thrown for a box that is too large to be read. */
export class TooLarge extends RasterFault {}

/**
 * Reads the heights of a box in degrees (west, south, east, north) on a grid of about 10 m. The
 * grid is that of the first raster's level nearest to 10 m; a finer level is averaged and a coarser
 * one stays. Heights on the edges of the box are interpolated between nodes, so a surface that is
 * bilinear between nodes is cut exactly.
 */
export async function readHeightGrid(
  cogs: readonly Cog[],
  box: readonly [west: number, south: number, east: number, north: number],
): Promise<{ grid: HeightGrid; used: Cog[] }> {
  const [{ levels }] = cogs
  const base = levels[nearestLevel(levels, levels[0].dy * (GRID_M / spacingM(levels[0])))]
  const spacing = spacingM(base)
  const share = spacing < GRID_M * NEAR_SHARE ? Math.round(GRID_M / spacing) : 1
  const nodes = averagedLattice(base, share)
  const about = windowAbout(nodes, box)
  const count = about.columns * about.rows
  if (!(count <= GRID_NODES_MAX) || !(count * share ** 2 <= CELLS_READ_MAX))
    throw new TooLarge('The parcel', `is too large: its box has ${count} nodes of the grid`)
  const read = {
    column: about.column * share,
    row: about.row * share,
    columns: about.columns * share,
    rows: about.rows * share,
  }
  const { heights, used } = await readMosaic(cogs, base, read)
  const averaged = share === 1 ? heights : average(heights, read.columns, share)
  const lines = (first: number, step: number, length: number) =>
    Float64Array.from({ length }, (_, i) => first + i * step)
  const xs = lines(nodes.west + about.column * nodes.dx, nodes.dx, about.columns)
  const ys = lines(nodes.north - about.row * nodes.dy, -nodes.dy, about.rows)
  const [west, south, east, north] = box
  const across = cut(Float64Array.from(averaged), xs, west, east, 'columns')
  const grid = cut(across.heights, ys, north, south, 'rows', across.lines.length)
  return { grid: { xs: across.lines, ys: grid.lines, heights: grid.heights }, used }
}

/** The lattice of the middles of squares of `share` by `share` nodes. */
function averagedLattice(base: Lattice, share: number): Lattice {
  const shift = (share - 1) / 2
  return {
    west: base.west + shift * base.dx,
    north: base.north - shift * base.dy,
    dx: base.dx * share,
    dy: base.dy * share,
    columns: Math.floor(base.columns / share),
    rows: Math.floor(base.rows / share),
  }
}

/** Means of squares of nodes; NaN if more than half of the nodes of a square have no height. */
function average(heights: Float32Array, columns: number, share: number): Float64Array {
  const across = columns / share
  const into = new Float64Array(heights.length / share ** 2)
  for (let i = 0; i < into.length; i++) {
    const first = Math.floor(i / across) * share * columns + (i % across) * share
    let sum = 0
    let count = 0
    for (let k = 0; k < share ** 2; k++) {
      const height = heights[first + Math.floor(k / share) * columns + (k % share)]
      if (Number.isNaN(height)) continue
      sum += height
      count++
    }
    into[i] = count * 2 >= share ** 2 ? sum / count : Number.NaN
  }
  return into
}

/**
 * Cuts a grid along one axis at two positions: the lines strictly between stay, and the heights on
 * the cuts are interpolated. `lines` run from the side of `from` to the side of `to`.
 */
function cut(
  heights: Float64Array,
  lines: Float64Array,
  from: number,
  to: number,
  axis: 'columns' | 'rows',
  columns = lines.length,
): { heights: Float64Array; lines: Float64Array } {
  const sign = Math.sign(to - from)
  const inner = lines.filter((line) => (line - from) * sign > 0 && (to - line) * sign > 0)
  const cutLines = Float64Array.of(from, ...inner, to)
  const isRows = axis === 'rows'
  const others = isRows ? columns : heights.length / lines.length
  const at = (line: number, other: number) =>
    heights[isRows ? line * columns + other : other * columns + line]
  const into = new Float64Array(cutLines.length * others)
  for (const [i, edge] of cutLines.entries()) {
    const step = lines[1] - lines[0]
    const position = (edge - lines[0]) / step
    const line = Math.min(lines.length - 2, Math.max(0, Math.floor(position)))
    const isInner = i > 0 && i < cutLines.length - 1
    const share = isInner ? Math.round(position - line) : position - line
    for (let other = 0; other < others; other++) {
      // A node of weight 0 is skipped: it may be NaN.
      const height =
        share === 0
          ? at(line, other)
          : share === 1
            ? at(line + 1, other)
            : at(line, other) * (1 - share) + at(line + 1, other) * share
      into[isRows ? i * others + other : other * cutLines.length + i] = height
    }
  }
  return { heights: into, lines: cutLines }
}
