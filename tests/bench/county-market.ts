import { marketObservations, marketPoints } from '../../layers/market/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { drawnParcels } from './county-parcels.ts'
import { overlayRows } from './county-sizes.ts'
import {
  type BenchRow,
  type BenchTable,
  benchRow,
  COUNTY,
  PARTITION,
  pick,
} from './county-table.ts'

const [SALT, POINT_SALT] = [400, 420]
/** A parcel that was seen at all was seen twice. */
const OBSERVATIONS = 2

function observed(
  seed: number,
  number: number,
  k: number,
  salt: number,
): Record<string, PackValue> {
  const own = (what: number) => draw(seed, number, k, salt + what)
  const value = 1_000 * Math.floor(80 + own(0) * 900)
  return {
    zpid: `${10_000_000 + number}`,
    home_type: pick(['SINGLE_FAMILY', 'CONDO', 'LOT', 'MANUFACTURED'], own(1)),
    home_status: pick(['FOR_SALE', 'SOLD', 'OTHER', 'FOR_RENT'], own(2)),
    bedrooms: 1 + Math.floor(own(3) * 5),
    bathrooms: 1 + Math.floor(own(4) * 6) / 2,
    living_area_sqft: 600 + Math.floor(own(5) * 3_400),
    lot_size_sqft: 4_000 + Math.floor(own(6) * 200_000),
    year_built: 1900 + Math.floor(own(7) * 120),
    estimated_value: value,
    estimated_rent_monthly: Math.round(value / 200),
    last_sold_price: own(8) < 0.5 ? null : value - 20_000,
    last_sold_at: own(8) < 0.5 ? null : '2019-05-06',
    days_on_market: Math.floor(own(9) * 300),
    photo_count: Math.floor(own(10) * 40),
    listing_url: `https://example.com/homes/${10_000_000 + number}`,
    as_of: `2025-${pick(['03', '06', '09', '11'], own(11))}-${10 + k}`,
  }
}

function* observationRows(plan: CountyPlan): Generator<BenchRow> {
  const share = overlayRows(plan, 'observations') / plan.parcels / OBSERVATIONS
  for (const { number, parcel_key } of drawnParcels(plan, share, SALT))
    for (let k = 0; k < OBSERVATIONS; k++)
      yield benchRow(null, {
        ...observed(plan.seed, number, k, SALT + 1),
        observation_key: `${PARTITION}:${number}:${k}`,
        parcel_key,
        county_fips: COUNTY.county_fips,
      })
}

function* pointRows(plan: CountyPlan): Generator<BenchRow> {
  const [west, south, east, north] = countyBox(plan)
  const total = overlayRows(plan, 'observationPoints')
  for (let number = 0; number < total; number++) {
    const own = (what: number) => draw(plan.seed, number, what, POINT_SALT)
    const x = Math.round(west + (east - west) * own(0))
    const y = Math.round(south + (north - south) * own(1))
    yield benchRow([x, y], {
      ...observed(plan.seed, number, 0, POINT_SALT + 1),
      observation_key: `${PARTITION}:point:${number}`,
    })
  }
}

export const marketTables: BenchTable[] = [
  { table: marketObservations, rows: observationRows },
  { table: marketPoints, rows: pointRows },
]
