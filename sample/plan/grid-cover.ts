import type { PlanPoint } from './plan.ts'

/**
 * A cover of the plan by rectangles between grid lines, as districts between main roads are.
 * Cells of one value that share a side are one polygon, and neighbours share exact vertices.
 */
export interface GridCover<T> {
  /** The grid's lines, rising, in metres of the plan. */
  us: readonly number[]
  vs: readonly number[]
  /** By column, then by row. null: nothing covers the cell. */
  cells: readonly (readonly (T | null)[])[]
}

/** One connected piece of a value: open rings, the shell first, counter-clockwise, then holes. */
export interface CoverPiece<T> {
  value: T
  rings: PlanPoint[][]
}

/** Longest step between vertices in metres, so that straight lines of the plan follow the warp. */
const STEP = 40

/** The cover whose cells have the value that holds at their middles. */
export function gridCover<T>(
  us: readonly number[],
  vs: readonly number[],
  valueIn: (middle: PlanPoint) => T | null,
): GridCover<T> {
  const [columns, rows] = [sorted(us), sorted(vs)]
  const cells = columns.slice(1).map((east, i) =>
    rows.slice(1).map((north, j) => {
      return valueIn([(columns[i] + east) / 2, (rows[j] + north) / 2])
    }),
  )
  return { us: columns, vs: rows, cells }
}

const sorted = (lines: readonly number[]): number[] =>
  [...new Set(lines)].sort((low, high) => low - high)

/** The value at a point, or null where nothing covers it. */
export function valueAt<T>({ us, vs, cells }: GridCover<T>, [u, v]: PlanPoint): T | null {
  const column = us.findLastIndex((line) => line <= u)
  const row = vs.findLastIndex((line) => line <= v)
  return cells[column]?.[row] ?? null
}

/** The value at a point if it holds `reach` metres around it, else undefined. */
export function settledValue<T>(
  cover: GridCover<T>,
  [u, v]: PlanPoint,
  reach: number,
): T | null | undefined {
  const value = valueAt(cover, [u, v])
  for (const du of [-reach, 0, reach]) {
    for (const dv of [-reach, 0, reach]) {
      if (valueAt(cover, [u + du, v + dv]) !== value) return undefined
    }
  }
  return value
}

/** The polygons of a cover, from west to east and south to north. */
export function piecesOf<T>(cover: GridCover<T>): CoverPiece<T>[] {
  const { cells } = cover
  const piece = cells.map((column) => column.map(() => -1))
  const pieces: CoverPiece<T>[] = []
  for (const [i, column] of cells.entries()) {
    for (const [j, value] of column.entries()) {
      if (value === null || piece[i][j] >= 0) continue
      const own = pieces.length
      const members = floodFill(cells, piece, i, j, own)
      pieces.push({ value, rings: ringsOf(cover, members, (x, y) => piece[x]?.[y] === own) })
    }
  }
  return pieces
}

type Cell = readonly [column: number, row: number]

/** Marks the cells of one value that are connected by their sides. */
function floodFill<T>(
  cells: GridCover<T>['cells'],
  piece: number[][],
  column: number,
  row: number,
  own: number,
): Cell[] {
  const members: Cell[] = [[column, row]]
  piece[column][row] = own
  for (const [i, j] of members) {
    for (const [x, y] of [
      [i - 1, j],
      [i + 1, j],
      [i, j - 1],
      [i, j + 1],
    ]) {
      if (cells[x]?.[y] !== cells[column][row] || piece[x][y] >= 0) continue
      piece[x][y] = own
      members.push([x, y])
    }
  }
  return members
}

/** Follows the outline of a piece with the piece on the left. */
function ringsOf<T>(
  cover: GridCover<T>,
  members: readonly Cell[],
  isOwn: (column: number, row: number) => boolean,
): PlanPoint[][] {
  const ahead = new Map<string, Cell[]>()
  const addSide = (from: Cell, to: Cell, isInner: boolean): void => {
    if (isInner) return
    ahead.set(from.join(), [...(ahead.get(from.join()) ?? []), to])
  }
  for (const [i, j] of members) {
    addSide([i, j], [i + 1, j], isOwn(i, j - 1))
    addSide([i + 1, j], [i + 1, j + 1], isOwn(i + 1, j))
    addSide([i + 1, j + 1], [i, j + 1], isOwn(i, j + 1))
    addSide([i, j + 1], [i, j], isOwn(i - 1, j))
  }
  const rings: PlanPoint[][] = []
  for (const start of ahead.keys()) {
    while (ahead.get(start)?.length) rings.push(outlineFrom(cover, ahead, start))
  }
  return rings.sort((a, b) => westOf(a) - westOf(b))
}

/** The ring that reaches furthest west is the shell. */
const westOf = (ring: readonly PlanPoint[]): number => Math.min(...ring.map(([u]) => u))

function outlineFrom<T>(
  { us, vs }: GridCover<T>,
  ahead: Map<string, Cell[]>,
  start: string,
): PlanPoint[] {
  const ring: PlanPoint[] = []
  const first = start.split(',').map(Number) as [number, number]
  let [from, back]: [Cell, Cell | null] = [first, null]
  do {
    const nexts = ahead.get(from.join()) ?? []
    const to: Cell = nexts.splice(rightmost(back, from, nexts), 1)[0]
    ring.push(...withSteps([us[from[0]], vs[from[1]]], [us[to[0]], vs[to[1]]]))
    ;[back, from] = [from, to]
  } while (from.join() !== start)
  return ring
}

/** Where two cells meet at a corner only, turning right separates a hole from its shell. */
function rightmost(back: Cell | null, at: Cell, nexts: readonly Cell[]): number {
  if (back === null || nexts.length === 1) return 0
  const [du, dv] = [at[0] - back[0], at[1] - back[1]]
  return nexts.findIndex(([u, v]) => du * (v - at[1]) - dv * (u - at[0]) < 0)
}

/** The first point and those between it and the next, the same whichever way one walks. */
function withSteps([u0, v0]: PlanPoint, [u1, v1]: PlanPoint): PlanPoint[] {
  const count = Math.ceil((Math.abs(u1 - u0) + Math.abs(v1 - v0)) / STEP)
  const isForward = u1 + v1 > u0 + v0
  const between = (from: number, to: number, k: number): number =>
    isForward ? from + ((to - from) * k) / count : to + ((from - to) * (count - k)) / count
  return Array.from({ length: count }, (_, k) =>
    k === 0 ? [u0, v0] : [between(u0, u1, k), between(v0, v1, k)],
  )
}
