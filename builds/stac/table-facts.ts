import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Manifest } from '../../catalog/manifest.ts'
import type { Box } from '../../geometry/polygons.ts'
import { literal } from '../../values/sql-text.ts'

/** Properties of a table, read from the finished files. */
export interface TableFacts {
  /** The comment on the table: grain and key. */
  comment: string
  columns: { name: string; type: string; description?: string }[]
  hasGeometry: boolean
  /** Box of a partition's rows in degrees; null without geometry. */
  boxOf(file: string): Box | null
}

/** Reads columns with their comments from the DuckDB file, and boxes from the Parquet files. */
export async function readTableFacts(
  folder: string,
  { tables, database }: Pick<Manifest, 'tables' | 'database'>,
): Promise<Map<string, TableFacts>> {
  const file = join(folder, database.file)
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '1' })
  const connection = await instance.connect()
  try {
    const comments = new Map((await rowsOf(connection, TABLES)) as [string, string | null][])
    const columns = (await rowsOf(connection, COLUMNS)) as ColumnRow[]
    const facts = new Map<string, TableFacts>()
    for (const { name, partitions } of tables) {
      const own = columns.filter(([table]) => table === name)
      const hasGeometry = own.some(([, column]) => column === 'geometry')
      const boxes = new Map<string, Box | null>()
      for (const { file } of hasGeometry ? partitions : [])
        boxes.set(file, await boxOf(connection, join(folder, file)))
      facts.set(name, {
        comment: comments.get(name) ?? '',
        columns: own.map(([, name, type, comment]) => ({
          name,
          type,
          ...(comment && { description: comment }),
        })),
        hasGeometry,
        boxOf: (file) => boxes.get(file) ?? null,
      })
    }
    return facts
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const TABLES = `SELECT table_name, comment FROM duckdb_tables()
  WHERE database_name = current_database()`
const COLUMNS = `SELECT table_name, column_name, data_type, comment FROM duckdb_columns()
  WHERE database_name = current_database() ORDER BY table_name, column_index`
type ColumnRow = [table: string, column: string, type: string, comment: string | null]

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[]> {
  return (await connection.runAndReadAll(sql)).getRows()
}

/**
 * Rows without a shape, such as an undeclared coverage, have no box; a table may have only such.
 */
async function boxOf(connection: DuckDBConnection, file: string): Promise<Box | null> {
  const [sides] = (await rowsOf(
    connection,
    `SELECT min(xmin), min(ymin), max(xmax), max(ymax) FROM read_parquet(${literal(file)})`,
  )) as (number | null)[][]
  return sides.some((side) => side === null) ? null : (sides as Box)
}
