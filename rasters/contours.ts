import { GRID } from '../geometry/polygons.ts'
import type { HeightGrid } from './height-grid.ts'

/** Lines of equal height, as flat arrays that can be transferred between threads. */
export interface ContourLines {
  /** Elevation of each line in the unit of the heights, ascending. */
  elevations: Int32Array
  /** End of each line in `coords`, counted in points. */
  ends: Uint32Array
  /** Longitude and latitude in grid units of 1e-7 degree. The higher ground lies on the left. */
  coords: Int32Array
}

/** Thrown when a grid has more segments than the limit. */
export class TooManyContours extends Error {}

/**
 * Edges of a cell; a segment runs from the first to the second with the higher ground on its left.
 */
type Edge = 'top' | 'right' | 'bottom' | 'left'
/**
 * Segments by the corners above the level: 8 top left, 4 top right, 2 bottom right, 1 bottom left.
 */
const SEGMENTS: readonly (readonly (readonly [Edge, Edge])[])[] = [
  [],
  [['bottom', 'left']],
  [['right', 'bottom']],
  [['right', 'left']],
  [['top', 'right']],
  [], // a saddle
  [['top', 'bottom']],
  [['top', 'left']],
  [['left', 'top']],
  [['bottom', 'top']],
  [], // a saddle
  [['right', 'top']],
  [['left', 'right']],
  [['bottom', 'right']],
  [['left', 'bottom']],
  [],
]
/** Segments of saddles: `high` if the middle is above the level, `low` if it is below. */
const SADDLES: Record<
  number,
  readonly [high: (typeof SEGMENTS)[number], low: (typeof SEGMENTS)[number]]
> = {
  5: [
    [
      ['top', 'left'],
      ['bottom', 'right'],
    ],
    [
      ['top', 'right'],
      ['bottom', 'left'],
    ],
  ],
  10: [
    [
      ['right', 'top'],
      ['left', 'bottom'],
    ],
    [
      ['left', 'top'],
      ['right', 'bottom'],
    ],
  ],
}

/**
 * The contours of a grid at whole multiples of `interval`. Each is one line, closed unless it
 * reaches the edge of the grid or a gap in it. Between nodes the surface is bilinear, so vertices
 * on a plane or a saddle are exact, and the height of its middle decides how a saddle is joined
 * (the asymptotic decider). A node at a level counts as above it: a plateau at a level is bounded
 * once and no line is drawn twice. Cells that lack a height have no contours. Throws
 * `TooManyContours`.
 */
export function contoursOf(grid: HeightGrid, interval: number, segmentsMax: number): ContourLines {
  const { xs, ys, heights } = grid
  const columns = xs.length
  const levels = new Map<number, Map<number, number>>()
  /** Levels equal to the height of a node: only there can one line lie on another. */
  const touched = new Set<number>()
  let segments = 0
  for (let r = 0; r + 1 < ys.length; r++)
    for (let c = 0; c + 1 < columns; c++) {
      const at = r * columns + c
      const topLeft = heights[at]
      const topRight = heights[at + 1]
      const bottomLeft = heights[at + columns]
      const bottomRight = heights[at + columns + 1]
      const low = Math.min(topLeft, topRight, bottomRight, bottomLeft)
      const high = Math.max(topLeft, topRight, bottomRight, bottomLeft)
      const isAt = (level: number) =>
        topLeft === level || topRight === level || bottomLeft === level || bottomRight === level
      // One NaN corner makes both bounds NaN, and the loop does not run.
      for (let step = Math.floor(low / interval) + 1; step * interval <= high; step++) {
        const level = step * interval
        const corners =
          (topLeft >= level ? 8 : 0) +
          (topRight >= level ? 4 : 0) +
          (bottomRight >= level ? 2 : 0) +
          (bottomLeft >= level ? 1 : 0)
        if (isAt(level)) touched.add(step)
        const saddle = SADDLES[corners]
        const middle = () =>
          (topLeft * bottomRight - topRight * bottomLeft) /
          (topLeft + bottomRight - topRight - bottomLeft)
        const drawn = saddle ? saddle[middle() >= level ? 0 : 1] : SEGMENTS[corners]
        const next = levels.get(step) ?? new Map<number, number>()
        levels.set(step, next)
        for (const [from, to] of drawn) next.set(edgeOf(from, at, columns), edgeOf(to, at, columns))
        segments += drawn.length
        if (segments > segmentsMax) throw new TooManyContours()
      }
    }
  return joined(grid, levels, touched, interval)
}

/** Number of an edge: the edge to the right of a node is even, the one below it odd. */
function edgeOf(edge: Edge, at: number, columns: number): number {
  if (edge === 'top') return at * 2
  if (edge === 'bottom') return (at + columns) * 2
  return edge === 'left' ? at * 2 + 1 : (at + 1) * 2 + 1
}

function joined(
  grid: HeightGrid,
  levels: ReadonlyMap<number, Map<number, number>>,
  touched: ReadonlySet<number>,
  interval: number,
): ContourLines {
  const elevations: number[] = []
  const ends: number[] = []
  const coords: number[] = []
  for (const step of [...levels.keys()].sort((a, b) => a - b)) {
    const next = levels.get(step)!
    const lines = linesOf(grid, next, step * interval)
    for (const line of touched.has(step) ? withoutDoubles(lines) : lines) {
      for (const number of line) coords.push(number)
      elevations.push(step * interval)
      ends.push(coords.length / 2)
    }
  }
  return {
    elevations: Int32Array.from(elevations),
    ends: Uint32Array.from(ends),
    coords: Int32Array.from(coords),
  }
}

/** The lines of one level, each a list of x, y, x, y ... */
function linesOf(grid: HeightGrid, next: Map<number, number>, level: number): number[][] {
  const lines: number[][] = []
  const follow = (start: number) => {
    const line: number[] = []
    let at: number | undefined = start
    while (at !== undefined) {
      addPoint(line, grid, at, level)
      const to: number | undefined = next.get(at)
      next.delete(at)
      at = to
    }
    // A line smaller than the grid of coordinates shrinks to a point.
    if (line.length >= 4) lines.push(line)
  }
  const entered = new Set(next.values())
  for (const start of [...next.keys()]) if (!entered.has(start)) follow(start)
  // The rest are rings without a beginning: each ends when its start comes again.
  for (const start of [...next.keys()]) if (next.has(start)) follow(start)
  return lines
}

/**
 * Adds the crossing of a level and an edge on the coordinate grid, unless it repeats the last
 * point.
 */
function addPoint(line: number[], { xs, ys, heights }: HeightGrid, edge: number, level: number) {
  const node = edge >> 1
  const columns = xs.length
  const [c, r] = [node % columns, Math.floor(node / columns)]
  const isDown = (edge & 1) === 1
  const from = heights[node]
  const to = heights[isDown ? node + columns : node + 1]
  const share = (level - from) / (to - from)
  const lng = isDown ? xs[c] : xs[c] + (xs[c + 1] - xs[c]) * share
  const lat = isDown ? ys[r] + (ys[r + 1] - ys[r]) * share : ys[r]
  const [x, y] = [Math.round(lng * GRID), Math.round(lat * GRID)]
  const end = line.length
  if (line[end - 2] !== x || line[end - 1] !== y) line.push(x, y)
}

/**
 * A ridge of nodes exactly at a level, with lower ground on both sides, is drawn in both
 * directions. Such stretches bound nothing: they are removed and the rest is joined anew.
 */
function withoutDoubles(lines: number[][]): number[][] {
  if (!hasDouble(lines)) return lines
  const onward = new Map<string, string[]>()
  const balance = new Map<string, number>()
  const add = (at: string, by: number) => balance.set(at, (balance.get(at) ?? 0) + by)
  for (const line of lines)
    for (const [from, to] of stretchesOf(line)) {
      const back = onward.get(to)
      const place = back?.indexOf(from) ?? -1
      if (place >= 0) back!.splice(place, 1)
      else onward.set(from, [...(onward.get(from) ?? []), to])
      add(from, 1)
      add(to, -1)
    }
  const joined: number[][] = []
  const follow = (start: string) => {
    const line: number[] = []
    let at: string | undefined = start
    while (at !== undefined) {
      const [x, y] = at.split(' ')
      line.push(Number(x), Number(y))
      const to: string | undefined = onward.get(at)?.shift()
      if (to === undefined) break
      add(at, -1)
      add(to, 1)
      at = to
    }
    if (line.length >= 4) joined.push(line)
  }
  for (const at of onward.keys()) while ((balance.get(at) ?? 0) > 0) follow(at)
  for (const [at, to] of onward) while (to.length > 0) follow(at)
  return joined
}

function hasDouble(lines: readonly number[][]): boolean {
  const drawn = new Set<string>()
  for (const line of lines)
    for (const [from, to] of stretchesOf(line)) {
      if (drawn.has(`${to} ${from}`)) return true
      drawn.add(`${from} ${to}`)
    }
  return false
}

function* stretchesOf(line: readonly number[]): Generator<[from: string, to: string]> {
  for (let i = 2; i < line.length; i += 2)
    yield [`${line[i - 2]} ${line[i - 1]}`, `${line[i]} ${line[i + 1]}`]
}
