import { GRID, type Polygons } from '../../geometry/polygons.ts'
import { onePolygon } from '../bench/county-shapes.ts'

/** A fictional country of counties that lie next to each other in a grid, all of one size. */
export interface RehearsalPlan {
  counties: number
  /** Parcels of each county. */
  parcels: number
  seed: number
}

/** One county of the country: its number from 1, and the square of land that it fills. */
export interface RehearsalCounty {
  number: number
  /** Census code, 99101 for the first one: no state has the number 99. */
  fips: string
  name: string
  seed: number
  parcels: number
  /** Sections along a side. */
  side: number
  /** Length of a side in metres. */
  side_m: number
  /** South-west corner in metres from that of the country. */
  origin_m: readonly [x: number, y: number]
  /** Middle of the country in metres. */
  middle_m: readonly [x: number, y: number]
}

/** Side of a section, the square in which all lots are of one kind. */
export const SECTION_M = 400
/** Parcels of a section in the mean: 185 a square kilometre, as a county with a city has. */
const SECTION_PARCELS = 29.6
/** Counties of a row: 50 of 200,000 parcels are 332 by 166 km. */
const COLUMNS = 10
/** Codes end at 999: the most counties that have one. */
export const COUNTIES_MAX = 899

// The sea south-west of Bermuda, as all fictional land of the project.
const CENTRE = [-72 * GRID, 30 * GRID] as const
const UNITS_A_METRE = [GRID / (111_320 * Math.cos(Math.PI / 6)), GRID / 110_850] as const

/** The counties of a plan, row by row from the south-west. Throws `Error` for more than 899. */
export function listCounties({ counties, parcels, seed }: RehearsalPlan): RehearsalCounty[] {
  if (counties > COUNTIES_MAX) throw new Error(`at most ${COUNTIES_MAX} counties have a code`)
  const side = Math.ceil(Math.sqrt(parcels / SECTION_PARCELS))
  const side_m = side * SECTION_M
  const columns = Math.min(COLUMNS, counties)
  const rows = Math.ceil(counties / columns)
  return Array.from({ length: counties }, (_, i) => ({
    number: i + 1,
    fips: `99${101 + i}`,
    name: `Rehearsal County ${i + 1} (fictional)`,
    seed: seed * 1_000 + i + 1,
    parcels,
    side,
    side_m,
    origin_m: [(i % columns) * side_m, Math.floor(i / columns) * side_m] as const,
    middle_m: [(columns * side_m) / 2, (rows * side_m) / 2] as const,
  }))
}

/**
 * Point of the globe, in grid units, of a point in metres from a county's corner. Straight streets
 * wind there: the whole country is bent by one function that is one to one, so that what shares a
 * border before shares it afterwards.
 */
export function placeOn(county: RehearsalCounty, x_m: number, y_m: number): [number, number] {
  const [x, y] = [county.origin_m[0] + x_m, county.origin_m[1] + y_m]
  const bentX = x + 60 * Math.sin(y / 1_900) + 22 * Math.sin(y / 410 + 1)
  const bentY = y + 60 * Math.sin(x / 2_100) + 22 * Math.sin(x / 370 + 2)
  return [
    Math.round(CENTRE[0] + (bentX - county.middle_m[0]) * UNITS_A_METRE[0]),
    Math.round(CENTRE[1] + (bentY - county.middle_m[1]) * UNITS_A_METRE[1]),
  ]
}

/** The polygon of a ring in metres from a county's corner: x and y in turn, open. */
export function polygonOn(county: RehearsalCounty, ring_m: ArrayLike<number>): Polygons {
  const points: number[] = []
  for (let i = 0; i < ring_m.length; i += 2)
    points.push(...placeOn(county, ring_m[i], ring_m[i + 1]))
  return onePolygon(points)
}

/** The ring of a box in metres, with a point at least every `step_m` along each side. */
export function boxRing(
  [west, south, east, north]: readonly [number, number, number, number],
  step_m: number,
): number[] {
  const ring: number[] = []
  for (const x of along(west, east, step_m)) ring.push(x, south)
  for (const y of along(south, north, step_m)) ring.push(east, y)
  for (const x of along(west, east, step_m, true)) ring.push(x, north)
  for (const y of along(south, north, step_m, true)) ring.push(west, y)
  return ring
}

/**
 * Evenly spaced numbers from one to before the other, or back. Both directions have the same ones,
 * so that neighbours share each point of their border.
 */
export function along(from: number, to: number, step: number, isBack = false): number[] {
  const count = Math.max(1, Math.round((to - from) / step))
  const at = (k: number) => (k === count ? to : from + ((to - from) * k) / count)
  return Array.from({ length: count }, (_, k) => at(isBack ? count - k : k))
}
