import Flatbush from 'flatbush'
import { gridUnitAt } from './geodesic-area.ts'
import type { GridPoint } from './grid-point.ts'
import { type Box, boundsOf, GRID, type Polygons } from './polygons.ts'
import { forEachRing } from './rings.ts'
import type { Span } from './spans.ts'

/** Lines whose directions differ by more than 30 degrees do not run side by side. */
const LEAST_COSINE = Math.cos(Math.PI / 6)

/** Eight numbers an edge, as named below: one allocation a border. */
const EDGE_NUMBERS = 8
/** Start, in grid units. */
const X = 0
const Y = 1
/** Direction: metres to the east and to the north in one metre. */
const EAST = 2
const NORTH = 3
/** Metres of a grid unit at the middle of the edge. */
const EAST_UNIT = 4
const NORTH_UNIT = 5
const LENGTH = 6
/** Metres from the start of its ring. */
const AT = 7

/** One closed ring of a border. */
interface BorderRing {
  /** Range of its edges: from `first` to before `end`. */
  readonly first: number
  readonly end: number
  readonly length_m: number
}

/**
 * The border of an area as edges measured in metres, each in a plane of its own: within 1 mm of the
 * geodesic over 1 km, as in `distance.ts`. The area lies to the left of every edge. Positions
 * on a ring are metres from the start of the ring.
 */
export class BorderLine {
  readonly rings: readonly BorderRing[]
  /** The ring of each edge. */
  readonly ringOf: Uint32Array
  readonly bounds: Box
  private readonly edges: Float64Array
  private readonly coords: Int32Array
  private knownIndex: Flatbush | null = null

  constructor(polygons: Polygons) {
    const { coords } = polygons
    const count = coords.length / 2
    this.coords = coords
    this.bounds = boundsOf(polygons)
    this.edges = new Float64Array(count * EDGE_NUMBERS)
    this.ringOf = new Uint32Array(count)
    const rings: BorderRing[] = []
    forEachRing(polygons, (first, end) => {
      this.ringOf.fill(rings.length, first, end)
      rings.push({ first, end, length_m: this.measure(first, end) })
    })
    this.rings = rings
  }

  /** Length of all rings in metres. */
  get length_m(): number {
    return this.rings.reduce((sum, { length_m }) => sum + length_m, 0)
  }

  /** Index of the boxes of the edges, grid units. */
  get index(): Flatbush {
    if (this.knownIndex) return this.knownIndex
    const { coords } = this
    const index = new Flatbush(this.ringOf.length, 16, Int32Array)
    for (const { first, end } of this.rings)
      for (let edge = first; edge < end; edge++) {
        const next = edge + 1 === end ? first : edge + 1
        const [ax, ay] = [coords[edge * 2], coords[edge * 2 + 1]]
        const [bx, by] = [coords[next * 2], coords[next * 2 + 1]]
        index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
      }
    index.finish()
    this.knownIndex = index
    return index
  }

  /**
   * The stretch of an edge along which the line from (x1, y1) to (x2, y2), grid units, runs in the
   * opposite direction at most `within_m` away on either side; null for none.
   */
  stretchAlong(
    edge: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    within_m: number,
  ): Span | null {
    const { edges } = this
    const i = edge * EDGE_NUMBERS
    const east = edges[i + EAST]
    const north = edges[i + NORTH]
    const ax = (x1 - edges[i + X]) * edges[i + EAST_UNIT]
    const ay = (y1 - edges[i + Y]) * edges[i + NORTH_UNIT]
    const offA = ax * north - ay * east
    const bx = (x2 - edges[i + X]) * edges[i + EAST_UNIT]
    const by = (y2 - edges[i + Y]) * edges[i + NORTH_UNIT]
    const offB = bx * north - by * east
    if (Math.min(offA, offB) > within_m || Math.max(offA, offB) < -within_m) return null
    const atA = ax * east + ay * north
    const back = atA - (bx * east + by * north)
    if (back <= 0 || back < LEAST_COSINE * Math.hypot(bx - ax, by - ay)) return null
    // Shares of the line between which it is near enough.
    let start = 0
    let end = 1
    if (offA !== offB) {
      const one = (-within_m - offA) / (offB - offA)
      const other = (within_m - offA) / (offB - offA)
      start = Math.max(0, Math.min(one, other))
      end = Math.min(1, Math.max(one, other))
    }
    const from = Math.max(0, atA - end * back)
    const to = Math.min(edges[i + LENGTH], atA - start * back)
    return from < to ? [edges[i + AT] + from, edges[i + AT] + to] : null
  }

  /**
   * The point at a position of a ring, optionally moved to its right, out of the area, by metres.
   */
  placeAt(ring: number, along_m: number, beyond_m = 0): GridPoint {
    const { edges } = this
    const i = this.edgeAt(ring, along_m) * EDGE_NUMBERS
    const rest = this.withinRing(ring, along_m) - edges[i + AT]
    const east = rest * edges[i + EAST] + beyond_m * edges[i + NORTH]
    const north = rest * edges[i + NORTH] - beyond_m * edges[i + EAST]
    return [
      Math.round(edges[i + X] + east / edges[i + EAST_UNIT]),
      Math.round(edges[i + Y] + north / edges[i + NORTH_UNIT]),
    ]
  }

  /** The points of a stretch of a ring with its ends, without repeated points. */
  pointsOf(ring: number, [from, to]: Span): GridPoint[] {
    const { first, end, length_m } = this.rings[ring]
    const points = [this.placeAt(ring, from)]
    const add = ([x, y]: GridPoint) => {
      const [lastX, lastY] = points[points.length - 1]
      if (x !== lastX || y !== lastY) points.push([x, y])
    }
    let lap = from >= length_m ? length_m : 0
    for (let edge = this.edgeAt(ring, from) + 1; ; edge++) {
      if (edge === end) {
        edge = first
        lap += length_m
      }
      if (lap + this.edges[edge * EDGE_NUMBERS + AT] >= to) break
      add([this.coords[edge * 2], this.coords[edge * 2 + 1]])
    }
    add(this.placeAt(ring, to))
    return points
  }

  /** The corners of a ring, grid units, each with its metres from the start of the ring. */
  cornersOf(ring: number): [x: number, y: number, at_m: number][] {
    const { first, end } = this.rings[ring]
    return Array.from({ length: end - first }, (_, i) => {
      const corner = first + i
      const at_m = this.edges[corner * EDGE_NUMBERS + AT]
      return [this.coords[corner * 2], this.coords[corner * 2 + 1], at_m]
    })
  }

  private withinRing(ring: number, along_m: number): number {
    const { length_m } = this.rings[ring]
    return along_m >= length_m ? along_m - length_m : along_m
  }

  private edgeAt(ring: number, along_m: number): number {
    const at = this.withinRing(ring, along_m)
    let { first: low, end: high } = this.rings[ring]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (this.edges[middle * EDGE_NUMBERS + AT] <= at) low = middle
      else high = middle
    }
    return low
  }

  /** Fills in the edges of a ring and returns its length in metres. */
  private measure(first: number, end: number): number {
    const { coords, edges } = this
    let at = 0
    for (let edge = first; edge < end; edge++) {
      const next = edge + 1 === end ? first : edge + 1
      const x = coords[edge * 2]
      const y = coords[edge * 2 + 1]
      const { north_m, east_m } = gridUnitAt((y + coords[next * 2 + 1]) / 2 / GRID)
      const east = (coords[next * 2] - x) * east_m
      const north = (coords[next * 2 + 1] - y) * north_m
      const length = Math.hypot(east, north)
      const i = edge * EDGE_NUMBERS
      edges[i + X] = x
      edges[i + Y] = y
      edges[i + EAST] = east / length
      edges[i + NORTH] = north / length
      edges[i + EAST_UNIT] = east_m
      edges[i + NORTH_UNIT] = north_m
      edges[i + LENGTH] = length
      edges[i + AT] = at
      at += length
    }
    return at
  }
}
