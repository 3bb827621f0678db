import { rename, rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, keyColumnsOf, type Table } from '../../packs/table.ts'
import { literal } from '../../values/sql-text.ts'
import { joinParquet } from './parquet-join.ts'
import { type StagingDatabase, stagingThreads } from './staging-database.ts'

/** Rows in a row group: small groups make a box query read little. */
export const ROW_GROUP_ROWS = 8192

/**
 * GeoParquet 1.0 alone, without Parquet's own GEOMETRY type: libarrow up to 19, and so the GDAL of
 * many a QGIS, and arrow-rs up to 56 refuse a file that has it (github.com/OSGeo/gdal/pull/12646).
 * That type lets `&&` skip row groups; the box columns do so in the same time.
 */
export const GEOPARQUET_VERSION = 'V1'

/** Shapes and values of a table that are written in one part; twice as many in two, and so on. */
const PART_BYTES = 128e6
/** For each part the whole table is searched for its rows. */
const PARTS_MAX = 8
/** Estimate of a value. */
const VALUE_BYTES = 8

/**
 * Writes a staged table as canonical GeoParquet: rows in Hilbert order, ties broken by the key, so
 * that the same rows give the same bytes on any machine. `from` names a staging table or view with
 * the table's columns and those of `load`. Written aside and renamed when whole. Returns the rows.
 *
 * Each part of a large table is written in one thread, several parts at a time. Where several
 * threads write one file in order, DuckDB 1.5 collects the rows twice, and its last row group
 * depends on their number. 1,000,000 parcels took 2.5 s that way and 4.3 of processor time on two
 * quiet cores, and up to 8.7 and 15 s on busy ones; in parts 1.9 and 3.6 s, in one part 3.3 s.
 */
export async function writeOrdered(
  database: StagingDatabase,
  table: Table,
  from: string,
  file: string,
  partBytes = PART_BYTES,
): Promise<number> {
  const columns = columnsOf(table).map(({ name }) => `"${name}"`)
  const geometry =
    table.geometry !== 'none'
      ? ['xmin', 'ymin', 'xmax', 'ymax', 'ST_GeomFromWKB(wkb) AS geometry']
      : []
  const keys = keyColumnsOf(table).map((name) => `"${name}"`)
  const order = table.geometry !== 'none' ? ['hilbert', ...keys] : keys
  const { rows, ranges } = await partsOf(database.staging, table, from, order[0], partBytes)
  const parts = ranges.map((where, i) => ({ file: `${file}.${i}.part`, where }))
  const write = async (connection: DuckDBConnection, part: { file: string; where: string }) => {
    await connection.run(
      `COPY (SELECT ${[...columns, ...geometry].join(', ')} FROM ${from} WHERE ${part.where}
        ORDER BY ${order.join(', ')})
      TO ${literal(part.file)}
      (FORMAT parquet, COMPRESSION zstd, GEOPARQUET_VERSION '${GEOPARQUET_VERSION}',
        ROW_GROUP_SIZE ${ROW_GROUP_ROWS})`,
    )
  }
  const files = parts.map((part) => part.file)
  try {
    await runSideBySide(database, parts, write)
    const written = await joinParquet(files)
    if (written !== rows) throw new Error(`${written} of ${rows} rows of ${table.name} are written`)
    await rename(files[0], file)
    return rows
  } finally {
    await Promise.all(files.map((each) => rm(each, { force: true })))
  }
}

/**
 * Conditions that each choose a part of the rows, in order: by the rows alone, so that any machine
 * makes the same parts.
 */
async function partsOf(
  staging: DuckDBConnection,
  table: Table,
  from: string,
  column: string,
  partBytes: number,
): Promise<{ rows: number; ranges: string[] }> {
  const shapes = table.geometry === 'none' ? '0' : 'coalesce(sum(octet_length(wkb)), 0)'
  const [rows, shapeBytes] = await one(staging, `SELECT count(*), ${shapes} FROM ${from}`)
  const bytes = Number(shapeBytes) + Number(rows) * columnsOf(table).length * VALUE_BYTES
  // A power of two, so that two or four threads end together.
  const parts = Math.min(PARTS_MAX, 2 ** Math.ceil(Math.log2(bytes / partBytes)))
  if (parts <= 1) return { rows: Number(rows), ranges: ['true'] }
  const shares = Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts)
  const quantiles = `quantile_disc(${column}, [${shares.join(', ')}])::VARCHAR[]`
  const [cuts] = await one(staging, `SELECT ${quantiles} FROM ${from}`)
  // Where many rows are of one place, cuts are the same, and a part is empty.
  const limits = (cuts as string[]).map(literal)
  const ranges = [...limits, null].map((limit, i) => {
    const isPast = i === 0 ? 'true' : `${column} >= ${limits[i - 1]}`
    return limit === null ? isPast : `${isPast} AND ${column} < ${limit}`
  })
  return { rows: Number(rows), ranges }
}

async function one(staging: DuckDBConnection, sql: string) {
  return (await staging.runAndReadAll(sql)).getRowsJS()[0]
}

/** Works on all parts, as many at a time as the database has threads, each on one. */
async function runSideBySide<Part>(
  { staging, connect }: StagingDatabase,
  parts: readonly Part[],
  work: (connection: DuckDBConnection, part: Part) => Promise<void>,
): Promise<void> {
  const queue = [...parts]
  const beside = Math.min(parts.length, stagingThreads()) - 1
  const connections = await Promise.all(Array.from({ length: beside }, connect))
  const lane = async (connection: DuckDBConnection) => {
    for (let part = queue.shift(); part; part = queue.shift()) await work(connection, part)
  }
  const [threads] = await one(staging, `SELECT current_setting('threads')`)
  await staging.run('SET threads = 1')
  try {
    const ended = await Promise.allSettled([staging, ...connections].map(lane))
    const failed = ended.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  } finally {
    await staging.run(`SET threads = ${threads}`)
    for (const connection of connections) connection.closeSync()
  }
}
