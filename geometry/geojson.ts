import type { MultiPolygon, Polygon, Position } from 'geojson'
import { GRID, type Polygons } from './polygons.ts'
import { forEachRing } from './rings.ts'

/** GeoJSON (RFC 7946): lon/lat degrees with 7 decimals, shells counter-clockwise, closed rings. */
export function toGeoJson(polygons: Polygons): Polygon | MultiPolygon {
  const parts: Position[][][] = []
  forEachRing(polygons, (start, end, isShell) => {
    if (isShell) parts.push([])
    const ring: Position[] = []
    for (let i = start; i < end; i++)
      ring.push([polygons.coords[i * 2] / GRID, polygons.coords[i * 2 + 1] / GRID])
    ring.push(ring[0])
    parts[parts.length - 1].push(ring)
  })
  return parts.length === 1
    ? { type: 'Polygon', coordinates: parts[0] }
    : { type: 'MultiPolygon', coordinates: parts }
}
