import { gridUnitAt } from './geodesic-area.ts'
import { type Box, GRID, type Rings } from './polygons.ts'

/** Edges per box: fewer mean more searches, more mean more pairs of edges. */
const RUN_EDGES = 8

/** Neighbouring edges of one ring, from point `first` on to point `end`. */
export interface EdgeRun {
  first: number
  end: number
  /** End point of the last edge of the run. */
  after: number
  box: Box
}

/** Splits the edges of rings into short runs with their boxes in grid units. */
export function* edgeRuns({ coords, ringEnds }: Rings): Generator<EdgeRun> {
  let start = 0
  for (const ringEnd of ringEnds) {
    for (let first = start; first < ringEnd; first += RUN_EDGES) {
      const end = Math.min(first + RUN_EDGES, ringEnd)
      const after = end === ringEnd ? start : end
      const x = coords[after * 2]
      const y = coords[after * 2 + 1]
      const box: Box = [x, y, x, y]
      for (let i = first * 2; i < end * 2; i += 2) {
        if (coords[i] < box[0]) box[0] = coords[i]
        if (coords[i + 1] < box[1]) box[1] = coords[i + 1]
        if (coords[i] > box[2]) box[2] = coords[i]
        if (coords[i + 1] > box[3]) box[3] = coords[i + 1]
      }
      yield { first, end, after, box }
    }
    start = ringEnd
  }
}

/** Converts metres to grid units, eastward and northward: enough anywhere in the box. */
export function gridMargin(
  [, south, , north]: Box,
  metres: number,
): [width: number, height: number] {
  const { east_m } = gridUnitAt(Math.max(Math.abs(south), Math.abs(north)) / GRID)
  const { north_m } = gridUnitAt(0)
  return [Math.ceil(metres / east_m), Math.ceil(metres / north_m)]
}

/** The box grown on every side. */
export function widened([west, south, east, north]: Box, width: number, height: number): Box {
  return [west - width, south - height, east + width, north + height]
}
