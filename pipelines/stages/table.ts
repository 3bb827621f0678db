import { join } from 'node:path'
import { columnsOf, type Table } from '../../packs/table.ts'
import type { PartitionContext, PartitionTable } from '../pipeline.ts'
import { StagingTable, sqlTypeOf, stagedTotals } from './load.ts'
import { writeOrdered } from './order.ts'
import type { StagedRow } from './staged-row.ts'
import type { StagingDatabase } from './staging-database.ts'
import type { Tally } from './tally.ts'
import { keyRows } from './unique-keys.ts'

/** A staging database, and the folder to write into. */
type Destination = StagingDatabase & Pick<PartitionContext, 'folder'>

/** A written table; the pipeline adds what it declares to cover. */
export type WrittenTable = Omit<PartitionTable, 'coverage'>

/**
 * Loads converted rows, gives them keys that are unique in the partition (`keyRows`) and writes
 * them in order. The key column of a row holds the publisher's id, or null; `partition` is filled
 * in.
 */
export async function writeTable(
  table: Table,
  batches: AsyncIterable<StagedRow[]>,
  tally: Tally,
  context: PartitionContext,
): Promise<WrittenTable> {
  await stageRows(table, batches, context)
  return await writeKeyed(table, tally, context)
}

/** `writeTable` for rows whose keys the caller made, one row a key, such as ZIP codes. */
export async function writeNamed(
  table: Table,
  batches: AsyncIterable<StagedRow[]>,
  tally: Tally,
  context: PartitionContext,
): Promise<WrittenTable> {
  await stageRows(table, batches, context)
  return await writeStaged(table, table.name, tally, context, 'md5(wkb)')
}

async function stageRows(
  table: Table,
  batches: AsyncIterable<StagedRow[]>,
  { staging, partition }: PartitionContext,
): Promise<void> {
  const staged = await StagingTable.create(staging, table.name, columnsOf(table))
  for await (const rows of batches)
    staged.add(rows.map((row) => ({ ...row, values: { ...row.values, partition } })))
  staged.finish()
}

/**
 * Writes the rows that were staged under the table's name, with keys that are unique (`keyRows`).
 */
export async function writeKeyed(
  table: Table,
  tally: Tally,
  context: Destination & Pick<PartitionContext, 'partition'>,
): Promise<WrittenTable> {
  const keyed = await keyRows(context.staging, table, context.partition, tally)
  return await writeStaged(table, keyed, tally, context)
}

/**
 * Writes a table without shapes from any SELECT over the staging database that gives the table's
 * columns by name, one row a key. Values are cast to the columns' types, and a value that does not
 * fit stops the run: clean texts before.
 */
export async function writeSql(
  table: Table,
  select: string,
  tally: Tally,
  context: Destination,
): Promise<WrittenTable> {
  const staged = `${table.name}_to_write`
  const columns = columnsOf(table).map(
    ({ name, type }) => `"${name}"::${sqlTypeOf(type)} AS "${name}"`,
  )
  await context.staging.run(
    `CREATE OR REPLACE TABLE ${staged} AS SELECT ${columns.join(', ')} FROM (${select})`,
  )
  return await writeStaged(table, staged, tally, context)
}

async function writeStaged(
  table: Table,
  from: string,
  tally: Tally,
  context: Destination,
  shape = 'shape_hash',
): Promise<WrittenTable> {
  const file = join(context.folder, `${table.name}.parquet`)
  const rows = await writeOrdered(context, table, from, file)
  const totals =
    table.geometry === 'none'
      ? { rows, area_km2: 0 }
      : await stagedTotals(context.staging, from, shape)
  return { table, file, ...totals, tally }
}
