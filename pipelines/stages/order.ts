import { rename } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Table } from '../../layers/table.ts'
import { literal } from './sql-text.ts'

/** Rows in a row group: small groups make a box query read little (design, section 3.6). */
const ROW_GROUP_ROWS = 8192

/**
 * Writes a staged table as canonical GeoParquet: rows in Hilbert order, ties broken by the key, so
 * that the same rows give the same bytes at any number of threads. `from` names a staging table
 * or view with the table's columns and those of `load`. Written aside and renamed when whole.
 */
export async function writeOrdered(
  connection: DuckDBConnection,
  table: Table,
  from: string,
  file: string,
): Promise<void> {
  const columns = columnsOf(table).map(({ name }) => `"${name}"`)
  const geometry =
    table.geometry !== 'none'
      ? ['xmin', 'ymin', 'xmax', 'ymax', 'ST_GeomFromWKB(wkb) AS geometry']
      : []
  const order = table.geometry !== 'none' ? `hilbert, "${table.key}"` : `"${table.key}"`
  const partial = `${file}.part`
  await connection.run(`
    COPY (SELECT ${[...columns, ...geometry].join(', ')} FROM ${from} ORDER BY ${order})
    TO ${literal(partial)}
    (FORMAT parquet, COMPRESSION zstd, GEOPARQUET_VERSION 'BOTH', ROW_GROUP_SIZE ${ROW_GROUP_ROWS})`)
  await rename(partial, file)
}
