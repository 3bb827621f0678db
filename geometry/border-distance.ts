import type { GridPoint } from './grid-point.ts'
import { nearestOnLines } from './nearest-on-lines.ts'
import type { Polygons } from './polygons.ts'
import { ringLines } from './rings.ts'

/** Metres on the ellipsoid from a point, inside or outside, to the nearest border of an area. */
export function borderDistanceM(area: Polygons, point: GridPoint): number {
  return nearestOnLines(ringLines(area), point).distance_m
}
