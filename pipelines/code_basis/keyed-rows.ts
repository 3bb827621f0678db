import type { Row } from '../../layers/location.ts'
import { columnsOf, type Table } from '../../packs/table.ts'
import { RowError } from '../../values/row-error.ts'
import type { PartitionContext } from '../pipeline.ts'
import { StagingTable } from '../stages/load.ts'
import { type WrittenTable, writeSql } from '../stages/table.ts'
import type { Tally } from '../stages/tally.ts'

/** Turns the lines of a file into rows; the `RowError`s of `toRow` are counted and left out. */
export function rowsOf<Line>(
  lines: readonly Line[],
  toRow: (line: Line) => Row,
  tally: Tally,
): Row[] {
  return lines.flatMap((line, number) => {
    try {
      return [toRow(line)]
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      tally.reject(error.stat, `row ${number + 1}: ${error.message}`)
      return []
    }
  })
}

/**
 * Writes rows of a table without shapes. `keyOf` names a row within the partition. Equal rows are
 * merged; different rows of one key are all rejected.
 */
export async function writeKeyed(
  table: Table,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  tally: Tally,
  context: PartitionContext,
): Promise<WrittenTable> {
  const byKey = Map.groupBy(rows, keyOf)
  const unique: Row[] = []
  for (const [key, same] of byKey) {
    const different = new Set(same.map((row) => JSON.stringify(row)))
    tally.add('key.merged_identical', same.length - different.size)
    if (different.size > 1)
      tally.reject('code_basis.rows_disagree', `${table.name} ${key}`, different.size)
    else
      unique.push({
        ...same[0],
        [table.key]: `${context.partition}:${key}`,
        partition: context.partition,
      })
  }
  const staged = await StagingTable.create(context.staging, table.name, columnsOf(table))
  staged.add(unique.map((values) => ({ values, polygons: null })))
  staged.finish()
  return await writeSql(table, `SELECT * FROM ${table.name}`, tally, context)
}
