/**
 * The plan: a flat rectangle in metres on which the county is drawn with straight lines, before
 * the warp bends it. u runs east from the west edge, v runs north from the river's axis.
 */
export type PlanPoint = readonly [u: number, v: number]

/** Longitude, latitude in degrees, NAD83. */
export type LngLat = readonly [lng: number, lat: number]

/**
 * The mapped rectangle (all flood panels), in open Atlantic water some 900 km east of Florida, so
 * that nobody takes it for a real place.
 */
export const MAPPED = { west: -72.1, south: 29.92, east: -71.9, north: 30.08 } as const

// Metres in a degree at 30 N on GRS80, rounded; the plan only has to be about metric.
const METRES_PER_DEGREE_LNG = 96486
const METRES_PER_DEGREE_LAT = 110852

/** Width of the plan; u is 0 to WIDTH. */
export const WIDTH = 0.2 * METRES_PER_DEGREE_LNG

/** Half the height of the plan; v is -HALF_HEIGHT to HALF_HEIGHT. */
export const HALF_HEIGHT = 0.08 * METRES_PER_DEGREE_LAT

/** Rounds to 1e-8 degree (1 mm), so that the last bits of a platform's sine make no difference. */
export const roundDegrees = (value: number): number => Math.round(value * 1e8) / 1e8

/** Places a (warped) plan point on the globe. The plan's edges fall on MAPPED exactly. */
export const toLngLat = ([u, v]: PlanPoint): LngLat => [
  roundDegrees(MAPPED.west + u / METRES_PER_DEGREE_LNG),
  roundDegrees((MAPPED.south + MAPPED.north) / 2 + v / METRES_PER_DEGREE_LAT),
]

/** The inverse of `toLngLat`. */
export const fromLngLat = ([lng, lat]: LngLat): PlanPoint => [
  (lng - MAPPED.west) * METRES_PER_DEGREE_LNG,
  (lat - (MAPPED.south + MAPPED.north) / 2) * METRES_PER_DEGREE_LAT,
]

/** True when a coordinate of the plan lies between two others. */
export const within = (x: number, from: number, to: number): boolean => x > from && x < to
