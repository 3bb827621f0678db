import type { Point } from '../../geometry/point.ts'
import { freeCell } from './routes.ts'
import type { WalkableFloor } from './walkable-floor.ts'

/**
 * Which part of the floor each stop is in, where parts are what one can walk without coming nearer
 * than `clearance` metres to anything; 0 for a stop that itself is nearer. Parts are numbered in the
 * order of the stops.
 */
export function wideParts(floor: WalkableFloor, clearance: number, stops: Point[]): number[] {
  const { grid, clearances } = floor
  const { columns, cell } = grid
  // Distances are from middle to middle of cells, which is up to a cell more than is free.
  const least = clearance + cell / 2
  const parts = new Int32Array(clearances.length)
  const stack: number[] = []
  let count = 0
  const visit = (index: number) => {
    if (parts[index] !== 0 || clearances[index] < least) return
    parts[index] = count
    stack.push(index)
  }
  return stops.map((stop) => {
    const start = freeCell(floor, stop)
    if (start === undefined || clearances[start] < least) return 0
    if (parts[start] === 0) {
      count++
      visit(start)
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        const column = at % columns
        if (column > 0) visit(at - 1)
        if (column < columns - 1) visit(at + 1)
        if (at >= columns) visit(at - columns)
        if (at + columns < parts.length) visit(at + columns)
      }
    }
    return parts[start]
  })
}
