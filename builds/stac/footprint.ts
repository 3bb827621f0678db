import type { MultiPolygon, Polygon } from 'geojson'
import { toGeoJson } from '../../geometry/geojson.ts'
import { type Box, boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { wkbToPolygons } from '../../geometry/wkb.ts'

/** A declared coverage with more points than this is replaced by its box. */
const COVERAGE_POINTS_MAX = 500

/** The ground that rows describe, its box in degrees, and its origin. */
export interface Footprint {
  geometry: Polygon | MultiPolygon
  bbox: Box
  of: 'declared coverage' | 'box of the declared coverage' | 'box of the rows'
}

/**
 * The ground of a partition: what its source declares to cover, else the box of its rows, else
 * null. A box over the antimeridian is as wide as the world, since many readers expect west < east.
 */
export function footprintOf(coverageWkb: string | null, rows: Box | null): Footprint | null {
  const coverage = coverageWkb && wkbToPolygons(Buffer.from(coverageWkb, 'hex'))
  if (coverage && coverage.coords.length > 0) return declared(coverage)
  return rows && { geometry: boxPolygon(rows), bbox: rows, of: 'box of the rows' }
}

function declared(coverage: Polygons): Footprint {
  const bbox = boundsOf(coverage).map((side) => side / GRID) as Box
  return coverage.coords.length / 2 <= COVERAGE_POINTS_MAX
    ? { geometry: toGeoJson(coverage), bbox, of: 'declared coverage' }
    : { geometry: boxPolygon(bbox), bbox, of: 'box of the declared coverage' }
}

function boxPolygon([west, south, east, north]: Box): Polygon {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [corners] }
}
