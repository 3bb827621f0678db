import { distance } from '@turf/distance'

interface Place {
  lat: number
  lng: number
}

/**
 * Great-circle distance on the mean sphere: within 0.6 % of the ellipsoid's, precise enough for a
 * note.
 */
export const distanceKm = (a: Place, b: Place): number => distance([a.lng, a.lat], [b.lng, b.lat])
