import { crossingsAt, forEachEdge } from '../geometry/edges.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import { boundsOf, GRID, type Polygons, type Rings } from '../geometry/polygons.ts'
import { uniformPoints } from './uniform-points.ts'

/**
 * Kinds of probes. `anywhere`: uniform by area inside the county line; `inside`: in a declared
 * coverage; `border`: within 100 m of the border of one. Only `anywhere` represents a county.
 */
export const PROBE_KINDS = ['anywhere', 'inside', 'border'] as const
export type ProbeKind = (typeof PROBE_KINDS)[number]

export interface Probe {
  kind: ProbeKind
  /**
   * Latitude on the grid of 1e-7 degree, so that the same numbers request the same location over
   * HTTP.
   */
  lat: number
  lng: number
}

/** Number of probes of each kind. */
export type ProbeNumbers = Record<ProbeKind, number>

/** Border probes lie up to this far on either side. */
const BORDER_M = 100
const METRES_PER_DEGREE = 111_320

/**
 * The probes of a county: `anywhere` from its line, none where that is null; the others from the
 * declared coverages, of which each is drawn with equal chance whatever its size. One at a time,
 * because drawing from a border of 100,000 points takes about a millisecond.
 */
export function* probesOf(
  line: Polygons | null,
  areas: readonly Polygons[],
  numbers: ProbeNumbers,
  random: () => number,
): Generator<Probe> {
  const drawn = areas.filter((area) => area.coords.length > 0)
  if (line)
    for (const point of uniformPoints(line, numbers.anywhere, random))
      yield probeAt('anywhere', point)
  if (drawn.length === 0) return
  const times = drawn.map(() => 0)
  for (let i = 0; i < numbers.inside; i++) times[pick(times, random)]++
  for (const [i, area] of drawn.entries())
    for (const point of times[i] > 0 ? uniformPoints(area, times[i], random) : [])
      yield probeAt('inside', point)
  const borders = drawn.map((area) => new Border(area))
  for (let i = 0; i < numbers.border; i++)
    yield probeAt('border', borders[pick(borders, random)].pointNear(random))
}

function probeAt(kind: ProbeKind, [x, y]: GridPoint): Probe {
  return {
    kind,
    lng: clamp(Math.round(x), 180 * GRID) / GRID,
    lat: clamp(Math.round(y), 90 * GRID) / GRID,
  }
}

/** A point well inside the polygons, in degrees: the middle of the longest run of one row. */
export function innerPoint(polygons: Polygons): { lat: number; lng: number } {
  const [, south, , north] = boundsOf(polygons)
  let best = { length: -1, x: polygons.coords[0], y: polygons.coords[1] }
  // Rows at odd fractions of the height: one of them misses the horizontal edges.
  for (const part of [0.5, 0.37, 0.61, 0.23, 0.79]) {
    const y = south + (north - south) * part
    const runs = crossingsAt(polygons, y)
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const length = runs[i + 1] - runs[i]
      if (length > best.length) best = { length, x: (runs[i] + runs[i + 1]) / 2, y }
    }
    if (best.length > 0) break
  }
  return { lat: Math.round(best.y) / GRID, lng: Math.round(best.x) / GRID }
}

/** The border of one coverage, from which points near it are drawn. */
class Border {
  private readonly polygons: Polygons
  private ends: Float64Array | null = null

  constructor(polygons: Polygons) {
    this.polygons = polygons
  }

  /** A random point of the border, uniform by length, moved across it by up to `BORDER_M`. */
  pointNear(random: () => number): GridPoint {
    this.ends ??= borderEndsOf(this.polygons)
    const { ends } = this
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

/** An index of the list, each with equal chance. */
function pick(list: readonly unknown[], random: () => number): number {
  return Math.floor(random() * list.length)
}

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value))
}

/** Never below a hundredth, so that probes near a pole stay numbers. */
function cosOf(y: number): number {
  return Math.max(0.01, Math.cos((y / GRID) * (Math.PI / 180)))
}
