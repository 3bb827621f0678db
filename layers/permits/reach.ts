import { lengthToEdge } from '../../geometry/contains.ts'
import { gridUnitAt } from '../../geometry/geodesic-area.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID, type Polygons } from '../../geometry/polygons.ts'

/**
 * True when a circle around a point inside an area reaches over the area's edge: some edge is
 * nearer than `radius_m`. Flat within the circle, which at 150 m is right to a millimetre.
 */
export function reachesOut(area: Polygons, [x, y]: GridPoint, radius_m: number): boolean {
  const { north_m, east_m } = gridUnitAt(y / GRID)
  const [width, height] = [radius_m / east_m, radius_m / north_m]
  const { coords, ringEnds } = area
  let start = 0
  for (const end of ringEnds) {
    let ax = coords[end * 2 - 2] - x
    let ay = coords[end * 2 - 1] - y
    for (let i = start * 2; i < end * 2; i += 2) {
      const bx = coords[i] - x
      const by = coords[i + 1] - y
      // Nearly every edge of a county lies off to one side: only the others are measured.
      const isOff =
        (ax > width && bx > width) ||
        (ax < -width && bx < -width) ||
        (ay > height && by > height) ||
        (ay < -height && by < -height)
      if (!isOff && lengthToEdge(ax * east_m, ay * north_m, bx * east_m, by * north_m) < radius_m)
        return true
      ax = bx
      ay = by
    }
    start = end
  }
  return false
}
