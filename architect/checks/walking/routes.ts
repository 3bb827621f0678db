import FlatQueue from 'flatqueue'
import { clearGap } from '../../geometry/convex.ts'
import { dot, nearestOnSegment, type Point, subtract } from '../../geometry/point.ts'
import { contains, edges, type Polygon } from '../../geometry/polygon.ts'
import { cellAt, type FloorGrid, middleOf } from './floor-grid.ts'
import { type Barrier, clearancesOf, type WalkableFloor } from './walkable-floor.ts'

/**
 * The best way from one point to another: as wide as can be where it is narrow, short where it is
 * wide.
 */
export interface Route {
  /** Length in metres, as walked cell by cell; overestimates a slanting way by at most 8 %. */
  length: number
  points: Point[]
  narrowest: NarrowPlace
}

export interface NarrowPlace {
  at: Point
  /**
   * Distance between the things on both sides at the narrowest place, in metres; Infinity in the
   * open.
   */
  width: number
  /** The things on both sides. */
  between: string[]
}

/** Half the width on which two people pass: a wider way is not better, in metres. */
const AT_EASE_M = 0.45
/** Clearance of cells that set no limit, in metres: more than any other. */
const NO_LIMIT_M = 1e6
/** How far an end of a way may be moved out of an obstacle, in metres. */
const END_REACH_M = 0.6

/**
 * The best route between two points; null where there is no way, however narrow. Within `nearEnds`
 * metres of both ends no place counts as narrow: a person who walks to a thing comes near to it.
 */
export function bestRoute(
  floor: WalkableFloor,
  from: Point,
  to: Point,
  nearEnds = 0,
): Route | null {
  const start = freeCell(floor, from)
  const end = freeCell(floor, to)
  if (start === null || end === null) return null
  const clearances = easedAt(floor, [start, end], nearEnds)
  const widest = widestWays(floor.grid, clearances, start)(end)
  if (!widest) return null
  const cells = shortestWay(
    floor.grid,
    clearances,
    start,
    end,
    Math.min(widest.clearance, AT_EASE_M),
  )
  const points = cells.map((cell) => middleOf(floor.grid, cell))
  let length = 0
  for (let i = 1; i < points.length; i++)
    length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1])
  return { length, points, narrowest: narrowestOf(floor, from, widest) }
}

/**
 * The narrowest places on the best routes from one point to others; null where there is no way.
 * Cheaper than `bestRoute` to each.
 */
export function narrowestFrom(
  floor: WalkableFloor,
  from: Point,
): (to: Point) => NarrowPlace | null {
  const start = freeCell(floor, from)
  let widestTo: ReturnType<typeof widestWays> | undefined
  return (to) => {
    const end = freeCell(floor, to)
    if (start === null || end === null) return null
    // Most callers find that no way is worth measuring, and need no clearances.
    widestTo ??= widestWays(floor.grid, clearancesOf(floor), start)
    const widest = widestTo(end)
    return widest && narrowestOf(floor, from, widest)
  }
}

const narrowestOf = (floor: WalkableFloor, from: Point, { clearance, at }: Widest): NarrowPlace =>
  clearance >= NO_LIMIT_M ? { at: from, width: Infinity, between: [] } : narrowPlace(floor, at)

/** The clearances without limits near the ends, where the cells are free. */
function easedAt(floor: WalkableFloor, ends: number[], reach: number) {
  const { grid } = floor
  const clearances = clearancesOf(floor)
  if (reach === 0) return clearances
  const eased = clearances.slice()
  const cells = Math.round(reach / grid.cell)
  for (const end of ends) {
    const [column, row] = [end % grid.columns, Math.floor(end / grid.columns)]
    for (let r = Math.max(0, row - cells); r <= Math.min(grid.rows - 1, row + cells); r++)
      for (
        let c = Math.max(0, column - cells);
        c <= Math.min(grid.columns - 1, column + cells);
        c++
      )
        if (Math.hypot(r - row, c - column) <= cells) {
          const at = r * grid.columns + c
          if (eased[at] > 0) eased[at] = Math.max(eased[at], NO_LIMIT_M)
        }
  }
  return eased
}

/** The nearest cell that is free, looked for around the point; null in the middle of a wall. */
export function freeCell({ grid, blocked }: WalkableFloor, point: Point): number | null {
  const own = cellAt(grid, point)
  if (own !== undefined && !blocked[own]) return own
  const reach = Math.ceil(END_REACH_M / grid.cell)
  let best: number | null = null
  let least = Infinity
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      const away = Math.hypot(row, column)
      if (away > reach || away >= least) continue
      const cell = cellAt(grid, [point[0] + column * grid.cell, point[1] + row * grid.cell])
      if (cell === undefined || blocked[cell]) continue
      best = cell
      least = away
    }
  }
  return best
}

/** The narrowest cell of a widest way, and its clearance. */
interface Widest {
  clearance: number
  at: number
}

/**
 * Finds widest ways from one cell to others: the clearance at the narrowest cell of each, and that
 * cell; null where there is no way. One search serves all ends, as it goes on where it stopped.
 */
function widestWays(
  { columns, rows }: FloorGrid,
  clearances: Float64Array,
  start: number,
): (end: number) => Widest | null {
  const reached = new Float64Array(clearances.length)
  const heap = new FlatQueue<number>()
  const least = new Int32Array(clearances.length)
  const isSettled = new Uint8Array(clearances.length)
  reached[start] = clearances[start]
  heap.push(start, -clearances[start])
  least[start] = start
  const settle = (cell: number): void => {
    isSettled[cell] = 1
    // Like `around`, without a list for each of tens of thousands of cells.
    const column = cell % columns
    const row = (cell - column) / columns
    const [first, last] = [Math.max(0, column - 1), Math.min(columns - 1, column + 1)]
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
      for (let next = r * columns + first; next <= r * columns + last; next++) {
        const clearance = Math.min(reached[cell], clearances[next])
        // The cell itself is never reached more widely from itself.
        if (clearance <= reached[next]) continue
        reached[next] = clearance
        least[next] = clearances[next] < reached[cell] ? next : least[cell]
        heap.push(next, -clearance)
      }
  }
  return (end) => {
    while (isSettled[end] === 0) {
      const cell = heap.pop()
      if (cell === undefined) return null
      // A cell that was reached again, more widely, is in the heap twice.
      if (isSettled[cell] === 0) settle(cell)
    }
    return { clearance: reached[end], at: least[end] }
  }
}

function shortestWay(
  grid: FloorGrid,
  clearances: Float64Array,
  start: number,
  end: number,
  clearance: number,
) {
  const walked = new Float64Array(clearances.length).fill(Infinity)
  const before = new Int32Array(clearances.length).fill(-1)
  const [endX, endZ] = middleOf(grid, end)
  const left = (cell: number) => {
    const [x, z] = middleOf(grid, cell)
    return Math.hypot(x - endX, z - endZ)
  }
  const heap = new FlatQueue<number>()
  walked[start] = 0
  heap.push(start, left(start))
  for (let cell = heap.pop(); cell !== undefined && cell !== end; cell = heap.pop()) {
    for (const { next, step } of around(grid, cell)) {
      // The widest way passes cells of this clearance: rounding may not lose it.
      if (clearances[next] < clearance - 1e-9) continue
      const way = walked[cell] + step
      if (way >= walked[next]) continue
      walked[next] = way
      before[next] = cell
      heap.push(next, way + left(next))
    }
  }
  const cells = [end]
  for (let cell = before[end]; cell >= 0; cell = before[cell]) cells.push(cell)
  return cells.reverse()
}

function around({ columns, rows, cell }: FloorGrid, index: number) {
  const column = index % columns
  const row = (index - column) / columns
  const cells: { next: number; step: number }[] = []
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++)
      if (r !== row || c !== column)
        cells.push({
          next: r * columns + c,
          step: r !== row && c !== column ? cell * Math.SQRT2 : cell,
        })
  return cells
}

/**
 * The exact width about a cell: from what is nearest to it to what is nearest on the other side.
 */
function narrowPlace({ grid, barriers }: WalkableFloor, cell: number): NarrowPlace {
  const at = middleOf(grid, cell)
  const near = barriers
    .map((barrier) => ({ barrier, to: nearestOn(barrier.outline, at) }))
    .sort((a, b) => a.to.distance - b.to.distance)
  if (near.length === 0) return { at, width: Infinity, between: [] }
  const [first] = near
  const away = subtract(first.to.at, at)
  const second = near.find(({ to }) => dot(subtract(to.at, at), away) < 0)
  if (!second) return { at, width: Infinity, between: [first.barrier.id] }
  return {
    at,
    width: gapOf(first.barrier, second.barrier),
    between: idsOf(first.barrier, second.barrier),
  }
}

const gapOf = (a: Barrier, b: Barrier) => clearGap(a.outline, b.outline)
const idsOf = (a: Barrier, b: Barrier) => (a.id === b.id ? [a.id] : [a.id, b.id])

function nearestOn(polygon: Polygon, point: Point) {
  const borders = edges(polygon).map(([a, b]) => nearestOnSegment(point, a, b))
  const nearest = borders.reduce((best, each) => (each.distance < best.distance ? each : best))
  return contains(polygon, point) ? { ...nearest, distance: 0 } : nearest
}
