import geographiclib from 'geographiclib-geodesic'
import type { Position } from 'geojson'
import { GRID, type Polygons } from '../../geometry/polygons.ts'
import { forEachRing } from '../../geometry/rings.ts'

// A CommonJS package whose names Node does not find by itself.
const { Geodesic, PolygonArea } = geographiclib

/** Area of a ring in square metres by Karney's algorithm, from a library independent of Plat. */
export function karneyRing(ring: readonly (readonly number[])[]): number {
  const area = new PolygonArea.PolygonArea(Geodesic.WGS84, false)
  for (const [lng, lat] of ring) area.AddPoint(lat, lng)
  return Math.abs(area.Compute(false, true).area ?? Number.NaN)
}

/**
 * Area in square metres on WGS 84 by Karney's algorithm, of polygons with holes. `steps` adds
 * points along each edge, so that edges are straight in lon/lat, as in Plat, and not geodesics.
 */
export function karneyArea({ coords, ...ends }: Polygons, steps = 1): number {
  let sum = 0
  forEachRing({ coords, ...ends }, (start, end, isShell) => {
    const ring: Position[] = []
    for (let i = start; i < end; i++) {
      const next = i + 1 === end ? start : i + 1
      for (let step = 0; step < steps; step++) {
        const at = (axis: 0 | 1) =>
          coords[i * 2 + axis] + ((coords[next * 2 + axis] - coords[i * 2 + axis]) * step) / steps
        ring.push([at(0) / GRID, at(1) / GRID])
      }
    }
    sum += (isShell ? 1 : -1) * karneyRing(ring)
  })
  return sum
}
