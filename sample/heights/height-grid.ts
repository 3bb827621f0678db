import { fromLngLat, type LngLat, type PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { GroundHeights } from './ground-heights.ts'

/**
 * A grid in longitude and latitude: the middle of its first cell, north-west, and degrees a cell.
 */
export interface HeightGrid {
  west: number
  north: number
  step: number
  columns: number
  rows: number
}

/** Metres of a foot: the international one. */
export const METRES_PER_FOOT = 0.3048

/**
 * Cells between two places whose plan points are found by undoing the warp, which takes longest.
 */
const EXACT_EVERY = 12

/** Rounds by which the warp is undone for them. */
const GRID_ROUNDS = 16

/** Cells between two heights that are drawn; those between them are interpolated. */
const DRAWN_EVERY = 2

type HeightAt = (ground: PlanPoint, flood: PlanPoint) => number | null

/**
 * Metres of every cell in reading order, `nodata` where there is no height, rounded to 1/64 m: a
 * float holds that exactly, and files of few digits are small.
 */
export function gridHeights(
  grid: HeightGrid,
  terrain: Terrain,
  feetAt: HeightAt,
  nodata: number,
): Float32Array {
  const drawn = drawnHeights(grid, terrain, feetAt)
  const { columns, rows } = grid
  const across = countOf(columns, DRAWN_EVERY)
  const heights = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const t = (row % DRAWN_EVERY) / DRAWN_EVERY
    for (let column = 0; column < columns; column++) {
      const s = (column % DRAWN_EVERY) / DRAWN_EVERY
      const from = Math.floor(row / DRAWN_EVERY) * across + Math.floor(column / DRAWN_EVERY)
      const top = drawn[from] + (drawn[from + 1] - drawn[from]) * s
      const bottom = drawn[from + across] + (drawn[from + across + 1] - drawn[from + across]) * s
      const feet = top + (bottom - top) * t
      // NaN where one of the four has no height.
      const metres = Math.round(feet * METRES_PER_FOOT * 64) / 64
      heights[row * columns + column] = Number.isNaN(metres) ? nodata : metres
    }
  }
  return heights
}

/** The exact height at a place by the same function. Metres, not rounded. */
export function metresAt(terrain: Terrain, { feetAt }: GroundHeights, at: LngLat): number | null {
  const { ground, flood } = planPoints(terrain, at)
  const feet = feetAt(ground, flood)
  return feet === null ? null : feet * METRES_PER_FOOT
}

/** Feet of every second cell of every second row, NaN where there is no height. */
function drawnHeights(grid: HeightGrid, terrain: Terrain, feetAt: HeightAt): Float64Array {
  const [across, down] = [countOf(grid.columns, DRAWN_EVERY), countOf(grid.rows, DRAWN_EVERY)]
  const stride = EXACT_EVERY / DRAWN_EVERY
  const points = exactPoints(grid, terrain)
  const drawn = new Float64Array(across * down)
  for (let row = 0; row < down; row++) {
    const j = Math.floor(row / stride)
    const t = row / stride - j
    for (let column = 0; column < across; column++) {
      const i = Math.floor(column / stride)
      const s = column / stride - i
      const at = (k: number): number => {
        const [top, low] = [j * points.across + i, (j + 1) * points.across + i]
        const { values } = points
        const upper = values[top * 4 + k] + (values[top * 4 + 4 + k] - values[top * 4 + k]) * s
        const lower = values[low * 4 + k] + (values[low * 4 + 4 + k] - values[low * 4 + k]) * s
        return upper + (lower - upper) * t
      }
      drawn[row * across + column] = feetAt([at(0), at(1)], [at(2), at(3)]) ?? Number.NaN
    }
  }
  return drawn
}

/** Plan points of the ground and of the flood lines, four numbers a place. */
function exactPoints(grid: HeightGrid, terrain: Terrain): { values: Float64Array; across: number } {
  const { west, north, step } = grid
  const [across, down] = [
    countOf(grid.columns, EXACT_EVERY) + 1,
    countOf(grid.rows, EXACT_EVERY) + 1,
  ]
  const values = new Float64Array(across * down * 4)
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const at: LngLat = [west + i * EXACT_EVERY * step, north - j * EXACT_EVERY * step]
      const { ground, flood } = planPoints(terrain, at, GRID_ROUNDS)
      values.set([...ground, ...flood], (j * across + i) * 4)
    }
  return { values, across }
}

/** Number of places, `every` cells apart, that have all cells between them. */
function countOf(cells: number, every: number): number {
  return Math.floor(cells / every) + 2
}

function planPoints(
  terrain: Terrain,
  at: LngLat,
  rounds?: number,
): { ground: PlanPoint; flood: PlanPoint } {
  const point = fromLngLat(at)
  return { ground: terrain.ground.undo(point, rounds), flood: terrain.flood.undo(point, rounds) }
}
