import { distance } from '@turf/distance'

interface Point {
  lat: number
  lng: number
}

/**
 * Metres from a point to the nearest point of a box of west, south, east, north in degrees, along a
 * sphere: within 1 % for any distance. 0 inside of it.
 */
export function boxDistanceM(
  { lat, lng }: Point,
  [west, south, east, north]: readonly number[],
): number {
  const nearLat = Math.min(north, Math.max(south, lat))
  if (lng >= west && lng <= east) return sphereM({ lat, lng }, { lat: nearLat, lng })
  // Either side may be nearer, the other way around the globe.
  return Math.min(...[west, east].map((side) => sphereM({ lat, lng }, { lat: nearLat, lng: side })))
}

function sphereM(one: Point, other: Point): number {
  return distance([one.lng, one.lat], [other.lng, other.lat], { units: 'meters' })
}
