import { INSIDE, locateInPiece } from './contains.ts'
import { crossingsAt } from './edges.ts'
import type { GridPoint } from './grid-point.ts'
import { boundsOf, type Polygons } from './polygons.ts'
import { partsOf } from './rings.ts'

/** Heights of the scan lines through a shape, as shares of its own height: the middle first. */
export const HEIGHTS = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 3 / 8, 5 / 8, 7 / 8]

/** Grid units: a point nearer to an edge than this counts as on it. */
export const OFF_EDGE = 0.001
/** Scan lines in a part that those heights miss: the heights of its corners, thinned out. */
const BANDS_MAX = 256

interface Run {
  x: number
  y: number
  width: number
}

/**
 * A representative point inside the polygons, off their edges: the middle of the widest run of land
 * on a line of latitude. The same shape gives the same point. Only a sliver without a grid point
 * inside, under 1 cm wide on every scan line, gives a point on its edge.
 */
export function anchorOf(polygons: Polygons): GridPoint {
  const run =
    runAtHeights(polygons) ??
    // Parts far apart, with no land at the heights of the whole: each is scanned at its own
    // heights.
    widestOf(partsOf(polygons).map(runAtHeights)) ??
    widestOf(partsOf(polygons).map(runAtCorners))
  return run ? [run.x, run.y] : [polygons.coords[0], polygons.coords[1]]
}

/** The line through the middle is good enough: the others are for shapes that it misses. */
function runAtHeights(polygons: Polygons): Run | null {
  const [, south, , north] = boundsOf(polygons)
  for (const share of HEIGHTS) {
    const run = widestRun(polygons, Math.round(south + (north - south) * share))
    if (run) return run
  }
  return null
}

/** Widths change linearly between two corners, so the widest rows are next to corners. */
function runAtCorners(part: Polygons): Run | null {
  const heights = new Set<number>()
  for (let i = 1; i < part.coords.length; i += 2) heights.add(part.coords[i])
  const sorted = [...heights].sort((a, b) => a - b)
  const step = Math.ceil(sorted.length / BANDS_MAX)
  const rows = sorted.flatMap((y, i) => {
    if (i % step !== 0 || i + 1 === sorted.length) return []
    const above = sorted[i + 1]
    return [Math.floor((y + above) / 2), y + 1, above - 1]
  })
  return widestOf(rows.map((y) => widestRun(part, y)))
}

/** The widest run of land on a line whose middle, on the grid, is off the edges; null for none. */
function widestRun(polygons: Polygons, y: number): Run | null {
  const crossings = crossingsAt(polygons, y)
  let widest: Run | null = null
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const width = crossings[i + 1] - crossings[i]
    const x = Math.round((crossings[i] + crossings[i + 1]) / 2)
    const isWider = width > (widest?.width ?? 0)
    if (isWider && locateInPiece(polygons, x, y, OFF_EDGE) === INSIDE) widest = { x, y, width }
  }
  return widest
}

function widestOf(runs: readonly (Run | null)[]): Run | null {
  let widest: Run | null = null
  for (const run of runs) if (run && run.width > (widest?.width ?? 0)) widest = run
  return widest
}
