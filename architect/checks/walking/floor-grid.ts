import type { Point } from '../../geometry/point.ts'
import type { Box, Polygon } from '../../geometry/polygon.ts'

/** A plan cut into square cells, row by row from the north-western one. */
export interface FloorGrid {
  minX: number
  minZ: number
  /** Side of a cell, in metres. */
  cell: number
  columns: number
  rows: number
}

/** Cells of one grid. Larger plans get larger cells. */
export const CELLS_MAX = 400_000
/** Side of the cells of plans that fit into `CELLS_MAX`, in metres. */
const CELL_M = 0.05

/** A grid that covers the box, with cells as small as `CELLS_MAX` allows. */
export function floorGrid({ minX, minZ, maxX, maxZ }: Box): FloorGrid {
  let cell = CELL_M
  const count = () => Math.ceil((maxX - minX) / cell) * Math.ceil((maxZ - minZ) / cell)
  while (count() > CELLS_MAX) cell *= 2
  const columns = Math.max(1, Math.ceil((maxX - minX) / cell))
  return { minX, minZ, cell, columns, rows: Math.max(1, Math.ceil((maxZ - minZ) / cell)) }
}

/** Sets `value` in the cells whose middle is in the convex polygon. */
export function fillConvex(
  grid: FloorGrid,
  cells: Uint8Array,
  polygon: Polygon,
  value: number,
): void {
  const { minX, minZ, cell, columns, rows } = grid
  let [north, south] = [Infinity, -Infinity]
  for (let i = 0; i < polygon.length; i++) {
    const z = polygon[i][1]
    if (z < north) north = z
    if (z > south) south = z
  }
  const first = Math.max(0, Math.ceil((north - minZ) / cell - 0.5))
  const last = Math.min(rows - 1, Math.floor((south - minZ) / cell - 0.5))
  if (last < first) return
  // Where the border crosses the middle of each row: every edge is walked once, over its own rows.
  const { from, to } = emptyRows(last - first + 1)
  let ax = polygon[polygon.length - 1][0]
  let az = polygon[polygon.length - 1][1]
  for (let i = 0; i < polygon.length; i++) {
    const bx = polygon[i][0]
    const bz = polygon[i][1]
    // A side along the rows crosses none.
    if (az === bz) {
      ax = bx
      continue
    }
    const top = Math.max(first, Math.ceil((Math.min(az, bz) - minZ) / cell - 0.5))
    const bottom = Math.min(last, Math.floor((Math.max(az, bz) - minZ) / cell - 0.5))
    const slope = (bx - ax) / (bz - az)
    for (let row = top; row <= bottom; row++) {
      // A row at the very end of a flat edge is off it by rounding: the slope must not carry it
      // away.
      const crossing = ax + (minZ + (row + 0.5) * cell - az) * slope
      const x = Math.min(Math.max(crossing, Math.min(ax, bx)), Math.max(ax, bx))
      if (x < from[row - first]) from[row - first] = x
      if (x > to[row - first]) to[row - first] = x
    }
    ax = bx
    az = bz
  }
  for (let row = first; row <= last; row++) {
    const left = Math.max(0, Math.ceil((from[row - first] - minX) / cell - 0.5))
    const right = Math.min(columns - 1, Math.floor((to[row - first] - minX) / cell - 0.5))
    // Most rows are short: a loop is faster than a call of `fill`.
    for (let at = row * columns + left; at <= row * columns + right; at++) cells[at] = value
  }
}

/** Where the rows of a polygon begin and end: one pair of lists, for each polygon anew. */
function emptyRows(count: number): { from: Float64Array; to: Float64Array } {
  if (rowsFrom.length < count) {
    rowsFrom = new Float64Array(2 * count)
    rowsTo = new Float64Array(2 * count)
  }
  rowsFrom.fill(Infinity, 0, count)
  rowsTo.fill(-Infinity, 0, count)
  return { from: rowsFrom, to: rowsTo }
}

let rowsFrom = new Float64Array(0)
let rowsTo = new Float64Array(0)

/** The cell of a point, or undefined outside the grid. */
export function cellAt({ minX, minZ, cell, columns, rows }: FloorGrid, [x, z]: Point) {
  const column = Math.floor((x - minX) / cell)
  const row = Math.floor((z - minZ) / cell)
  const isInside = column >= 0 && row >= 0 && column < columns && row < rows
  return isInside ? row * columns + column : undefined
}

export const middleOf = ({ minX, minZ, cell, columns }: FloorGrid, index: number): Point => [
  minX + ((index % columns) + 0.5) * cell,
  minZ + (Math.floor(index / columns) + 0.5) * cell,
]

/**
 * From the middle of each cell to the middle of the nearest one that is 1 in `blocked`, in metres;
 * Infinity without one. By lower envelopes of parabolas, a row and a column at a time:
 * Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012.
 */
export function distancesTo({ columns, rows, cell }: FloorGrid, blocked: Uint8Array): Float64Array {
  const squares = new Float64Array(columns * rows)
  for (let column = 0; column < columns; column++) {
    let far = Infinity
    for (let row = 0; row < rows; row++) {
      const index = row * columns + column
      far = blocked[index] ? 0 : far + 1
      squares[index] = far
    }
    for (let row = rows - 1, near = Infinity; row >= 0; row--) {
      const index = row * columns + column
      near = Math.min(squares[index], near + 1)
      squares[index] = near * near
    }
  }
  const apexes = new Int32Array(columns)
  const borders = new Float64Array(columns + 1)
  const line = new Float64Array(columns)
  for (let row = 0; row < rows; row++) {
    const start = row * columns
    let last = -1
    for (let q = 0; q < columns; q++) {
      const height = squares[start + q]
      line[q] = height
      if (height === Infinity) continue
      let border = -Infinity
      while (last >= 0) {
        const p = apexes[last]
        border = (height + q * q - line[p] - p * p) / (2 * (q - p))
        if (border > borders[last]) break
        last--
        border = -Infinity
      }
      last++
      apexes[last] = q
      borders[last] = border
    }
    for (let q = 0, k = 0; q < columns && last >= 0; q++) {
      while (k < last && borders[k + 1] < q) k++
      const away = q - apexes[k]
      squares[start + q] = away * away + line[apexes[k]]
    }
  }
  for (let i = 0; i < squares.length; i++) squares[i] = Math.sqrt(squares[i]) * cell
  return squares
}
