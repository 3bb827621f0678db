import type { Point } from '../geometry/point.ts'
import type { Box } from '../geometry/polygon.ts'
import { GROUND_NODES_MAX, type SurveyGround } from '../scene/survey.ts'

/** Least distance of two nodes of the grid, in metres: heights are from a grid of about 10 m. */
const STEP_MIN_M = 2
/** Sweeps over the grid; 32 by 32 nodes are even to a millimetre after them. */
const SWEEPS = 600
/** How much steeper than its figures a plane through few heights may not be: metres to a square. */
const FLATNESS = 1e-3

/** A height in metres above the datum, at a point in plan. */
export interface KnownHeight {
  at: Point
  height: number
}

/** What is known of the ground: contours as heights along lines, and its least and greatest. */
export interface KnownGround {
  box: Box
  heights: readonly KnownHeight[]
  min: number
  max: number
}

/** Heights above the datum on a grid: row by row from the north, each from the west. */
export type HeightsGrid = NonNullable<SurveyGround['grid']>

/**
 * Heights between contours: the plane that is nearest to what is known, and from it a surface as
 * even as can be through all of it, within the least and the greatest height. Between two contours
 * it is right within their interval.
 */
export function groundGrid({ box, heights, min, max }: KnownGround): HeightsGrid {
  const [width, depth] = [box.maxX - box.minX, box.maxZ - box.minZ]
  const step = Math.max(STEP_MIN_M, Math.max(width, depth) / (GROUND_NODES_MAX - 1))
  const columns = Math.max(2, Math.ceil(width / step - 1e-9) + 1)
  const rows = Math.max(2, Math.ceil(depth / step - 1e-9) + 1)
  const corner: [number, number] = [box.minX, box.minZ]
  const plane = planeThrough(heights)
  const known = new Map<number, { sum: number; count: number }>()
  for (const { at, height } of heights) {
    const column = Math.round((at[0] - corner[0]) / step)
    const row = Math.round((at[1] - corner[1]) / step)
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue
    const node = row * columns + column
    const { sum, count } = known.get(node) ?? { sum: 0, count: 0 }
    // The plane takes the height from where it is known to the node.
    known.set(node, { sum: sum + height - plane(at), count: count + 1 })
  }
  const off = new Float64Array(columns * rows)
  for (const [node, { sum, count }] of known) off[node] = sum / count
  for (let sweep = 0; sweep < SWEEPS && known.size > 0; sweep++)
    for (let node = 0; node < off.length; node++)
      if (!known.has(node)) off[node] = meanAround(off, node, columns, rows)
  return {
    corner,
    step,
    columns,
    heights: [...off].map((each, node) => {
      const at: Point = [
        corner[0] + (node % columns) * step,
        corner[1] + Math.floor(node / columns) * step,
      ]
      return Math.min(max, Math.max(min, each + plane(at)))
    }),
  }
}

function meanAround(values: Float64Array, node: number, columns: number, rows: number): number {
  const [column, row] = [node % columns, Math.floor(node / columns)]
  let [sum, count] = [0, 0]
  const add = (isThere: boolean, at: number) => {
    if (!isThere) return
    sum += values[at]
    count++
  }
  add(column > 0, node - 1)
  add(column < columns - 1, node + 1)
  add(row > 0, node - columns)
  add(row < rows - 1, node + columns)
  return sum / count
}

/** The plane of least squares; level where the heights do not show a slope. */
function planeThrough(heights: readonly KnownHeight[]): (at: Point) => number {
  const count = heights.length
  if (count === 0) return () => 0
  const mean = (of: (known: KnownHeight) => number) =>
    heights.reduce((sum, known) => sum + of(known), 0) / count
  const [x, z, y] = [mean(({ at }) => at[0]), mean(({ at }) => at[1]), mean(({ height }) => height)]
  let [xx, xz, zz, xy, zy] = [0, 0, 0, 0, 0]
  for (const { at, height } of heights) {
    const [u, v, h] = [at[0] - x, at[1] - z, height - y]
    xx += u * u
    xz += u * v
    zz += v * v
    xy += u * h
    zy += v * h
  }
  // A little of a level plane: one straight contour alone has no slope across it.
  const level = FLATNESS * (xx + zz) + 1e-9
  const [a, d] = [xx + level, zz + level]
  const whole = a * d - xz * xz
  const [slopeX, slopeZ] = [(xy * d - zy * xz) / whole, (zy * a - xy * xz) / whole]
  return ([px, pz]) => y + slopeX * (px - x) + slopeZ * (pz - z)
}
