import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import { GRID, type Polygons } from '../geometry/polygons.ts'
import type { CraftedRow, CraftedTables } from './crafted-build.ts'
import { streetKey } from './street-name.ts'

/** The south-west corner of the town: in open water, where nobody lives. */
const [WEST, SOUTH] = [-72, 30]
/** Metres of a degree there, near enough to lay out a town. */
const [EAST_M, NORTH_M] = [96_486, 110_852]

/** The place so many metres east and north of the corner. */
export function at(east_m: number, north_m: number): GridPoint {
  return [
    Math.round((WEST + east_m / EAST_M) * GRID),
    Math.round((SOUTH + north_m / NORTH_M) * GRID),
  ]
}

/** A line through places given in metres. */
export function lineOf(...points: [east_m: number, north_m: number][]): Lines {
  const coords = Int32Array.from(points.flatMap(([east, north]) => at(east, north)))
  return { coords, lineEnds: Uint32Array.of(points.length) }
}

/** A square around a place given in metres. */
export function squareAt(east_m: number, north_m: number, side_m: number): Polygons {
  const half = side_m / 2
  const [w, s] = at(east_m - half, north_m - half)
  const [e, n] = at(east_m + half, north_m + half)
  return {
    coords: Int32Array.of(w, s, e, s, e, n, w, n),
    ringEnds: Uint32Array.of(4),
    polygonEnds: Uint32Array.of(1),
  }
}

interface Where {
  city: string | null
  state: string | null
  zip: string | null
}

export const SAMPLETON: Where = { city: 'Sampleton', state: 'ZZ', zip: '99801' }
export const OTHERTON: Where = { city: 'Otherton', state: 'ZZ', zip: '99802' }
/** Its file has no ZIP codes. */
export const ZIPLESS: Where = { city: 'Zipless', state: 'ZZ', zip: null }
/** Its file has neither city nor ZIP code. */
export const NAMELESS: Where = { city: null, state: 'ZZ', zip: null }

let keys = 0

/** An address point. */
export function house(
  line: string,
  where: Where,
  [east_m, north_m]: readonly [number, number],
  unit: string | null = null,
): CraftedRow {
  const [number, street] = line.split('|')
  const address_key = `town:${keys++}`
  const values = { address_key, partition: 'town', number, street, unit, ...where }
  return { values, shape: at(east_m, north_m) }
}

/** A lot whose roll has that line. */
export function lot(
  situs_line1: string,
  { city, zip }: Where,
  [east_m, north_m]: readonly [number, number],
  side_m = 30,
): CraftedRow {
  const letters = `${keys++}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)])
  const values = {
    parcel_key: `pk_${letters.padStart(24, 'a')}`,
    partition: 'town',
    county_fips: '99001',
    county_name: 'Sample County',
    area_m2: side_m ** 2,
    has_roll: true,
    situs_line1,
    situs_city: city,
    situs_zip: zip,
  }
  return { values, shape: squareAt(east_m, north_m, side_m) }
}

/** One numbered side of a stretch. */
export function range(
  street: string,
  where: Where,
  side: 'left' | 'right',
  [from_number, to_number]: readonly [number, number],
  shape: Lines,
): CraftedRow {
  const parity = from_number % 2 !== to_number % 2 ? 'both' : from_number % 2 === 0 ? 'even' : 'odd'
  const street_key = streetKey(street)
  const numbers = { side, from_number, to_number, parity }
  const range_key = `town:${keys++}`
  const values = { range_key, partition: 'town', street, street_key, ...numbers, ...where }
  return { values, shape }
}

/** The town of the geocoder's tests: every rule has its street. */
export function craftTown(): CraftedTables {
  const address_points: CraftedRow[] = []
  const street = (
    name: string,
    numbers: (number | string)[],
    where: Where,
    start: [number, number],
  ) =>
    numbers.forEach((number, i) => {
      address_points.push(house(`${number}|${name}`, where, [start[0] + i * 40, start[1]]))
    })
  street('NORTH MAIN ST', [10, 12, 14], SAMPLETON, [0, 600])
  street('SOUTH MAIN ST', [10, 12], SAMPLETON, [0, -600])
  street('MAIN ST', [20], OTHERTON, [5000, 0])
  street('MAIN AVE', [20, 30], OTHERTON, [5000, 900])
  street('ELM ST', [5, 7], SAMPLETON, [0, 0])
  street('ELM ST', [5, 9], OTHERTON, [5000, 300])
  street('NE 16 AVE', [207, 209], SAMPLETON, [400, 0])
  street('5 AVE S', [31, 33], SAMPLETON, [800, 0])
  street('S US HWY 1', [4100], SAMPLETON, [1200, 0])
  street('ST CLOUD AVE', [61, 63], SAMPLETON, [1200, 300])
  street('AVENUE E', [71], SAMPLETON, [1200, 600])
  street('AVENUE F', [71], SAMPLETON, [1200, 900])
  street('NORTH ST', [81], SAMPLETON, [1200, 1200])
  street('MC GINNIS RD', [91], SAMPLETON, [1600, 0])
  street("O'BRIEN ST", [95], SAMPLETON, [1600, 300])
  street('HILL &amp; DALE RD', [97], SAMPLETON, [1600, 600])
  street('FRACTION ST', ['12', '12A', '12 1/2', '12-34', '14'], SAMPLETON, [1600, 900])
  street('UMBRELLA PINE CT', [125, 127], SAMPLETON, [2000, 0])
  street('FAR LN', [8], SAMPLETON, [2400, 0])
  street('FAR LN', [8], SAMPLETON, [4400, 0])
  street('TWIN LN', [8], SAMPLETON, [2400, 300])
  street('TWIN LN', [8], SAMPLETON, [2450, 300])
  street('QUIET WAY', [3, 5], ZIPLESS, [9000, 0])
  street('LOST LN', [1], NAMELESS, [9000, 9000])
  const parcels: CraftedRow[] = []
  for (const unit of ['1', '2', '3', '4B'])
    parcels.push(lot(`100 OAK DR # ${unit}`, SAMPLETON, [2800, 0]))
  parcels.push(
    lot('0 VACANT RD', SAMPLETON, [2800, 300]),
    lot('5 ELM ST', SAMPLETON, [0, 20]),
    lot('00012 BARN RD', SAMPLETON, [2800, 600]),
  )
  const street_ranges = [
    range('RANGE RD', SAMPLETON, 'left', [100, 198], lineOf([3200, 0], [3600, 0])),
    range('RANGE RD', SAMPLETON, 'right', [101, 199], lineOf([3200, 0], [3600, 0])),
    range('REVERSED RD', SAMPLETON, 'left', [198, 100], lineOf([3200, 300], [3600, 300])),
    range('REVERSED RD', SAMPLETON, 'right', [199, 101], lineOf([3200, 300], [3600, 300])),
    range('MIXED RD', SAMPLETON, 'left', [100, 199], lineOf([3200, 600], [3600, 600])),
    range('QUIET WAY', ZIPLESS, 'left', [2, 98], lineOf([9000, 20], [9400, 20])),
  ]
  const zip_points = [
    zipPoint('99801', [1500, 300]),
    zipPoint('99802', [5000, 400]),
    zipPoint('99803', [9000, 400]),
  ]
  const county = { county_key: 'town:99001', geoid: '99001', name: 'Sample County', statefp: '99' }
  const counties = [
    {
      values: { ...county, partition: 'town', state: 'ZZ', vintage: '2026' },
      shape: squareAt(3000, 3000, 20_000),
    },
  ]
  return { address_points, parcels, street_ranges, zip_points, counties }
}

/** A point for a ZIP code. */
export function zipPoint(zip: string, [east_m, north_m]: readonly [number, number]): CraftedRow {
  return { values: { zip, partition: 'town', state: 'ZZ' }, shape: at(east_m, north_m) }
}
