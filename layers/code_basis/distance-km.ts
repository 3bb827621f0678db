import { distance } from '@turf/distance'

interface Point {
  lat: number
  lng: number
}

/**
 * Great-circle distance on the mean sphere: within 0.6 % of the ellipsoid's, precise enough for a
 * note.
 */
export const distanceKm = (a: Point, b: Point): number => distance([a.lng, a.lat], [b.lng, b.lat])
