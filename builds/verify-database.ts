import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Manifest } from '../catalog/manifest.ts'
import { identifier } from '../values/sql-text.ts'
import { READ_ONLY } from './open-database.ts'

/**
 * Opens the DuckDB file of a build and compares the rows of its tables with the manifest. Returns
 * one line a problem. When the manifest has no hash of the file, as in older builds, every value of
 * every table is read, so that DuckDB checks the checksum of each block that holds rows.
 */
export async function verifyDatabase(
  folder: string,
  { database, tables }: Pick<Manifest, 'database' | 'tables'>,
): Promise<string[]> {
  try {
    const instance = await DuckDBInstance.create(join(folder, database.file), READ_ONLY)
    const connection = await instance.connect()
    try {
      const problems = await compareRows(connection, tables)
      if (database.sha256 === undefined) problems.push(...(await readTables(connection)))
      return problems.map((problem) => `${database.file}: ${problem}`)
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  } catch (error) {
    // A file that cannot be read is one more finding, and the other files are still read.
    return [`${database.file}: cannot be read: ${firstLine(error)}`]
  }
}

async function compareRows(
  connection: DuckDBConnection,
  tables: Manifest['tables'],
): Promise<string[]> {
  const problems: string[] = []
  const present = await tableNames(connection)
  for (const { name, partitions } of tables) {
    if (!present.includes(name)) {
      problems.push(`it has no table ${name}`)
      continue
    }
    const rows = partitions.reduce((sum, partition) => sum + partition.rows, 0)
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${identifier(name)}`)
    const found = Number(counted.getRows()[0][0])
    if (found !== rows) problems.push(`${found} rows of ${name} where the build has ${rows}`)
  }
  return problems
}

async function readTables(connection: DuckDBConnection): Promise<string[]> {
  const problems: string[] = []
  for (const name of await tableNames(connection)) {
    try {
      // A hash of all columns leaves none of them unread.
      await connection.run(`SELECT bit_xor(hash(COLUMNS(*))) FROM ${identifier(name)}`)
    } catch (error) {
      problems.push(`${name} cannot be read: ${firstLine(error)}`)
    }
  }
  return problems
}

async function tableNames(connection: DuckDBConnection): Promise<string[]> {
  const listed = await connection.runAndReadAll(
    'SELECT table_name FROM duckdb_tables() WHERE database_name = current_database() ORDER BY 1',
  )
  return listed.getRows().map(([name]) => `${name}`)
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : `${error}`).split('\n')[0]
}
