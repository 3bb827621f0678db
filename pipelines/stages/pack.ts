import { PackWriter } from '../../packs/pack-writer.ts'
import { packedColumnsOf, type Table } from '../../packs/table.ts'
import type { Progress } from '../../terminal/progress.ts'
import { isSound } from './repair.ts'
import { tableRows } from './table-rows.ts'

/**
 * Writes the lookup pack of a table from its Parquet files, partitions in order of their ids.
 * Counts the invalid geometries on the way, for the audits.
 */
export async function writePack(
  table: Table,
  parquetFiles: readonly string[],
  file: string,
  rows: number,
  progress: Progress,
): Promise<{ rows: number; pieces: number; invalid: number }> {
  const writer = PackWriter.of(table)
  const step = progress.step(`pack ${table.name}`, { total: rows, unit: 'rows' })
  const names = packedColumnsOf(table).map(({ name }) => name)
  let invalid = 0
  for await (const batch of tableRows(table, parquetFiles, names)) {
    for (const { values, polygons, lines, point } of batch) {
      if (polygons && !isSound(polygons)) invalid++
      writer.add(values, polygons ?? lines ?? point)
    }
    step.advance(batch.length)
  }
  const header = await writer.finish(file)
  step.done(
    `${header.rows.toLocaleString('en-US')} rows in ${header.pieces.toLocaleString('en-US')} pieces`,
  )
  return { rows: header.rows, pieces: header.pieces, invalid }
}
