import type { County } from '../county.ts'
import { writeCsv } from './csv.ts'
import type { ArchiveEntry } from './stored-zip.ts'

const ESTIMATE_COLUMNS = [
  'county_fips',
  'parcel_id',
  'assessed_value',
  'property_tax_rate_pct',
  'estimated_annual_tax',
  'year_built',
  'as_of',
]

/** A fictional provider's estimates, one row per parcel. */
export function writeEstimates({ estimates }: County): ArchiveEntry[] {
  const rows = estimates.map((estimate) => ({
    county_fips: '99001',
    parcel_id: estimate.parcelId,
    assessed_value: estimate.assessedValue,
    property_tax_rate_pct: estimate.taxRatePercent,
    estimated_annual_tax: estimate.annualTax,
    year_built: estimate.yearBuilt,
    as_of: estimate.asOf,
  }))
  return [{ name: 'tax_estimates.csv', content: writeCsv(ESTIMATE_COLUMNS, rows) }]
}
