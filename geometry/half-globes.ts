import { boundsOf, GRID, type Polygons } from './polygons.ts'
import { collect, partsOf } from './rings.ts'

const HALF_TURN = 180 * GRID

/**
 * Splits a shape whose box goes around the globe, such as islands on both sides of 180 degrees,
 * into its polygons west and east of Greenwich; null for any other shape. No ring may cross 180.
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
