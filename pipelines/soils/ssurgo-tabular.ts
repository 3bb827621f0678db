import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { SsurgoTable } from '../../layers/soils/ssurgo-columns.ts'
import { StepError } from '../../terminal/step-error.ts'
import { findMember } from '../stages/unpack-member.ts'
import { pipeRecords } from './pipe-records.ts'
import { columnsInOrder } from './ssurgo-dictionary.ts'

export interface TabularFile {
  /** Unpacked folder; the file may be at any depth in it. */
  folder: string
  asset: string
  table: SsurgoTable
  /** Columns to load, the key among them. */
  columns: readonly string[]
}

/** `285181`; in older editions a component key names its map unit too: `285181:1432767`. */
const KEY = /^\d{1,30}(:\d{1,30})?$/

/** The file is read whole: it needs a bound. */
const FILE_BYTES_MAX = 256e6

/**
 * Loads a headerless SSURGO file into the staging table that it names, every value a trimmed text
 * or null. Each record must have the width of its table and hold a key where the key belongs, and
 * no key may come twice. Throws `StepError` with what was expected and found.
 */
export async function loadTabular(staging: DuckDBConnection, source: TabularFile): Promise<string> {
  const { folder, asset, table, columns } = source
  const path = await findMember(folder, table.file, asset)
  const order = await columnsInOrder(table, columns, dirname(path))
  const { size } = await stat(path)
  if (size > FILE_BYTES_MAX)
    throw fail(source, `it has ${size} bytes, and ${FILE_BYTES_MAX} are the most that is read`)
  const bytes = await readFile(path)
  // Exports of some surveys hold names such as Peñasco in one byte a letter.
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  const name = `ssurgo_${table.table}`
  await staging.run(
    `CREATE OR REPLACE TABLE ${name} (${columns.map((column) => `${column} VARCHAR`).join(', ')})`,
  )
  const appender = await staging.createAppender(name)
  for (const values of checkedRecords(text, order, source)) {
    for (const value of values)
      if (value === null) appender.appendNull()
      else appender.appendVarchar(value)
    appender.endRow()
  }
  appender.closeSync()
  return name
}

/** The wanted values of each record, after its shape was checked. */
function* checkedRecords(
  text: string,
  order: readonly string[],
  source: TabularFile,
): Generator<(string | null)[]> {
  const { key } = source.table
  const keyAt = order.indexOf(key)
  const places = source.columns.map((column) => order.indexOf(column))
  const seen = new Set<string>()
  for (const { line, values } of soundRecords(text, source)) {
    if (values.length !== order.length)
      throw fail(
        source,
        `its line ${line} has ${values.length} columns, and ${order.length} are expected`,
      )
    const id = values[keyAt].trim()
    if (!KEY.test(id))
      throw fail(
        source,
        `its line ${line} should have ${key}, a number, in column ${keyAt + 1}, and has ${JSON.stringify(id)}`,
      )
    if (seen.has(id)) throw fail(source, `its ${key} ${id} is there more than once`)
    seen.add(id)
    yield places.map((place) => values[place].trim() || null)
  }
}

function* soundRecords(text: string, source: TabularFile) {
  try {
    yield* pipeRecords(text)
  } catch (cause) {
    throw fail(source, (cause as Error).message, cause)
  }
}

function fail({ asset, table }: TabularFile, problem: string, cause?: unknown): StepError {
  return new StepError(
    'read the soil survey tables',
    `${asset} ${table.file}`,
    problem,
    'The export is cut off, or of an edition with other columns: compare layers/soils/ssurgo-columns.ts.',
    { cause },
  )
}
