import { distanceM, eastward } from './distance.ts'
import { gridUnitAt } from './geodesic-area.ts'
import type { GridPoint } from './grid-point.ts'
import type { Lines } from './lines.ts'
import { GRID } from './polygons.ts'

/** The point of lines that is nearest to another point. */
export interface PointOnLines {
  /** Metres from the point, on the ellipsoid. */
  distance_m: number
  /** The nearest point in whole grid units: up to 8 mm off the line. */
  point: GridPoint
  /** Share of the lines' length before the point, 0 to 1, over all lines in their order. */
  share: number
  /**
   * Side of the line, in the direction it was drawn, of the given point; `right` for a point on it.
   */
  side: 'left' | 'right'
}

/**
 * Finds the point of lines that is nearest to a point, the first of equal ones. Edges are straight
 * in lon/lat. The search uses the plane at the point's latitude; below 45 degrees, 1 km north or
 * south its scale is off by at most 1 part in 6,000. It is for streets around a point, not for far
 * ones.
 */
export function nearestOnLines(lines: Lines, [px, py]: GridPoint): PointOnLines {
  const { coords, lineEnds } = lines
  const { north_m, east_m } = gridUnitAt(py / GRID)
  let least = Infinity
  let at = 0
  let along = 0
  let start = 0
  for (const end of lineEnds) {
    for (let i = start * 2; i < end * 2 - 2; i += 2) {
      const ax = eastward(px, coords[i]) * east_m
      const ay = (coords[i + 1] - py) * north_m
      const dx = (coords[i + 2] - coords[i]) * east_m
      const dy = (coords[i + 3] - coords[i + 1]) * north_m
      const t = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)))
      const square = (ax + t * dx) ** 2 + (ay + t * dy) ** 2
      if (square >= least) continue
      least = square
      at = i
      along = t
    }
    start = end
  }
  const exact: GridPoint = [
    coords[at] + along * (coords[at + 2] - coords[at]),
    coords[at + 1] + along * (coords[at + 3] - coords[at + 1]),
  ]
  return {
    distance_m: distanceM([px, py], exact),
    point: [Math.round(exact[0]), Math.round(exact[1])],
    share: shareBefore(lines, at, along),
    side: sideOf(lines, at, along, [px, py]),
  }
}

/** Share of the whole length before a position on the edge that begins at `at`. */
function shareBefore({ coords, lineEnds }: Lines, at: number, t: number): number {
  let before = 0
  let whole = 0
  let start = 0
  for (const end of lineEnds) {
    for (let i = start * 2; i < end * 2 - 2; i += 2) {
      const length = distanceM([coords[i], coords[i + 1]], [coords[i + 2], coords[i + 3]])
      if (i < at) before += length
      else if (i === at) before += length * t
      whole += length
    }
    start = end
  }
  return before / whole
}

/**
 * Side of the line on which a point lies. If a corner is nearest, both of its edges decide
 * together: the point may lie left of one and right of the other.
 */
function sideOf(
  { coords, lineEnds }: Lines,
  at: number,
  t: number,
  [px, py]: GridPoint,
): PointOnLines['side'] {
  const { north_m, east_m } = gridUnitAt(py / GRID)
  const corner = t < 1 ? at : at + 2
  const edges = t > 0 && t < 1 ? [at] : [corner - 2, corner]
  const isEdge = (i: number) => i >= 0 && i + 3 < coords.length && !lineEnds.includes(i / 2 + 1)
  let tx = 0
  let ty = 0
  for (const i of edges.filter(isEdge)) {
    const dx = (coords[i + 2] - coords[i]) * east_m
    const dy = (coords[i + 3] - coords[i + 1]) * north_m
    const length = Math.hypot(dx, dy)
    tx += dx / length
    ty += dy / length
  }
  const qx = eastward(coords[corner], px) * east_m
  const qy = (py - coords[corner + 1]) * north_m
  return tx * qy - ty * qx > 0 ? 'left' : 'right'
}
