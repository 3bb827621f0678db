import type { LineString, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'
import type { Lines } from './lines.ts'
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

/** GeoJSON (RFC 7946) of lines: lon/lat degrees with 7 decimals, in the direction of the source. */
export function linesToGeoJson({ coords, lineEnds }: Lines): LineString | MultiLineString {
  let start = 0
  const lines = [...lineEnds].map((end) => {
    const line: Position[] = []
    for (; start < end; start++) line.push([coords[start * 2] / GRID, coords[start * 2 + 1] / GRID])
    return line
  })
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines }
}
