import { Geodesic, PolygonArea } from 'geographiclib-geodesic'
import type { Position } from 'geojson'

/** Karney's area of a ring in square metres, by a library that shares no code with ours. */
export function karneyM2(ring: readonly Position[]): number {
  const area = new PolygonArea.PolygonArea(Geodesic.WGS84, false)
  for (const [lng, lat] of ring) area.AddPoint(lat, lng)
  return Math.abs(area.Compute(false, true).area!)
}
