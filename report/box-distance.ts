/** Mean radius of the Earth in metres (IUGG). */
const RADIUS_M = 6_371_009

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
  const radians = Math.PI / 180
  const [a, b] = [one.lat * radians, other.lat * radians]
  const half = ((other.lng - one.lng) * radians) / 2
  const square = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(half) ** 2
  return 2 * RADIUS_M * Math.asin(Math.min(1, Math.sqrt(square)))
}
