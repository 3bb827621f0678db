import type { LngLat } from './plan.ts'

/** GRS 1980, the ellipsoid of NAD83. */
const A = 6378137
const F = 1 / 298.257222101
const N = F / (2 - F)
const E = Math.sqrt(F * (2 - F))

/** The sample county's own projected CRS: no agency uses it. */
export const PROJECTION = {
  centralMeridian: -72,
  latitudeOfOrigin: 29,
  scale: 0.9999,
  falseEasting: 500000,
  falseNorthing: 0,
} as const

/** ESRI's spelling, as in a .prj file. */
export const PROJECTED_WKT =
  'PROJCS["Sample_County_Fictional_TM",GEOGCS["GCS_North_American_1983",' +
  'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],' +
  'PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-72.0],' +
  'PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",29.0],UNIT["Meter",1.0]]'

/** NAD83 longitude and latitude, ESRI's spelling of EPSG:4269. */
export const GEOGRAPHIC_WKT =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",' +
  'SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
  'UNIT["Degree",0.0174532925199433]]'

/** WGS 84 longitude and latitude, ESRI's spelling of EPSG:4326. */
export const WGS84_WKT =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'

const RECTIFYING_RADIUS = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64)

/** Krueger's series in n, to the fourth order: nanometres this close to the meridian. */
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4,
  (49561 / 161280) * N ** 4,
]

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Northing and easting on the unit-scaled transverse plane, in metres. */
function plane(lng: number, lat: number): [x: number, y: number] {
  const sin = Math.sin(radians(lat))
  const t = Math.sinh(Math.atanh(sin) - E * Math.atanh(E * sin))
  const offset = radians(lng - PROJECTION.centralMeridian)
  const xi = Math.atan2(t, Math.cos(offset))
  const eta = Math.asinh(Math.sin(offset) / Math.hypot(t, Math.cos(offset)))
  let x = eta
  let y = xi
  for (const [i, alpha] of ALPHA.entries()) {
    const k = 2 * (i + 1)
    x += alpha * Math.cos(k * xi) * Math.sinh(k * eta)
    y += alpha * Math.sin(k * xi) * Math.cosh(k * eta)
  }
  return [RECTIFYING_RADIUS * x, RECTIFYING_RADIUS * y]
}

const ORIGIN_NORTHING = plane(PROJECTION.centralMeridian, PROJECTION.latitudeOfOrigin)[1]

/**
 * Projects degrees to metres. C. Karney, "Transverse Mercator with an accuracy of a few
 * nanometers", J. Geodesy 85 (2011), equations 7 to 11 and 35.
 */
export function projectExactly([lng, lat]: LngLat): [easting: number, northing: number] {
  const [x, y] = plane(lng, lat)
  const { scale, falseEasting, falseNorthing } = PROJECTION
  return [falseEasting + scale * x, falseNorthing + scale * (y - ORIGIN_NORTHING)]
}

/** Projects degrees to metres, rounded to the millimetre that is written. */
export function project(point: LngLat): [easting: number, northing: number] {
  const [easting, northing] = projectExactly(point)
  return [Math.round(easting * 1000) / 1000, Math.round(northing * 1000) / 1000]
}
