import type { Box, Polygons } from '../../geometry/polygons.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { alongHilbert } from './county.ts'
import { onePolygon } from './county-shapes.ts'

/**
 * A box cut into polygons without gap or overlap: a lattice whose corners are moved and whose edges
 * wind. Neighbours share every point of their border.
 */
export interface Mosaic {
  seed: number
  box: Box
  /** Cells on a side. */
  side: number
  /** Points of one edge of a cell, in the mean; single edges have 0.3 to 1.7 times as many. */
  edgePoints: number
  /** Separates the draws of one layer from another's. */
  salt: number
  /** Share of runs of `RUN` cells that are one polygon: the long ones that maps have. */
  runShare?: number
  /** The outer border is the box itself: two mosaics side by side have no gap and no overlap. */
  isFlush?: boolean
}

/** Cells from west to east that a run has. */
const RUN = 24
/**
 * Shares of a cell. An edge stays in a cone of 32 degrees, so that two from one corner never meet.
 */
const CORNER_JITTER = 0.1
const BEND = 0.15

/** How many cells a side make about `rows` polygons. */
export function mosaicSide(rows: number, runShare = 0): number {
  return Math.max(1, Math.ceil(Math.sqrt(rows / (1 - runShare * (1 - 1 / RUN)))))
}

/** The polygons along a Hilbert curve; i and j name the cell, or the first one of a run. */
export function* mosaicCells(
  mosaic: Mosaic,
): Generator<{ i: number; j: number; polygons: Polygons }> {
  const { seed, side, salt, runShare = 0 } = mosaic
  for (const [i, j] of alongHilbert(side)) {
    const first = i - (i % RUN)
    if (draw(seed, first, j, salt) >= runShare)
      yield { i, j, polygons: cellsOf(mosaic, i, i + 1, j) }
    else if (i === first) yield { i, j, polygons: cellsOf(mosaic, i, Math.min(side, i + RUN), j) }
  }
}

/** The cells of row j from `from` to before `to`, as one polygon. */
function cellsOf(mosaic: Mosaic, from: number, to: number, j: number): Polygons {
  const points: number[] = []
  for (let i = from; i < to; i++) addEdge(points, mosaic, i, j, 0, true)
  addEdge(points, mosaic, to, j, 1, true)
  for (let i = to - 1; i >= from; i--) addEdge(points, mosaic, i, j + 1, 0, false)
  addEdge(points, mosaic, from, j, 1, false)
  return onePolygon(points)
}

/** The edge from a corner to the east (axis 0) or north (1), without its end. */
function addEdge(
  points: number[],
  mosaic: Mosaic,
  i: number,
  j: number,
  axis: 0 | 1,
  isForward: boolean,
): void {
  const { seed, box, side, edgePoints, salt } = mosaic
  const [width, height] = [(box[2] - box[0]) / side, (box[3] - box[1]) / side]
  const [ax, ay] = corner(mosaic, i, j)
  const [bx, by] = axis === 0 ? corner(mosaic, i + 1, j) : corner(mosaic, i, j + 1)
  const own = (what: number) => draw(seed, i * 2 + axis, j, salt + 3 + what)
  const count = Math.max(1, Math.round(edgePoints * (0.3 + 1.4 * own(0))))
  const [slow, fast] = [1 + 2 * own(1), 6 + 14 * own(2)]
  const [slowPhase, fastPhase] = [own(3) * 6, own(4) * 6]
  const depth = isOuter(mosaic, axis === 0 ? j : i) ? 0 : BEND
  // The end is the next edge's first point.
  for (let step = 0; step < count; step++) {
    const k = isForward ? step : count - step
    const t = k / count
    const rough = 2 * draw(seed, i * 4096 + j, k * 2 + axis, salt + 8) - 1
    const bend =
      depth *
      Math.sin(Math.PI * t) *
      (0.6 * Math.sin(slow * Math.PI * t + slowPhase) +
        0.3 * Math.sin(fast * Math.PI * t + fastPhase) +
        0.1 * rough)
    points.push(
      Math.round(ax + t * (bx - ax) + (axis === 1 ? bend * width : 0)),
      Math.round(ay + t * (by - ay) + (axis === 0 ? bend * height : 0)),
    )
  }
}

function corner(mosaic: Mosaic, i: number, j: number): [number, number] {
  const { seed, box, side, salt } = mosaic
  const [west, south, east, north] = box
  const [width, height] = [(east - west) / side, (north - south) / side]
  const jitter = (line: number, what: number) =>
    isOuter(mosaic, line) ? 0 : (draw(seed, i, j, salt + what) - 0.5) * CORNER_JITTER
  return [west + (i + jitter(i, 1)) * width, south + (j + jitter(j, 2)) * height]
}

/** True for the first and the last line of a mosaic whose border is its box. */
function isOuter({ side, isFlush = false }: Mosaic, line: number): boolean {
  return isFlush && (line === 0 || line === side)
}
