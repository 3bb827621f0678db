import { boundsOf, GRID, type Polygons } from './polygons.ts'
import { collect, partsOf } from './rings.ts'

const HALF_TURN = 180 * GRID

/**
 * The polygons west and those east of Greenwich of a shape whose box goes around the globe, such as
 * islands on both sides of 180 degrees; null for any other. No ring may cross 180.
 */
export function halfGlobesOf(polygons: Polygons): { west: Polygons; east: Polygons } | null {
  const [west, , east] = boundsOf(polygons)
  if (east - west <= HALF_TURN) return null
  const parts = partsOf(polygons)
  return {
    west: collect(parts.filter(({ coords }) => coords[0] < 0)),
    east: collect(parts.filter(({ coords }) => coords[0] >= 0)),
  }
}
