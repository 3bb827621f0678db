import { gridUnitAt } from './geodesic-area.ts'
import type { Lines } from './lines.ts'
import { GRID, type Polygons, type Rings } from './polygons.ts'

/**
 * Twice the signed area of an open ring in squared grid units, positive when counter-clockwise.
 * `start` and `end` index numbers, not points. Offsets are relative to the first point: their
 * products stay below 2^53 and the sum is exact for rings up to 9 degrees wide.
 */
export function signedRingArea(coords: Int32Array, start: number, end: number): number {
  const x0 = coords[start]
  const y0 = coords[start + 1]
  let sum = 0
  let px = 0
  let py = 0
  for (let i = start + 2; i < end; i += 2) {
    const x = coords[i] - x0
    const y = coords[i + 1] - y0
    sum += px * y - x * py
    px = x
    py = y
  }
  return sum
}

/** Area of the rings in square grid units, holes subtracted. */
export function ringsArea({ coords, ringEnds }: Rings): number {
  let twice = 0
  let start = 0
  for (let ring = 0; ring < ringEnds.length; ring++) {
    const end = ringEnds[ring] * 2
    twice += signedRingArea(coords, start, end)
    start = end
  }
  return twice / 2
}

/** Length of all rings in metres, by the scale at their first point: 0.1 % off at 10 km. */
export function borderM({ coords, ringEnds }: Rings): number {
  const { north_m, east_m } = gridUnitAt(coords[1] / GRID)
  let border = 0
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let px = coords[end - 2]
    let py = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      const east = (coords[i] - px) * east_m
      const north = (coords[i + 1] - py) * north_m
      border += Math.sqrt(east * east + north * north)
      px = coords[i]
      py = coords[i + 1]
    }
    start = end
  }
  return border
}

/** Calls `visit` for every ring with its range of points and the number of its polygon. */
export function forEachRing(
  polygons: Polygons,
  visit: (start: number, end: number, isShell: boolean, polygon: number) => void,
): void {
  let ring = 0
  let start = 0
  polygons.polygonEnds.forEach((polygonEnd, polygon) => {
    for (let first = true; ring < polygonEnd; ring++, first = false) {
      visit(start, polygons.ringEnds[ring], first, polygon)
      start = polygons.ringEnds[ring]
    }
  })
}

/** The rings of an area as lines, each ending where it begins: for distances to its border. */
export function ringLines({ coords, ringEnds }: Polygons): Lines {
  const closed = new Int32Array(coords.length + ringEnds.length * 2)
  let start = 0
  ringEnds.forEach((end, ring) => {
    closed.set(coords.subarray(start * 2, end * 2), (start + ring) * 2)
    closed.set(coords.subarray(start * 2, start * 2 + 2), (end + ring) * 2)
    start = end
  })
  return { coords: closed, lineEnds: ringEnds.map((end, ring) => end + ring + 1) }
}

/** Joins the polygons of several areas into one multipolygon, in their order. */
export function collect(areas: readonly Polygons[]): Polygons {
  if (areas.length === 1) return areas[0]
  const coords = new Int32Array(areas.reduce((sum, area) => sum + area.coords.length, 0))
  const ringEnds: number[] = []
  const polygonEnds: number[] = []
  let points = 0
  for (const area of areas) {
    coords.set(area.coords, points * 2)
    const rings = ringEnds.length
    for (const end of area.ringEnds) ringEnds.push(points + end)
    for (const end of area.polygonEnds) polygonEnds.push(rings + end)
    points += area.coords.length / 2
  }
  return {
    coords,
    ringEnds: Uint32Array.from(ringEnds),
    polygonEnds: Uint32Array.from(polygonEnds),
  }
}

/** Splits a multipolygon into its polygons: the inverse of `collect`. */
export function partsOf(polygons: Polygons): Polygons[] {
  let ring = 0
  let point = 0
  return Array.from(polygons.polygonEnds, (polygonEnd) => {
    const ends = polygons.ringEnds.subarray(ring, polygonEnd)
    const last = polygons.ringEnds[polygonEnd - 1]
    const part = {
      coords: polygons.coords.subarray(point * 2, last * 2),
      ringEnds: Uint32Array.from(ends, (end) => end - point),
      polygonEnds: Uint32Array.of(ends.length),
    }
    ring = polygonEnd
    point = last
    return part
  })
}
