import { localScaleM2 } from './geodesic-area.ts'
import { type Box, boundsOf, GRID, type Polygons, type Rings } from './polygons.ts'
import { borderM, ringsArea } from './rings.ts'
import { clipHalf, subdivide } from './subdivide.ts'

/** Height of a cell: one scale for all of it is then accurate to 1e-8 of its area. */
const CELL_DEG = 0.01
/** Approximate maximum of edges of a cell: every pair of edges is compared. */
const CELL_POINTS = 48

/** A part of the subject: the edges that bound it, in grid units from the subject's origin. */
export interface Cell {
  readonly bounds: Box
  /** Square metres of a square grid unit. */
  readonly scale: number
  /** Square grid units. */
  readonly area: number
  /** Seven numbers an edge, as named below: one allocation a cell. */
  readonly edges: Float64Array
  /** The rings of the part on the grid: correct for signed areas, and bounded by cuts too. */
  readonly rings: Rings
  /** Metres of all its edges, with those of cuts. */
  readonly border_m: number
}

/** Overlap of a piece of a shape with one cell of a subject. */
export interface CellOverlap {
  readonly cell: Cell
  readonly piece: Rings
  readonly area_m2: number
}

const EDGE_NUMBERS = 7
const LEFT = 0
const RIGHT = 1
/** Lowest and highest y. */
const LOW = 2
const HIGH = 3
/** y at the left. */
const Y = 4
const SLOPE = 5
/** +1 if the inside is below the edge, -1 if it is above. */
const SIGN = 6

/**
 * A subject (a parcel) prepared to be measured against many pieces. Coordinates are relative to its
 * own origin, so that offsets stay small and sums lose no digits.
 */
export interface Subject {
  readonly bounds: Box
  readonly originX: number
  readonly originY: number
  readonly cells: readonly Cell[]
}

/** Cuts the polygons into cells. A parcel of ordinary size is one cell and is not cut. */
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

/** Area of the subject that the piece covers, in square metres. */
export function overlapM2(subject: Subject, piece: Rings): number {
  return overlapCells(subject, piece).reduce((sum, { area_m2 }) => sum + area_m2, 0)
}

/** Overlap of the piece with each cell of the subject that it meets. */
export function overlapCells(subject: Subject, piece: Rings): CellOverlap[] {
  const box = boundsOf(piece)
  const [west, south, east, north] = box
  const cells: CellOverlap[] = []
  for (const cell of subject.cells) {
    const own = boxOf(subject, cell)
    if (west >= own[2] || east <= own[0] || south >= own[3] || north <= own[1]) continue
    const area_m2 = cellOverlapM2(subject, cell, piece, box)
    if (area_m2 !== 0) cells.push({ cell, piece, area_m2 })
  }
  return cells
}

/** The box of a cell in grid units, for finding the pieces that may overlap it. */
export function boxOf({ originX, originY }: Subject, { bounds }: Cell): Box {
  const [west, south, east, north] = bounds
  return [west + originX, south + originY, east + originX, north + originY]
}

/**
 * Area of one cell of the subject that the piece covers, in square metres; `box` is that of the
 * piece. Both shapes are sums of signed regions below one edge each, so their overlap is the sum,
 * over pairs of edges, of the area below the lower of the two. That needs no clipping and no
 * triangles, and holes and bridges need no special treatment. A ring as such a sum is Green's
 * theorem; each pair has a closed form.
 */
export function cellOverlapM2(subject: Subject, cell: Cell, piece: Rings, box: Box): number {
  const { originX, originY } = subject
  const count = cell.edges.length / EDGE_NUMBERS
  if (count > near.length) near = new Uint32Array(count)
  const over = chooseNear(cell, box, originX, originY)
  let area = over === 0 ? 0 : over * ringsArea(piece)
  if (nearCount > 0) area += sharedUnits(cell, piece, originX, originY)
  return area * cell.scale
}

/** Offsets of the edges of the current cell that must be paired with those of the piece. */
let near = new Uint32Array(CELL_POINTS * 2)
let nearCount = 0

/**
 * Skips the edges of the cell that lie below the whole piece: the overlaps of such an edge with the
 * edges of a closed ring add up to zero. Edges above the whole piece share all of it and are only
 * counted, with their sign. Most pieces in the box of a street cell are houses next to the street,
 * with no edge near. Not for a piece that reaches below the cell, where `sharedUnits` skips edges
 * of the piece because those of the whole cell cancel.
 */
function chooseNear(cell: Cell, box: Box, originX: number, originY: number): number {
  const { edges, bounds } = cell
  const west = box[0] - originX
  const south = box[1] - originY
  const east = box[2] - originX
  const north = box[3] - originY
  const isAboveSouth = south > bounds[1]
  let over = 0
  let count = 0
  for (let i = 0; i < edges.length; i += EDGE_NUMBERS) {
    const left = edges[i + LEFT]
    const right = edges[i + RIGHT]
    if (left >= east || right <= west) continue
    if (isAboveSouth) {
      if (edges[i + HIGH] <= south) continue
      if (edges[i + LOW] >= north && left <= west && right >= east) {
        over += edges[i + SIGN]
        continue
      }
    }
    near[count++] = i
  }
  nearCount = count
  return over
}

/** Overlap in square grid units of the piece with the regions below the near edges of the cell. */
function sharedUnits(
  cell: Cell,
  { coords, ringEnds }: Rings,
  originX: number,
  originY: number,
): number {
  const [west, south, east, north] = cell.bounds
  let area = 0
  let start = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = ringEnds[ring] * 2
    let px = coords[end - 2] - originX
    let py = coords[end - 1] - originY
    let isAbove = false
    for (let i = start; i < end; i += 2) {
      const x = coords[i] - originX
      const y = coords[i + 1] - originY
      const wasAbove: boolean = isAbove
      isAbove = py >= north && y >= north
      // All of the cell between their x lies below edges above the cell: of a run of them only the
      // two ends count. None of it lies below an edge under the cell: the cell's signs cancel.
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

/** Area in square grid units west of x and below the near edges of the cell. */
function areaWestOf({ edges, bounds, area }: Cell, x: number): number {
  if (x <= bounds[0]) return 0
  if (x >= bounds[2] && nearCount * EDGE_NUMBERS === edges.length) return area
  let sum = 0
  for (let n = 0; n < nearCount; n++) {
    const i = near[n]
    const width = Math.min(edges[i + RIGHT], x) - edges[i + LEFT]
    if (width > 0) sum += edges[i + SIGN] * width * (edges[i + Y] + (edges[i + SLOPE] * width) / 2)
  }
  return sum
}

/** Signed area of the cell below the edge from (x0, y0) to (x1, y1), x0 < x1. */
function belowBoth({ edges }: Cell, x0: number, y0: number, x1: number, y1: number): number {
  const slope = (y1 - y0) / (x1 - x0)
  let sum = 0
  for (let n = 0; n < nearCount; n++) {
    const i = near[n]
    const left = edges[i + LEFT]
    const from = Math.max(left, x0)
    const to = Math.min(edges[i + RIGHT], x1)
    if (from >= to) continue
    const width = to - from
    const a0 = edges[i + Y] + edges[i + SLOPE] * (from - left)
    const a1 = a0 + edges[i + SLOPE] * width
    const b0 = y0 + slope * (from - x0)
    const b1 = b0 + slope * width
    sum += edges[i + SIGN] * belowLower(a0, a1, b0, b1, width)
  }
  return sum
}

/** Area below the lower of two lines that run from a0 to a1 and from b0 to b1 over the width. */
function belowLower(a0: number, a1: number, b0: number, b1: number, width: number): number {
  const d0 = a0 - b0
  const d1 = a1 - b1
  if (d0 <= 0 && d1 <= 0) return (width * (a0 + a1)) / 2
  if (d0 >= 0 && d1 >= 0) return (width * (b0 + b1)) / 2
  // They cross: the area below the one that starts lower, minus the triangle above the other.
  const t = d0 / (d0 - d1)
  return d0 < 0 ? (width * (a0 + a1 - (1 - t) * d1)) / 2 : (width * (b0 + b1 + (1 - t) * d1)) / 2
}

function makeCell(rings: Rings, originX: number, originY: number): Cell {
  const { coords, ringEnds } = rings
  const edges = new Float64Array((coords.length / 2) * EDGE_NUMBERS)
  let at = 0
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
        edges[at + LEFT] = Math.min(px, x)
        edges[at + RIGHT] = Math.max(px, x)
        edges[at + LOW] = Math.min(py, qy)
        edges[at + HIGH] = Math.max(py, qy)
        edges[at + Y] = px < x ? py : qy
        edges[at + SLOPE] = (qy - py) / (x - px)
        edges[at + SIGN] = px < x ? -1 : 1
        at += EDGE_NUMBERS
        area += ((px - x) * (py + qy)) / 2
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
    edges: edges.subarray(0, at),
    rings,
    border_m: borderM(rings),
  }
}
