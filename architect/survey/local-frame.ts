import proj4 from 'proj4'
import type { Point } from '../geometry/point.ts'

/** Degrees of EPSG:4326. */
export interface Degrees {
  latitude: number
  longitude: number
}

/** A frame of plan points around a place: metres, x east, z south, true north at the place. */
export interface LocalFrame {
  origin: Degrees
  toPlan(at: Degrees): Point
  toDegrees(point: Point): Degrees
}

/** Decimals of stored degrees: 1 cm. */
const DECIMALS = 7

/**
 * The frame around a place: Lambert's equal-area projection of the WGS 84 ellipsoid, so that areas
 * in plan are those on the ellipsoid; lengths are right within 1e-6 up to 10 km from the place. It
 * turns by less than 0.1 degree against true north 10 km away.
 */
export function localFrame({ latitude, longitude }: Degrees): LocalFrame {
  const origin = roundedDegrees({ latitude, longitude })
  const { forward, inverse } = proj4(
    '+proj=longlat +ellps=WGS84 +no_defs',
    `+proj=laea +lat_0=${origin.latitude} +lon_0=${origin.longitude} +x_0=0 +y_0=0 +ellps=WGS84 +units=m`,
  )
  return {
    origin,
    toPlan(at) {
      const [east, north] = forward([at.longitude, at.latitude])
      return [east, -north]
    },
    toDegrees([x, z]) {
      const [lng, lat] = inverse([x, -z])
      return { latitude: lat, longitude: lng }
    },
  }
}

export const roundedDegrees = ({ latitude, longitude }: Degrees): Degrees => ({
  latitude: Number(latitude.toFixed(DECIMALS)),
  longitude: Number(longitude.toFixed(DECIMALS)),
})

/** Degrees as a scene stores them: its numbers are on a grid of 1e-4, which would be 11 m. */
export const storedDegrees = ({ latitude, longitude }: Degrees) => ({
  latitude: latitude.toFixed(DECIMALS),
  longitude: longitude.toFixed(DECIMALS),
})
