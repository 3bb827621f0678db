import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Table } from '../packs/table.ts'
import { literal } from '../values/sql-text.ts'
import { linkFiles } from './result-store.ts'

/** Table of the keys of the rows that are derived anew. */
const ANEW = 'derived_anew'

/** The files that an earlier build has derived for the rows of one partition. */
export interface EarlierFiles {
  /** Folder with its file of each table. */
  folder: string
  /** Rows of each file by the name of its table. */
  rows: Record<string, number>
}

/** Makes the table of the keys of the rows that are derived anew, which the others refer to. */
export async function listDerivedAnew(
  connection: DuckDBConnection,
  keys: Iterable<string>,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${ANEW} (subject_key VARCHAR)`)
  const appender = await connection.createAppender(ANEW)
  for (const key of keys) {
    appender.appendVarchar(key)
    appender.endRow()
  }
  appender.closeSync()
}

/** Query of the rows of an earlier file but those that are derived anew. */
export function holdingRows(table: Table, { folder }: EarlierFiles, file: string): string {
  return `${rowsOf(folder, file)} ANTI JOIN ${ANEW} ON subject_key = ${table.key}`
}

/**
 * Takes the earlier file of a table as it is where the rows that were derived anew, staged under
 * the table's name, are those that it has: then a view of all its rows has that name. Returns their
 * number, or null where a row is another.
 */
export async function takeEarlier(
  connection: DuckDBConnection,
  table: Table,
  { folder, rows }: EarlierFiles,
  file: string,
  into: string,
): Promise<number | null> {
  // As text, which has all digits and the sign of a zero.
  const columns = columnsOf(table).map(({ name }) => `"${name}"::VARCHAR`)
  const before = `${rowsOf(folder, file)} SEMI JOIN ${ANEW} ON subject_key = ${table.key}`
  const [a, b] = [`FROM ${table.name}`, before].map((from) => `SELECT ${columns} ${from}`)
  const others = `(${a} EXCEPT ALL ${b}) UNION ALL (${b} EXCEPT ALL ${a}) LIMIT 1`
  if ((await connection.runAndReadAll(others)).currentRowCount > 0) return null
  await linkFiles({ folder, files: [{ file }] }, into)
  await connection.run(`DROP TABLE ${table.name}`)
  await connection.run(`CREATE VIEW ${table.name} AS ${rowsOf(folder, file)}`)
  return rows[table.name]
}

function rowsOf(folder: string, file: string): string {
  return `FROM read_parquet(${literal(join(folder, file))})`
}
