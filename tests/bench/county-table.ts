import type { PackValue } from '../../packs/pack-format.ts'
import { columnsOf, type Table } from '../../packs/table.ts'
import type { CountyPlan } from './county.ts'
import type { Shape } from './county-shapes.ts'

/** A row of the bench county; columns that it leaves out are null. */
export interface BenchRow {
  values: Record<string, PackValue>
  shape: Shape
}

/** A table of the bench county: what a build has of it, without a pipeline before it. */
export interface BenchTable {
  table: Table
  rows(plan: CountyPlan): Iterable<BenchRow>
}

/** The one partition that each table has. */
export const PARTITION = 'bench'

export const COUNTY = { county_fips: '99999', county_name: 'Bench County (fictional)' }

/** A row of a shape and of the columns besides the partition. */
export function benchRow(shape: Shape, values: BenchRow['values']): BenchRow {
  return { shape, values: Object.assign(values, { partition: PARTITION }) }
}

/** The row with every column of its table, as the row schema wants it. */
export function wholeRow(table: Table, { values }: BenchRow): Record<string, PackValue> {
  return Object.fromEntries(columnsOf(table).map(({ name }) => [name, values[name] ?? null]))
}

/** One of a list, by a number from 0 to 1. */
export function pick<Choice>(choices: readonly Choice[], drawn: number): Choice {
  return choices[Math.floor(drawn * choices.length)]
}
