import { coverageTable } from '../../layers/coverage-table.ts'
import type { CountyPlan } from './county.ts'
import { addressTables } from './county-addresses.ts'
import { boundaryTables, countyOutline } from './county-boundaries.ts'
import { codeBasisTables } from './county-code-basis.ts'
import { floodTables } from './county-flood.ts'
import { marketTables } from './county-market.ts'
import { parcelTables } from './county-parcels.ts'
import { permitTables } from './county-permits.ts'
import { soilTables } from './county-soils.ts'
import { structureTables } from './county-structures.ts'
import { type BenchRow, type BenchTable, benchRow, COUNTY, PARTITION } from './county-table.ts'
import { taxTables } from './county-tax.ts'
import { utilityTables } from './county-utilities.ts'
import { wetlandTables } from './county-wetlands.ts'
import { zoningTables } from './county-zoning.ts'

/** Every table of a layer, in dossier order. */
const LAYER_TABLES: BenchTable[] = [
  ...parcelTables,
  ...floodTables,
  ...wetlandTables,
  ...structureTables,
  ...soilTables,
  ...codeBasisTables,
  ...boundaryTables,
  ...marketTables,
  ...taxTables,
  ...zoningTables,
  ...permitTables,
  ...utilityTables,
  ...addressTables,
]

/** Each table covers the whole county, by its line as surveyed. */
function* coverageRows(plan: CountyPlan): Generator<BenchRow> {
  const shape = countyOutline(plan)
  for (const { table } of LAYER_TABLES)
    yield benchRow(shape, {
      ...COUNTY,
      coverage_key: `${table.name}/${PARTITION}`,
      table_name: table.name,
      area_name: COUNTY.county_name,
      outside: table.name.startsWith('flood') ? 'unmapped' : 'nothing',
      declared_by: 'the generator',
      source_id: `bench-${table.name}`,
      source_name: `Bench ${table.name.replaceAll('_', ' ')} (fictional)`,
      source_vintage: '2026',
      source_attribution: 'Fictional',
      source_note: 'Made for measuring.',
      retrieved_at: '2026-01-01',
    })
}

/** Contents of a build of the bench county. */
export const COUNTY_TABLES: BenchTable[] = [
  ...LAYER_TABLES,
  { table: coverageTable, rows: coverageRows },
]
