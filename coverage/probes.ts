import { type Box, boundsOf, GRID, type Polygons, type Rings } from '../layers/geometry/polygons.ts'

/** Where a probe was thrown: into the coverage, near its border, or anywhere in the county's box. */
export const PROBE_KINDS = ['inside', 'border', 'anywhere'] as const
export type ProbeKind = (typeof PROBE_KINDS)[number]

export interface Probe {
  kind: ProbeKind
  /** On the grid of 1e-7 degree, so that the same numbers ask the same spot over HTTP. */
  lat: number
  lng: number
}

/** Border probes lie up to this far on either side. */
const BORDER_M = 100
const METRES_PER_DEGREE = 111_320
/** Rows of the box that are tried for a point inside before the border stands in. */
const MAX_TRIES = 100

/**
 * `count` probes of a county, a third of each kind, from its coverage polygons. A polygon is drawn
 * with equal chance whatever its size: a small partition is asked as often as a large one. One at a time,
 * because drawing from a border of 100,000 points takes about a millisecond.
 */
export function* probesOf(
  areas: readonly Polygons[],
  count: number,
  random: () => number,
): Generator<Probe> {
  const drawn = areas.filter((area) => area.coords.length > 0).map((area) => new Area(area))
  if (drawn.length === 0) return
  const box = unionOf(drawn.map((area) => area.box))
  const throwOne: Record<ProbeKind, () => [x: number, y: number]> = {
    inside: () => pick(drawn, random).pointInside(random),
    border: () => pick(drawn, random).pointNearBorder(random),
    anywhere: () => pointInBox(box, random),
  }
  for (let i = 0; i < count; i++) {
    const kind = PROBE_KINDS[i % PROBE_KINDS.length]
    const [x, y] = throwOne[kind]()
    yield {
      kind,
      lng: clamp(Math.round(x), 180 * GRID) / GRID,
      lat: clamp(Math.round(y), 90 * GRID) / GRID,
    }
  }
}

/** A point well inside the polygons, in degrees: the middle of the longest run of one row. */
export function innerPoint(polygons: Polygons): { lat: number; lng: number } {
  const [, south, , north] = boundsOf(polygons)
  let best = { length: -1, x: polygons.coords[0], y: polygons.coords[1] }
  // Rows at odd fractions of the height: one of them misses the horizontal edges.
  for (const part of [0.5, 0.37, 0.61, 0.23, 0.79]) {
    const y = south + (north - south) * part
    const runs = runsAt(polygons, y)
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const length = runs[i + 1] - runs[i]
      if (length > best.length) best = { length, x: (runs[i] + runs[i + 1]) / 2, y }
    }
    if (best.length > 0) break
  }
  return { lat: Math.round(best.y) / GRID, lng: Math.round(best.x) / GRID }
}

/** One coverage polygon with what drawing points from it needs. */
class Area {
  readonly box: Box
  private readonly polygons: Polygons
  private borderEnds: Float64Array | null = null

  constructor(polygons: Polygons) {
    this.polygons = polygons
    this.box = boundsOf(polygons)
  }

  /** A row by chance, then a point by chance on its runs inside. */
  pointInside(random: () => number): [x: number, y: number] {
    const [, south, , north] = this.box
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const y = south + random() * (north - south)
      const runs = runsAt(this.polygons, y)
      let left = 0
      for (let i = 0; i + 1 < runs.length; i += 2) left += runs[i + 1] - runs[i]
      left *= random()
      for (let i = 0; i + 1 < runs.length; i += 2) {
        const length = runs[i + 1] - runs[i]
        if (left < length) return [runs[i] + left, y]
        left -= length
      }
    }
    return [this.polygons.coords[0], this.polygons.coords[1]]
  }

  /** A place on the border by chance of its length, moved across by up to `BORDER_M`. */
  pointNearBorder(random: () => number): [x: number, y: number] {
    this.borderEnds ??= borderEndsOf(this.polygons)
    const ends = this.borderEnds
    const at = random() * ends[ends.length - 1]
    const index = firstAbove(ends, at)
    const [ax, ay, bx, by] = edgeOf(this.polygons, index)
    const along = random()
    const shift = (random() * 2 - 1) * BORDER_M
    const cos = cosOf(ay)
    const dx = (bx - ax) * cos
    const dy = by - ay
    const length = Math.hypot(dx, dy) || 1
    const unit = (GRID / METRES_PER_DEGREE) * shift
    return [
      ax + (bx - ax) * along - ((dy / length) * unit) / cos,
      ay + (by - ay) * along + (dx / length) * unit,
    ]
  }
}

/** Where the row crosses the rings, ascending: inside from even to odd. */
function runsAt(polygons: Rings, y: number): number[] {
  const crossings: number[] = []
  forEachEdge(polygons, (ax, ay, bx, by) => {
    if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  })
  return crossings.sort((a, b) => a - b)
}

/** Per edge, the length of the border up to its end, in grid units of latitude. */
function borderEndsOf(polygons: Rings): Float64Array {
  const ends = new Float64Array(polygons.coords.length / 2)
  let total = 0
  let edge = 0
  forEachEdge(polygons, (ax, ay, bx, by) => {
    total += Math.hypot((bx - ax) * cosOf(ay), by - ay)
    ends[edge++] = total
  })
  return ends
}

/** Edges in point order: edge i begins at point i. */
function forEachEdge(
  { coords, ringEnds }: Rings,
  visit: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  let start = 0
  for (const end of ringEnds) {
    for (let i = start; i < end; i++) {
      const next = i + 1 < end ? i + 1 : start
      visit(coords[i * 2], coords[i * 2 + 1], coords[next * 2], coords[next * 2 + 1])
    }
    start = end
  }
}

function edgeOf({ coords, ringEnds }: Rings, index: number): [number, number, number, number] {
  const ring = ringEnds.findIndex((end) => index < end)
  const start = ring === 0 ? 0 : ringEnds[ring - 1]
  const next = index + 1 < ringEnds[ring] ? index + 1 : start
  return [coords[index * 2], coords[index * 2 + 1], coords[next * 2], coords[next * 2 + 1]]
}

function firstAbove(ends: Float64Array, value: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends[middle] > value) high = middle
    else low = middle + 1
  }
  return low
}

function pointInBox([west, south, east, north]: Box, random: () => number): [number, number] {
  return [west + random() * (east - west), south + random() * (north - south)]
}

function unionOf(boxes: Box[]): Box {
  return boxes.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ])
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}

/** Never below a hundredth, so that probes near a pole stay numbers. */
function cosOf(y: number): number {
  return Math.max(0.01, Math.cos((y / GRID) * (Math.PI / 180)))
}
