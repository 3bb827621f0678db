import { localScaleM2 } from './geodesic-area.ts'
import { type Box, boundsOf, GRID, type Polygons, type Rings } from './polygons.ts'
import { clipHalf, subdivide } from './subdivide.ts'

/** A cell is at most this high: one scale for all of it is then right to 1e-8 of its area. */
const CELL_DEG = 0.01
/** A cell has at most this many edges or so: every pair of edges is looked at. */
const CELL_POINTS = 48

/** A part of the subject, as the edges that bound it, in grid units from the subject's origin. */
interface Cell {
  readonly bounds: Box
  /** Square metres of a square grid unit. */
  readonly scale: number
  /** Square grid units. */
  readonly area: number
  /** Per edge: left and right x, y at the left, slope. */
  readonly left: Float64Array
  readonly right: Float64Array
  readonly y: Float64Array
  readonly slope: Float64Array
  /** +1 where the inside is below the edge, -1 where it is above. */
  readonly sign: Float64Array
}

/**
 * A subject (a parcel) made ready to be measured against many pieces. Coordinates are taken from
 * its own origin, so that offsets stay small and the sums keep all their digits.
 */
export interface Subject {
  readonly bounds: Box
  readonly originX: number
  readonly originY: number
  readonly cells: readonly Cell[]
}

/** Cuts the polygons into cells. A parcel of ordinary size is one cell and is not cut at all. */
export function makeSubject(polygons: Polygons): Subject {
  const bounds = boundsOf(polygons)
  const [originX, originY] = bounds
  const cells = stripsOf(polygons, bounds)
    .flatMap((strip) => subdivide(strip, CELL_POINTS))
    .map((part) => makeCell(part, originX, originY))
  return { bounds, originX, originY, cells }
}

/** Horizontal strips of at most `CELL_DEG`. */
function stripsOf(polygons: Polygons, [, south, , north]: Box): Rings[] {
  const count = Math.max(1, Math.ceil((north - south) / GRID / CELL_DEG))
  const strips: Rings[] = []
  let rest: Rings = polygons
  for (let i = 1; i < count; i++) {
    const top = Math.round(south + ((north - south) * i) / count)
    strips.push(clipHalf(rest, 1, top, -1))
    rest = clipHalf(rest, 1, top, 1)
  }
  return [...strips, rest]
}

/**
 * Square metres of the subject that the piece covers. Both are sums of signed regions that lie
 * below one edge each, so what they share is the sum, over pairs of edges, of the area below the
 * lower of the two: no clipping, no triangles, and holes and bridges need no thought. A ring as
 * such a sum is Green's theorem; each pair has a closed form.
 */
export function overlapM2({ cells, originX, originY }: Subject, piece: Rings): number {
  const [west, south, east, north] = boundsOf(piece)
  let total = 0
  for (const cell of cells) {
    const { bounds } = cell
    if (west - originX >= bounds[2] || east - originX <= bounds[0]) continue
    if (south - originY >= bounds[3] || north - originY <= bounds[1]) continue
    total += shared(cell, piece, originX, originY) * cell.scale
  }
  return total
}

/** Square grid units that the cell and the piece share. */
function shared(cell: Cell, { coords, ringEnds }: Rings, originX: number, originY: number): number {
  const [west, south, east, north] = cell.bounds
  let area = 0
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let px = coords[end - 2] - originX
    let py = coords[end - 1] - originY
    let isAbove = false
    for (let i = start; i < end; i += 2) {
      const x = coords[i] - originX
      const y = coords[i + 1] - originY
      const wasAbove: boolean = isAbove
      isAbove = py >= north && y >= north
      // Below edges that run over the cell lies all of it between their x: of a run of them only
      // the two ends count. Below one that runs under it lies nothing: the cell's signs cancel.
      if (isAbove !== wasAbove) area += isAbove ? areaWestOf(cell, px) : -areaWestOf(cell, px)
      if (!isAbove && px !== x && (py > south || y > south)) {
        if (px < x) {
          if (px < east && x > west) area -= belowBoth(cell, px, py, x, y)
        } else if (x < east && px > west) area += belowBoth(cell, x, y, px, py)
      }
      px = x
      py = y
    }
    if (isAbove) area -= areaWestOf(cell, px)
    start = end
  }
  return area
}

/** Square grid units of the cell to the west of x. */
function areaWestOf({ bounds, area, left, right, y, slope, sign }: Cell, x: number): number {
  if (x <= bounds[0]) return 0
  if (x >= bounds[2]) return area
  let sum = 0
  for (let i = 0; i < left.length; i++) {
    const width = Math.min(right[i], x) - left[i]
    if (width > 0) sum += sign[i] * width * (y[i] + (slope[i] * width) / 2)
  }
  return sum
}

/** Signed area of the cell below the edge from (x0, y0) to (x1, y1), x0 < x1. */
function belowBoth(cell: Cell, x0: number, y0: number, x1: number, y1: number): number {
  const slope = (y1 - y0) / (x1 - x0)
  let sum = 0
  for (let i = 0; i < cell.left.length; i++)
    if (cell.left[i] < x1 && cell.right[i] > x0) sum += belowLower(cell, i, x0, y0, x1, slope)
  return sum
}

/** Signed area below the lower of edge `i` and the line, over the x that both have. */
function belowLower(
  cell: Cell,
  i: number,
  x0: number,
  y0: number,
  x1: number,
  slope: number,
): number {
  const from = Math.max(cell.left[i], x0)
  const to = Math.min(cell.right[i], x1)
  if (from >= to) return 0
  const width = to - from
  const a0 = cell.y[i] + cell.slope[i] * (from - cell.left[i])
  const a1 = a0 + cell.slope[i] * width
  const b0 = y0 + slope * (from - x0)
  const b1 = b0 + slope * width
  const d0 = a0 - b0
  const d1 = a1 - b1
  let area: number
  if (d0 <= 0 && d1 <= 0) area = (width * (a0 + a1)) / 2
  else if (d0 >= 0 && d1 >= 0) area = (width * (b0 + b1)) / 2
  else {
    // They cross: below the one that starts lower, less the triangle above the other.
    const t = d0 / (d0 - d1)
    area = d0 < 0 ? (width * (a0 + a1 - (1 - t) * d1)) / 2 : (width * (b0 + b1 + (1 - t) * d1)) / 2
  }
  return cell.sign[i] * area
}

function makeCell(rings: Rings, originX: number, originY: number): Cell {
  const { coords, ringEnds } = rings
  const room = coords.length / 2
  const [left, right, y, slope, sign] = Array.from({ length: 5 }, () => new Float64Array(room))
  let edges = 0
  let area = 0
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let px = coords[end - 2] - originX
    let py = coords[end - 1] - originY
    for (let i = start; i < end; i += 2) {
      const x = coords[i] - originX
      const qy = coords[i + 1] - originY
      if (x !== px) {
        left[edges] = Math.min(px, x)
        right[edges] = Math.max(px, x)
        y[edges] = px < x ? py : qy
        slope[edges] = (qy - py) / (x - px)
        sign[edges] = px < x ? -1 : 1
        area += ((px - x) * (py + qy)) / 2
        edges++
      }
      px = x
      py = qy
    }
    start = end
  }
  const [west, south, east, north] = boundsOf(rings)
  return {
    bounds: [west - originX, south - originY, east - originX, north - originY],
    scale: localScaleM2((south + north) / 2 / GRID),
    area,
    left: left.subarray(0, edges),
    right: right.subarray(0, edges),
    y: y.subarray(0, edges),
    slope: slope.subarray(0, edges),
    sign: sign.subarray(0, edges),
  }
}
