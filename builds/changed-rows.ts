import type { DuckDBBlobValue, DuckDBConnection } from '@duckdb/node-api'
import type { Box } from '../geometry/polygons.ts'
import { packedColumnsOf, type Table } from '../packs/table.ts'
import { boxOf } from '../pipelines/stages/pack.ts'
import { openReadingConnection } from '../pipelines/stages/reading-database.ts'
import { SHAPE_WKB, shapeOf } from '../pipelines/stages/table-rows.ts'
import { literal } from '../values/sql-text.ts'
import { rowHash, withShape } from './column-content.ts'

/** Rows that one of two files of a table has and the other has not, or with other values. */
export interface ChangedRows {
  /** Their keys. */
  keys: string[]
  /** Boxes of their shapes, in grid units. */
  boxes: Box[]
}

/**
 * Finds the rows in which two Parquet files of a table differ, by the columns of its pack and the
 * shape. Keys are unique within a file, which an audit verifies. To hash a row takes about 2 us.
 */
export async function changedRows(
  table: Table,
  earlier: string,
  later: string,
): Promise<ChangedRows> {
  const connection = await openReadingConnection()
  try {
    await hashRows(connection, table, earlier, 'earlier_rows')
    await hashRows(connection, table, later, 'later_rows')
    const before = await rowsWithout(connection, table, earlier, 'earlier_rows', 'later_rows')
    const now = await rowsWithout(connection, table, later, 'later_rows', 'earlier_rows')
    return {
      keys: [...new Set([...before.keys, ...now.keys])],
      boxes: [...before.boxes, ...now.boxes],
    }
  } finally {
    connection.closeSync()
  }
}

async function hashRows(
  connection: DuckDBConnection,
  table: Table,
  file: string,
  into: string,
): Promise<void> {
  const columns = packedColumnsOf(table).map(({ name }) => name)
  await connection.run(`
    CREATE TEMP TABLE ${into} AS
    SELECT file_row_number AS number, ${rowHash(withShape(table, columns))} AS hash
    FROM read_parquet(${literal(file)}, file_row_number = true)`)
}

/** The rows of one file whose hash the other does not have. */
async function rowsWithout(
  connection: DuckDBConnection,
  table: Table,
  file: string,
  own: string,
  other: string,
): Promise<ChangedRows> {
  const shape = table.geometry === 'none' ? 'NULL' : SHAPE_WKB
  const read = await connection.runAndReadAll(`
    SELECT "${table.key}", ${shape} FROM read_parquet(${literal(file)}, file_row_number = true)
    SEMI JOIN (FROM ${own} ANTI JOIN ${other} USING (hash)) AS changed
    ON file_row_number = changed.number`)
  const keys: string[] = []
  const boxes: Box[] = []
  for (const [key, wkb] of read.getRows()) {
    keys.push(key as string)
    const { polygons, lines, point } = shapeOf(table, wkb as DuckDBBlobValue | null)
    const box = boxOf(polygons ?? lines, point)
    if (box) boxes.push(box)
  }
  return { keys, boxes }
}
