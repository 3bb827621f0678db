import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SsurgoTable } from '../../layers/soils/ssurgo-columns.ts'
import { StepError } from '../../terminal/step-error.ts'

/** A survey area's own description of its tables: `mstabcol.txt`, one record a column. */
const DICTIONARY = 'mstabcol.txt'

/**
 * Table, place from 1 and name open each record. Descriptions at its end may hold line breaks, so
 * that not every line is a record.
 */
const RECORD = /^"?(\w+)"?\|"?(\d+)"?\|"?(\w+)"?\|/gm

/**
 * The columns of a tabular file in order: by the export's own dictionary if it has one, else by
 * `ssurgo-columns.ts`. Throws `StepError` for a dictionary that skips a column, or
 * that lacks one of `wanted`.
 */
export async function columnsInOrder(
  table: SsurgoTable,
  wanted: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const path = join(folder, DICTIONARY)
  if (!existsSync(path)) return table.columns
  // Latin-1 reads any bytes; names are ASCII.
  const records = (await readFile(path, 'latin1')).matchAll(RECORD)
  const columns: string[] = []
  for (const [, name, place, column] of records)
    if (name === table.table) columns[Number(place) - 1] = column.toLowerCase()
  if (columns.length === 0) return table.columns
  const missing = wanted.filter((name) => !columns.includes(name))
  const isWhole = Array.from(columns, (name) => name !== undefined).every(Boolean)
  if (isWhole && missing.length === 0) return columns
  throw new StepError(
    'read the tabular dictionary',
    basename(path),
    missing.length > 0
      ? `it gives the table ${table.table} no column ${missing.join(', ')}`
      : `it skips a column of the table ${table.table}`,
    'The edition of SSURGO may have changed: compare it with layers/soils/ssurgo-columns.ts.',
  )
}
