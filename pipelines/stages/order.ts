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

/** Threads of a database in which rows are staged and joined: at most four. */
export function stagingThreads(cores = availableParallelism()): string {
  return `${Math.min(4, cores)}`
}

/**
 * Writes a staged table as canonical GeoParquet: rows in Hilbert order, ties broken by the key, so
 * that the same rows give the same bytes on any machine. `from` names a staging table or view with
 * the table's columns and those of `load`. Written aside and renamed when whole.
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
  await inOneThread(
    connection,
    `COPY (SELECT ${[...columns, ...geometry].join(', ')} FROM ${from} ORDER BY ${order.join(', ')})
    TO ${literal(partial)}
    (FORMAT parquet, COMPRESSION zstd, GEOPARQUET_VERSION '${GEOPARQUET_VERSION}',
      ROW_GROUP_SIZE ${ROW_GROUP_ROWS})`,
  )
  await rename(partial, file)
}

/**
 * Runs a statement in one thread of its database. Where several threads write Parquet in order,
 * DuckDB 1.5 collects the rows twice: 1,000,000 parcels on two cores took 7 to 9 s, 12 to 15 s of
 * processor time and 2.7 GB, and one thread takes 6 s of both and 2.0 GB. The last row group, too,
 * depends on whether one thread writes or several.
 */
async function inOneThread(connection: DuckDBConnection, sql: string): Promise<void> {
  const setting = await connection.runAndReadAll(`SELECT current_setting('threads')`)
  await connection.run('SET threads = 1')
  try {
    await connection.run(sql)
  } finally {
    await connection.run(`SET threads = ${setting.getRows()[0][0]}`)
  }
}
