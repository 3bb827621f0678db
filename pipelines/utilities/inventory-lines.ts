import type { DuckDBConnection } from '@duckdb/node-api'
import { columnValue } from '../../layers/column-mapping.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import type { Column } from '../../packs/table.ts'
import { cleanText } from '../../values/sql-text.ts'
import { StagingTable } from '../stages/load.ts'
import type { FeatureReader } from '../stages/read.ts'
import type { AttributeValue, SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { InventoryMapping } from './mapping.ts'
import { dayOf, textOf } from './published-value.ts'

type Name = keyof InventoryMapping['columns']
const DAYS: readonly Name[] = ['wastewater_updated', 'drinking_water_updated']

/**
 * Makes the staging view `inventory_lines` (`line` and the mapping's columns as texts, days as ISO)
 * of an inventory's features; their shapes are not loaded. A feature without a shape comes without
 * its attributes too, so it is counted and left out.
 */
export async function loadInventory(
  reader: FeatureReader,
  { columns }: InventoryMapping,
  staging: DuckDBConnection,
  tally: Tally,
): Promise<void> {
  const names = Object.keys(columns) as Name[]
  const table = await StagingTable.create(staging, 'inventory_raw', [
    { name: 'line', type: 'integer', nullable: false, comment: '' },
    ...names.map((name): Column => ({ name, type: 'text', nullable: true, comment: '' })),
  ])
  const read = (feature: SourceFeature): Record<string, PackValue> => {
    const values: Record<string, PackValue> = { line: feature.number }
    for (const name of names) {
      const value = columnValue(feature.attributes, columns[name])
      if (!DAYS.includes(name)) values[name] = name === 'parcel_id' ? rawText(value) : textOf(value)
      else {
        const day = dayOf(value)
        if (day === undefined)
          tally.reject('utilities.unreadable_day', `feature ${feature.number}: ${value}`)
        values[name] = day ?? null
      }
    }
    return values
  }
  for await (const features of reader.slices()) {
    const whole = features.filter((feature) => !isLost(feature, tally))
    table.add(whole.map((feature) => ({ values: read(feature), polygons: null })))
  }
  table.finish()
  // Cleaned like the fabric's ids, so that they match.
  await staging.run(`
    CREATE OR REPLACE VIEW inventory_lines AS
    SELECT line, ${names.map((name) => (name === 'parcel_id' ? `${cleanText(name)} AS ${name}` : name)).join(', ')}
    FROM inventory_raw`)
}

const rawText = (value: AttributeValue) => (value === null ? null : `${value}`)

function isLost({ lacks, attributes, number }: SourceFeature, tally: Tally): boolean {
  const isWithout = lacks === 'geometry' && Object.keys(attributes).length === 0
  if (isWithout) tally.reject('geometry.missing', `feature ${number}: it has no geometry`)
  return isWithout
}
