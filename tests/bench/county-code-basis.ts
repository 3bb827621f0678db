import { GRID } from '../../geometry/polygons.ts'
import { FIRE_SEVERITIES, RESPONSIBILITY_AREAS } from '../../layers/code_basis/fire-hazard.ts'
import { IECC_ZONES } from '../../layers/code_basis/iecc-zone.ts'
import {
  climateZones,
  designValues,
  fireHazardZones,
  rainfallFrequencies,
  title24Zones,
} from '../../layers/code_basis/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { blobsOn } from './county-blobs.ts'
import { overlayRows } from './county-sizes.ts'
import {
  type BenchRow,
  type BenchTable,
  benchRow,
  COUNTY,
  PARTITION,
  pick,
} from './county-table.ts'

/** A national list names 3,142 counties; the bench county is one of them. */
const LISTED_COUNTIES = 3_142
const RAINFALL_POINTS = 30
const CALIFORNIAN_ZIPS = 1_700
const FIRE_POINTS = [20, 600] as const
const [SALT, FIRE_SALT] = [280, 290]

/** Codes of a national list: others' are of states that no code has. */
function* listedCounties(): Generator<string> {
  yield COUNTY.county_fips
  for (let k = 1; k < LISTED_COUNTIES; k++) yield String(70_000 + k)
}

function* climateRows({ seed }: CountyPlan): Generator<BenchRow> {
  let number = 0
  for (const county_fips of listedCounties())
    yield benchRow(null, {
      climate_zone_key: `${PARTITION}:${county_fips}`,
      county_fips,
      iecc_zone: pick(IECC_ZONES, draw(seed, number++, 0, SALT)),
      is_warm_humid: false,
      edition: 'IECC 2021',
    })
}

function* designRows({ seed }: CountyPlan): Generator<BenchRow> {
  const edition = 'ASCE 7-22'
  let number = 0
  for (const county_fips of listedCounties()) {
    const own = (what: number) => draw(seed, number, what, SALT + 1)
    number++
    yield benchRow(null, {
      design_value_key: `${PARTITION}:${county_fips}:${edition}`,
      county_fips,
      edition,
      frost_depth_ft: Math.round(own(0) * 12) / 2,
      ground_snow_load_psf: 5 * Math.floor(own(1) * 20),
      seismic_design_category: pick(['A', 'B', 'C', 'D'], own(2)),
      seismic_sds: Math.round(own(3) * 1000) / 1000,
      seismic_sd1: Math.round(own(4) * 500) / 1000,
      seismic_from: 'document',
      wind_speed_mph: 100 + 5 * Math.floor(own(5) * 16),
      wind_borne_debris_region: own(6) < 0.2,
      source_document: 'Design values of the bench (fictional)',
    })
  }
}

function* rainfallRows(plan: CountyPlan): Generator<BenchRow> {
  const [west, south, east, north] = countyBox(plan)
  for (let k = 0; k < RAINFALL_POINTS; k++) {
    const own = (what: number) => draw(plan.seed, k, what, SALT + 2)
    const degrees = (low: number, high: number, share: number) =>
      Math.round(((low + (high - low) * share) / GRID) * 1e4) / 1e4
    const [lat, lng] = [degrees(south, north, own(0)), degrees(west, east, own(1))]
    yield benchRow(null, {
      rainfall_key: `${PARTITION}:${k}`,
      county_fips: COUNTY.county_fips,
      lat,
      lng,
      rainfall_100yr_24hr_in: 8 + Math.round(own(2) * 80) / 10,
      volume: '98',
      version: '2',
    })
  }
}

function* title24Rows({ seed }: CountyPlan): Generator<BenchRow> {
  for (let k = 0; k < CALIFORNIAN_ZIPS; k++)
    yield benchRow(null, {
      title24_key: `${PARTITION}:${90_000 + k}`,
      zip: `${90_000 + k}`,
      zone: `${1 + Math.floor(draw(seed, k, 0, SALT + 3) * 16)}`,
      edition: 'List of the bench (fictional)',
    })
}

/** California's zones, moved here: the county queries their index, and no answer names them. */
function* fireRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const zones = { seed, box: countyBox(plan), points: FIRE_POINTS, salt: FIRE_SALT }
  for (const { number, shape } of blobsOn(zones, overlayRows(plan, 'fireZones'))) {
    const own = (what: number) => draw(seed, number, what, SALT + 4)
    yield benchRow(shape, {
      fire_zone_key: `${PARTITION}:${number}`,
      severity: pick(FIRE_SEVERITIES, own(0)),
      responsibility_area: pick(RESPONSIBILITY_AREAS, own(1)),
    })
  }
}

export const codeBasisTables: BenchTable[] = [
  { table: climateZones, rows: climateRows },
  { table: designValues, rows: designRows },
  { table: rainfallFrequencies, rows: rainfallRows },
  { table: title24Zones, rows: title24Rows },
  { table: fireHazardZones, rows: fireRows },
]
