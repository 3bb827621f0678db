import { rm } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { buildFolder } from '../catalog/build-folder.ts'
import { boundsOf, GRID } from '../layers/geometry/polygons.ts'
import { Pack } from '../layers/packs/pack-reader.ts'
import { literal } from '../layers/sql-text.ts'

/** Columns of the parcel table that the service asks by. */
const ASKED = ['parcel_key', 'county_fips', 'situs_zip', 'use_code']

/** Writes the DuckDB file of the example town, with the part of its parcel table that is asked. */
export async function writeTownDatabase(home: string, id: string): Promise<void> {
  const { databaseFile, packFile } = buildFolder(id, home)
  const pack = new Pack({ file: packFile('parcels'), memoryLimitBytes: 0 })
  const rows = Array.from({ length: pack.rows }, (_, row) => {
    const texts = ASKED.map((name) => pack.value(row, name) as string | null)
    const box = boundsOf(pack.polygons(row)).map((side) => side / GRID)
    return `(${[...texts.map((text) => (text === null ? 'NULL' : literal(text))), ...box].join(', ')})`
  })
  pack.close()
  await rm(databaseFile, { force: true })
  const instance = await DuckDBInstance.create(databaseFile)
  const connection = await instance.connect()
  await connection.run(`
    CREATE TABLE parcels (${ASKED.map((name) => `${name} VARCHAR`).join(', ')},
      xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE);
    INSERT INTO parcels VALUES ${rows.join(', ')}`)
  connection.closeSync()
  instance.closeSync()
}
