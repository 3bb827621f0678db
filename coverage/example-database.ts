import { readFile, rm, writeFile } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { boundsOf, GRID } from '../layers/geometry/polygons.ts'
import { Pack } from '../layers/packs/pack-reader.ts'
import { literal } from '../layers/sql-text.ts'

/** Columns of the parcel table that the service asks by. */
const ASKED = ['parcel_key', 'county_fips', 'situs_zip', 'use_code']

/** Bytes of files that were made, by their rows: each takes DuckDB tens of milliseconds. */
const made = new Map<string, Buffer>()

/** Writes the DuckDB file of the example town, with the part of its parcel table that is asked. */
export async function writeTownDatabase(file: string, parcelsPack: string): Promise<void> {
  const pack = new Pack({ file: parcelsPack, memoryLimitBytes: 0 })
  const rows = Array.from({ length: pack.rows }, (_, row) => {
    const texts = ASKED.map((name) => pack.value(row, name) as string | null)
    const box = boundsOf(pack.polygons(row)).map((side) => side / GRID)
    return `(${[...texts.map((text) => (text === null ? 'NULL' : literal(text))), ...box].join(', ')})`
  }).join(', ')
  pack.close()
  const known = made.get(rows)
  if (known) return await writeFile(file, known)
  await rm(file, { force: true })
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(`
    CREATE TABLE parcels (${ASKED.map((name) => `${name} VARCHAR`).join(', ')},
      xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE);
    INSERT INTO parcels VALUES ${rows}`)
  connection.closeSync()
  instance.closeSync()
  made.set(rows, await readFile(file))
}
