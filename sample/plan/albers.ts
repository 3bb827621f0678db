import type { LngLat } from './plan.ts'

/** EPSG:5070 in ESRI's spelling, as in the .prj files of the NWI. */
export const ALBERS_WKT =
  'PROJCS["NAD_1983_Contiguous_USA_Albers",GEOGCS["GCS_North_American_1983",' +
  'DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],' +
  'PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],' +
  'PARAMETER["Central_Meridian",-96.0],PARAMETER["Standard_Parallel_1",29.5],' +
  'PARAMETER["Standard_Parallel_2",45.5],PARAMETER["Latitude_Of_Origin",23.0],UNIT["Meter",1.0]]'

const A = 6378137
const F = 1 / 298.257222101
const E2 = F * (2 - F)
const E = Math.sqrt(E2)

const radians = (degrees: number): number => (degrees * Math.PI) / 180

// J. P. Snyder, "Map Projections: A Working Manual" (USGS 1395), equations 3-12 and 14-15.
function q(latitude: number): number {
  const sin = Math.sin(latitude)
  return (1 - E2) * (sin / (1 - E2 * sin * sin) + Math.atanh(E * sin) / E)
}
const m = (latitude: number): number =>
  Math.cos(latitude) / Math.sqrt(1 - E2 * Math.sin(latitude) ** 2)

const [SOUTH, NORTH] = [radians(29.5), radians(45.5)]
const N = (m(SOUTH) ** 2 - m(NORTH) ** 2) / (q(NORTH) - q(SOUTH))
const C = m(SOUTH) ** 2 + N * q(SOUTH)
const rho = (latitude: number): number => (A * Math.sqrt(C - N * q(latitude))) / N
const ORIGIN = rho(radians(23))

/** Projects degrees to metres of EPSG:5070, rounded to the millimetre that is written. */
export function projectAlbers([lng, lat]: LngLat): [x: number, y: number] {
  const [reach, angle] = [rho(radians(lat)), N * radians(lng + 96)]
  return [
    Math.round(reach * Math.sin(angle) * 1000) / 1000,
    Math.round((ORIGIN - reach * Math.cos(angle)) * 1000) / 1000,
  ]
}
