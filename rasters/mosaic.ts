import type { Cog } from './cog.ts'
import { type Lattice, type LatticeWindow, offsetIn, windowAbout } from './lattice.ts'

/**
 * Heights of several rasters on the nodes of one lattice: each node has the height of the first
 * raster with one. The values of a raster whose nodes coincide with the lattice are used unchanged,
 * so that tiles of one product join without a seam; other rasters are interpolated.
 */
export async function readMosaic(
  cogs: readonly Cog[],
  base: Lattice,
  window: LatticeWindow,
): Promise<{ heights: Float32Array; used: Cog[] }> {
  const heights = new Float32Array(window.columns * window.rows).fill(Number.NaN)
  const used: Cog[] = []
  let missing = heights.length
  for (const cog of cogs) {
    if (missing === 0) break
    if (!reaches(cog.levels[0], base, window)) continue
    const own = await heightsOn(cog, base, window)
    let filled = 0
    for (let i = 0; i < own.length; i++)
      if (Number.isNaN(heights[i]) && !Number.isNaN(own[i])) {
        heights[i] = own[i]
        filled++
      }
    if (filled > 0) used.push(cog)
    missing -= filled
  }
  return { heights, used }
}

/** True if any node of the window lies on a pixel of the raster. */
function reaches(own: Lattice, base: Lattice, window: LatticeWindow): boolean {
  const west = base.west + window.column * base.dx
  const north = base.north - window.row * base.dy
  const east = west + (window.columns - 1) * base.dx
  const south = north - (window.rows - 1) * base.dy
  return (
    east >= own.west - own.dx / 2 &&
    west <= own.west + (own.columns - 0.5) * own.dx &&
    north >= own.north - (own.rows - 0.5) * own.dy &&
    south <= own.north + own.dy / 2
  )
}

async function heightsOn(cog: Cog, base: Lattice, window: LatticeWindow): Promise<Float32Array> {
  for (const [level, own] of cog.levels.entries()) {
    const offset = offsetIn(base, own)
    if (!offset) continue
    const column = window.column - offset.column
    return await cog.read(level, { ...window, column, row: window.row - offset.row })
  }
  return await interpolated(cog, base, window)
}

async function interpolated(cog: Cog, base: Lattice, window: LatticeWindow) {
  const level = nearestLevel(cog.levels, base.dy)
  const own = cog.levels[level]
  const west = base.west + window.column * base.dx
  const north = base.north - window.row * base.dy
  const east = west + (window.columns - 1) * base.dx
  const south = north - (window.rows - 1) * base.dy
  const clip = clamped(windowAbout(own, [west, south, east, north]), own)
  const read = await cog.read(level, clip)
  const into = new Float32Array(window.columns * window.rows)
  for (let r = 0; r < window.rows; r++) {
    const row = (own.north - (north - r * base.dy)) / own.dy - clip.row
    for (let c = 0; c < window.columns; c++) {
      const column = (west + c * base.dx - own.west) / own.dx - clip.column
      into[r * window.columns + c] = bilinear(read, clip, column, row)
    }
  }
  return into
}

/** Clamps a window to the raster and one node around it. */
export function clamped(window: LatticeWindow, { columns, rows }: Lattice): LatticeWindow {
  const column = Math.max(-1, Math.min(window.column, columns))
  const row = Math.max(-1, Math.min(window.row, rows))
  const right = Math.max(column, Math.min(window.column + window.columns, columns + 1))
  const bottom = Math.max(row, Math.min(window.row + window.rows, rows + 1))
  return { column, row, columns: right - column, rows: bottom - row }
}

/** Index of the level whose spacing is nearest by ratio. */
export function nearestLevel(levels: readonly Lattice[], dy: number): number {
  const off = (level: Lattice) => Math.abs(Math.log(level.dy / dy))
  return levels.reduce((best, level, i) => (off(level) < off(levels[best]) ? i : best), 0)
}

/**
 * The height between nodes of a window, `column` and `row` counted from its first node. If one of
 * the nodes around has none, the height of the pixel that contains the point, or NaN.
 */
export function bilinear(
  heights: Float32Array,
  window: Pick<LatticeWindow, 'columns' | 'rows'>,
  column: number,
  row: number,
): number {
  const { columns, rows } = window
  const c = Math.floor(column)
  const r = Math.floor(row)
  const u = column - c
  const v = row - r
  // Nearly every pixel of a tile is between four nodes with heights: 65,536 calls without closures.
  if (c >= 0 && r >= 0 && c < columns - 1 && r < rows - 1) {
    const i = r * columns + c
    const upper = heights[i] * (1 - u) + heights[i + 1] * u
    const lower = heights[i + columns] * (1 - u) + heights[i + columns + 1] * u
    const height = upper * (1 - v) + lower * v
    if (!Number.isNaN(height)) return height
  }
  return atBorder(heights, window, column, row)
}

/** As `bilinear`, where nodes may be missing. */
function atBorder(
  heights: Float32Array,
  { columns, rows }: Pick<LatticeWindow, 'columns' | 'rows'>,
  column: number,
  row: number,
): number {
  const at = (c: number, r: number) =>
    c >= 0 && c < columns && r >= 0 && r < rows ? heights[r * columns + c] : Number.NaN
  const [c, r] = [Math.floor(column), Math.floor(row)]
  const [u, v] = [column - c, row - r]
  // A node of weight 0 is skipped: it may be NaN.
  const upper = u === 0 ? at(c, r) : at(c, r) * (1 - u) + at(c + 1, r) * u
  const lower = () => (u === 0 ? at(c, r + 1) : at(c, r + 1) * (1 - u) + at(c + 1, r + 1) * u)
  const height = v === 0 ? upper : upper * (1 - v) + lower() * v
  return Number.isNaN(height) ? at(Math.round(column), Math.round(row)) : height
}
