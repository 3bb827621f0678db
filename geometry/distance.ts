import { gridUnitAt } from './geodesic-area.ts'
import type { GridPoint } from './grid-point.ts'
import { type Box, GRID } from './polygons.ts'

/** Eastward grid units from one meridian to another, the short way around the globe. */
export function eastward(from: number, to: number): number {
  const turn = 360 * GRID
  const units = to - from
  return units > turn / 2 ? units - turn : units < -turn / 2 ? units + turn : units
}

/**
 * Metres between two points on the ellipsoid, by the radii of curvature halfway between them:
 * within 1 mm of the geodesic over 1 km (tested against geographiclib-geodesic). Not for long
 * distances.
 */
export function distanceM(a: GridPoint, b: GridPoint): number {
  const { north_m, east_m } = gridUnitAt((a[1] + b[1]) / 2 / GRID)
  return Math.hypot((b[1] - a[1]) * north_m, eastward(a[0], b[0]) * east_m)
}

/**
 * The boxes that contain every point within `radius_m` of a point: one, or two if the radius
 * reaches over the 180th meridian.
 */
export function boxesAround([x, y]: GridPoint, radius_m: number): Box[] {
  const edge = 180 * GRID
  const polar = 90 * GRID
  const height = Math.ceil(radius_m / gridUnitAt(y / GRID).north_m) + 1
  const farthest = Math.min(polar, Math.abs(y) + height)
  const { east_m } = gridUnitAt(farthest / GRID)
  const width = east_m * edge > radius_m ? Math.ceil(radius_m / east_m) + 1 : edge
  const [south, north] = [Math.max(-polar, y - height), Math.min(polar, y + height)]
  const [west, east] = [x - width, x + width]
  if (width >= edge) return [[-edge, south, edge, north]]
  if (west < -edge)
    return [
      [-edge, south, east, north],
      [west + 2 * edge, south, edge, north],
    ]
  if (east > edge)
    return [
      [west, south, edge, north],
      [-edge, south, east - 2 * edge, north],
    ]
  return [[west, south, east, north]]
}
