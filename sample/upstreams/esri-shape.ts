import { booleanIntersects } from '@turf/boolean-intersects'
import { polygon } from '@turf/helpers'
import { twiceArea } from '../plan/areas.ts'

/** West, south, east, north in degrees. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number]
type Position = readonly [lng: number, lat: number]

/** Geometry of a feature; rings are open here. */
export type EsriShape = { rings: readonly (readonly Position[])[] } | { point: Position } | null

/** True when a shape and a box have a point in common. */
export function meetsBox(shape: EsriShape, box: DegreeBox): boolean {
  if (shape === null) return false
  if ('point' in shape) return isInBox(shape.point, box)
  // Most shapes of a county lie to one side of a box, which Turf finds out edge by edge.
  if (isToOneSide(shape.rings.flat(), box)) return false
  const [west, south, east, north] = box
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  return booleanIntersects(polygon(shape.rings.map(closed)), polygon([closed(corners)]))
}

/** As JSON: rings closed, the first clockwise and holes the other way, as Esri draws them. */
export function esriGeometry(shape: EsriShape) {
  if (shape === null) return null
  if ('point' in shape) return { x: shape.point[0], y: shape.point[1] }
  const rings = shape.rings.map((ring, i) =>
    closed(twiceArea(ring) < 0 === (i === 0) ? ring : ring.toReversed()),
  )
  return { rings }
}

const closed = (ring: readonly Position[]) => [...ring, ring[0]].map(([lng, lat]) => [lng, lat])

function isToOneSide(points: readonly Position[], [west, south, east, north]: DegreeBox): boolean {
  return (
    points.every(([lng]) => lng < west) ||
    points.every(([lng]) => lng > east) ||
    points.every(([, lat]) => lat < south) ||
    points.every(([, lat]) => lat > north)
  )
}

function isInBox([lng, lat]: Position, [west, south, east, north]: DegreeBox): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}
