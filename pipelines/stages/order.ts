import { rename } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, keyColumnsOf, type Table } from '../../packs/table.ts'
import { literal } from '../../values/sql-text.ts'

/** Rows in a row group: small groups make a box query read little. */
export const ROW_GROUP_ROWS = 8192

/**
 * GeoParquet 1.0 alone, without Parquet's own GEOMETRY type: libarrow up to 19, and so the GDAL of
 * many a QGIS, and arrow-rs up to 56 refuse a file that has it (github.com/OSGeo/gdal/pull/12646).
 * That type lets `&&` skip row groups; the box columns do so in the same time.
 */
export const GEOPARQUET_VERSION = 'V1'

/**
 * Threads of a database that writes tables, from two to four. A thread alone writes 8,193 to 10,240
 * rows as two row groups where several write one, so a machine of one core made other bytes.
 */
export function writingThreads(cores = availableParallelism()): string {
  return `${Math.max(2, Math.min(4, cores))}`
}

/**
 * Writes a staged table as canonical GeoParquet: rows in Hilbert order, ties broken by the key, so
 * that the same rows give the same bytes at any number of threads from two on (`writingThreads`).
 * `from` names a staging table or view with the table's columns and those of `load`. Written aside
 * and renamed when whole.
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
  const keys = keyColumnsOf(table).map((name) => `"${name}"`)
  const order = table.geometry !== 'none' ? ['hilbert', ...keys] : keys
  const partial = `${file}.part`
  await connection.run(`
    COPY (SELECT ${[...columns, ...geometry].join(', ')} FROM ${from} ORDER BY ${order.join(', ')})
    TO ${literal(partial)}
    (FORMAT parquet, COMPRESSION zstd, GEOPARQUET_VERSION '${GEOPARQUET_VERSION}',
      ROW_GROUP_SIZE ${ROW_GROUP_ROWS})`)
  await rename(partial, file)
}
