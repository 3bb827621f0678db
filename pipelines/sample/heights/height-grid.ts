import { fromLngLat, type LngLat, type PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { GroundHeights } from './ground-heights.ts'

/** A grid in longitude and latitude: the middle of its first cell, north-west, and degrees a cell. */
export interface HeightGrid {
  west: number
  north: number
  step: number
  columns: number
  rows: number
}

/** Metres of a foot: the international one. */
export const METRES_PER_FOOT = 0.3048

/** Cells between two places whose plan points are found exactly: the warp bends over more. */
const EXACT_EVERY = 12

/** Rounds by which the warp is undone for them. */
const GRID_ROUNDS = 16

type HeightAt = (ground: PlanPoint, flood: PlanPoint) => number | null

/**
 * Metres of every cell in reading order, `nodata` where there is none, rounded to 1/64 m: a float
 * holds that exactly, and files of few digits are small. Between exact places plan points are
 * interpolated, since undoing the warp takes longer than all the rest.
 */
export function gridHeights(
  grid: HeightGrid,
  terrain: Terrain,
  feetAt: HeightAt,
  nodata: number,
): Float32Array {
  const { columns, rows } = grid
  const across = Math.ceil((columns - 1) / EXACT_EVERY) + 1
  const down = Math.ceil((rows - 1) / EXACT_EVERY) + 1
  const exact = new Float64Array(across * down * 4)
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const at = placeOf(grid, i * EXACT_EVERY, j * EXACT_EVERY)
      const { ground, flood } = planPoints(terrain, at, GRID_ROUNDS)
      exact.set([...ground, ...flood], (j * across + i) * 4)
    }
  const heights = new Float32Array(columns * rows)
  const at = new Float64Array(4)
  for (let row = 0; row < rows; row++) {
    const j = Math.min(down - 2, Math.floor(row / EXACT_EVERY))
    const t = row / EXACT_EVERY - j
    for (let column = 0; column < columns; column++) {
      const i = Math.min(across - 2, Math.floor(column / EXACT_EVERY))
      const s = column / EXACT_EVERY - i
      const from = (j * across + i) * 4
      for (let k = 0; k < 4; k++) {
        const top = exact[from + k] + (exact[from + 4 + k] - exact[from + k]) * s
        const low = from + across * 4 + k
        const bottom = exact[low] + (exact[low + 4] - exact[low]) * s
        at[k] = top + (bottom - top) * t
      }
      const feet = feetAt([at[0], at[1]], [at[2], at[3]])
      heights[row * columns + column] = feet === null ? nodata : toMetres(feet)
    }
  }
  return heights
}

/** The height at a place by the same function, asked exactly. Metres, not rounded. */
export function metresAt(terrain: Terrain, { feetAt }: GroundHeights, at: LngLat): number | null {
  const { ground, flood } = planPoints(terrain, at)
  const feet = feetAt(ground, flood)
  return feet === null ? null : feet * METRES_PER_FOOT
}

function toMetres(feet: number): number {
  return Math.round(feet * METRES_PER_FOOT * 64) / 64
}

function placeOf({ west, north, step }: HeightGrid, column: number, row: number): LngLat {
  return [west + column * step, north - row * step]
}

function planPoints(
  terrain: Terrain,
  at: LngLat,
  rounds?: number,
): { ground: PlanPoint; flood: PlanPoint } {
  const point = fromLngLat(at)
  return { ground: terrain.ground.undo(point, rounds), flood: terrain.flood.undo(point, rounds) }
}
