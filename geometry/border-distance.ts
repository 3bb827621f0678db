import type { GridPoint } from './grid-point.ts'
import { nearestOnLines } from './nearest-on-lines.ts'
import type { Polygons } from './polygons.ts'
import { ringLines } from './rings.ts'

/** Metres from a point to the nearest border of an area, on the ellipsoid: inside of it and outside. */
export function borderDistanceM(area: Polygons, point: GridPoint): number {
  return nearestOnLines(ringLines(area), point).distance_m
}
