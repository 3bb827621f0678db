import { type DuckDBAppender, DuckDBInstance } from '@duckdb/node-api'
import { boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { columnsOf } from '../../packs/table.ts'
import type { CountyPlan } from './county.ts'
import { parcelTables } from './county-parcels.ts'

const COLUMNS = columnsOf(parcels)
const TYPES = { text: 'VARCHAR', real: 'DOUBLE', integer: 'BIGINT', boolean: 'BOOLEAN' }
const BOX = ['xmin', 'ymin', 'xmax', 'ymax']

/**
 * The DuckDB file of a build with the county's parcels in it, as `builds/database.ts` lays it out.
 */
export async function writeParcelDatabase(plan: CountyPlan, file: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB' })
  const connection = await instance.connect()
  try {
    const columns = COLUMNS.map(({ name, type }) => `${name} ${TYPES[type]}`)
    const box = BOX.map((side) => `${side} DOUBLE`)
    await connection.run(`CREATE TABLE staged (${[...columns, ...box].join(', ')}, wkb BLOB)`)
    const appender = await connection.createAppender('staged')
    for (const { rows } of parcelTables)
      for (const { values, shape } of rows(plan)) appendRow(appender, values, shape as Polygons)
    appender.closeSync()
    await connection.run('SET geometry_minimum_shredding_size = 0')
    await connection.run(
      `ATTACH '${file}' AS build (ROW_GROUP_SIZE 8192, STORAGE_VERSION 'v1.5.0')`,
    )
    await connection.run(`
      CREATE TABLE build.parcels AS
      SELECT * EXCLUDE (wkb), ST_GeomFromWKB(wkb)::GEOMETRY('OGC:CRS84') AS geometry FROM staged`)
    await connection.run('DETACH build')
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

function appendRow(
  appender: DuckDBAppender,
  values: Record<string, unknown>,
  shape: Polygons,
): void {
  for (const { name, type } of COLUMNS) {
    const value = values[name] ?? null
    if (value === null) appender.appendNull()
    else if (type === 'text') appender.appendVarchar(value as string)
    else if (type === 'boolean') appender.appendBoolean(value as boolean)
    else if (type === 'integer') appender.appendBigInt(BigInt(value as number))
    else appender.appendDouble(value as number)
  }
  for (const side of boundsOf(shape)) appender.appendDouble(side / GRID)
  appender.appendBlob(polygonsToWkb(shape))
  appender.endRow()
}
