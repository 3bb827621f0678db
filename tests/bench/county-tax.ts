import { sales, taxEstimates } from '../../layers/tax/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import type { CountyPlan } from './county.ts'
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

const [SALT, ESTIMATE_SALT] = [310, 320]
const { county_fips } = COUNTY
/** A parcel that was sold at all has two transfers. */
const TRANSFERS = 2
const QUALIFICATIONS = [
  ['01', 'qualified'],
  ['05', 'qualified_excluded'],
  ['11', 'disqualified'],
] as const

function* saleRows(plan: CountyPlan): Generator<BenchRow> {
  const total = overlayRows(plan, 'sales')
  const share = total / plan.parcels / TRANSFERS
  for (const { number, parcel_key } of drawnParcels(plan, share, SALT))
    for (let k = 0; k < TRANSFERS; k++) {
      const own = (what: number) => draw(plan.seed, number, k, SALT + 1 + what)
      const is_nominal = own(0) < 0.4
      const [code, qualification] = pick(QUALIFICATIONS, own(1))
      yield benchRow(null, {
        sale_key: `${parcel_key}:${k}`,
        parcel_key,
        county_fips,
        assessment_year: 2025,
        sale_year: 2023 + Math.floor(own(2) * 3),
        sale_month: 1 + Math.floor(own(3) * 12),
        sale_price: is_nominal ? 100 : 1_000 * Math.floor(50 + own(4) * 900),
        is_nominal,
        qualification_code: code,
        qualification,
        is_vacant: own(5) < 0.1,
        is_multi_parcel: own(6) < 0.05,
      })
    }
}

function* estimateRows(plan: CountyPlan): Generator<BenchRow> {
  const share = overlayRows(plan, 'taxEstimates') / plan.parcels
  for (const { number, parcel_key } of drawnParcels(plan, share, ESTIMATE_SALT)) {
    const own = (what: number) => draw(plan.seed, number, 0, ESTIMATE_SALT + 1 + what)
    yield benchRow(null, {
      estimate_key: `${PARTITION}:${parcel_key}`,
      parcel_key,
      county_fips,
      assessed_value: 1_000 * Math.floor(50 + own(0) * 900),
      property_tax_rate_pct: Math.round(50 + own(1) * 150) / 100,
      estimated_annual_tax: Math.floor(500 + own(2) * 9_000),
      year_built: 1900 + Math.floor(own(3) * 120),
      as_of: '2026-01-01',
    })
  }
}

export const taxTables: BenchTable[] = [
  { table: sales, rows: saleRows },
  { table: taxEstimates, rows: estimateRows },
]
