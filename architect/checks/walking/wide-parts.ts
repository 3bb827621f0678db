import { leftOf, type Point, scale, subtract, unit } from '../../geometry/point.ts'
import { counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import { cellAt, type FloorGrid, fillConvex } from './floor-grid.ts'
import type { WalkableFloor } from './walkable-floor.ts'

/**
 * For each stop the number of the part of the floor that it is in. Within a part people can walk
 * without coming nearer than `clearance` metres to anything; 0 for a stop that is nearer. Stops
 * with different numbers may still be joined by a way that is wider than twice the clearance by
 * less than a cell, so the caller measures a way before calling it narrow.
 */
export function wideParts(floor: WalkableFloor, clearance: number, stops: Point[]): number[] {
  const { grid } = floor
  const blocked = floor.blocked.slice()
  // The pieces above and below an opening have one outline.
  const outlines = new Set(floor.barriers.map(({ outline }) => outline))
  for (const outline of outlines) fillConvex(grid, blocked, grown(outline, clearance), 1)
  const runs = freeRuns(grid, blocked)
  return stops.map((stop) => {
    const cell = cellAt(grid, stop)
    if (cell === undefined || blocked[cell]) return 0
    return runs.partOf(Math.floor(cell / grid.columns), cell % grid.columns)
  })
}

/**
 * Free cells of a row that lie together, and which of them touch: a union of runs, not of cells.
 */
function freeRuns({ columns, rows }: FloorGrid, blocked: Uint8Array) {
  const from: number[] = []
  const to: number[] = []
  const firstOfRow: number[] = []
  const above: number[] = []
  const root = (run: number): number => {
    while (above[run] !== run) run = above[run] = above[above[run]]
    return run
  }
  for (let row = 0; row < rows; row++) {
    const start = row * columns
    const end = start + columns
    let upper = firstOfRow[row - 1] ?? 0
    const lastUpper = from.length
    firstOfRow.push(lastUpper)
    for (let cell = start; cell < end; cell++) {
      if (blocked[cell] !== 0) continue
      let stop = cell + 1
      while (stop < end && blocked[stop] === 0) stop++
      const run = from.length
      from.push(cell - start)
      to.push(stop - start)
      above.push(run)
      while (upper < lastUpper && to[upper] <= cell - start) upper++
      for (let other = upper; other < lastUpper && from[other] < stop - start; other++) {
        const [a, b] = [root(run), root(other)]
        above[Math.max(a, b)] = Math.min(a, b)
      }
      cell = stop
    }
  }
  firstOfRow.push(from.length)
  return {
    partOf(row: number, column: number): number {
      for (let run = firstOfRow[row]; run < firstOfRow[row + 1]; run++)
        if (from[run] <= column && column < to[run]) return root(run) + 1
      return 0
    },
  }
}

/**
 * Angle of one chord of a grown corner, which is inside of the true arc by less than 7 mm at 0.35
 * m.
 */
const CHORD_RADIANS = Math.PI / 8

/** A convex polygon grown by `metres`, with round corners. */
function grown(polygon: Polygon, metres: number): Polygon {
  const ring = counterClockwise(polygon)
  // In plan a turn to the left is from +X to -Z.
  const angles = edges(ring).map(([a, b]) => {
    const [x, z] = scale(leftOf(unit(subtract(b, a))), -1)
    return Math.atan2(-z, x)
  })
  const around: Point[] = []
  for (let index = 0; index < ring.length; index++) {
    const [x, z] = ring[index]
    const start = angles[(index + ring.length - 1) % ring.length]
    const turn = (angles[index] - start + 4 * Math.PI) % (2 * Math.PI)
    const chords = Math.max(1, Math.ceil(turn / CHORD_RADIANS))
    for (let i = 0; i <= chords; i++) {
      const angle = start + (turn * i) / chords
      around.push([x + Math.cos(angle) * metres, z + -Math.sin(angle) * metres])
    }
  }
  return around
}
