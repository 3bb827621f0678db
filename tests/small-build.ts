import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { hashed } from '../builds/build-file.ts'
import { buildFolder, type OpenBuild } from '../catalog/build-folder.ts'
import { writeManifest } from '../catalog/manifest.ts'
import { exampleManifest } from './fixtures/example-build.ts'

/**
 * A finished build of one table in milliseconds: its Parquet file and a real DuckDB file, without
 * packs and archives. `isOlder` leaves the hash of the DuckDB file out of the manifest.
 */
export async function writeSmallBuild(
  home: string,
  id: string,
  { isOlder = false, rows = 3, tables = 'flood_zones' } = {},
): Promise<OpenBuild> {
  const paths = buildFolder(id, home)
  const manifest = exampleManifest(id, { packs: [] })
  const [partition] = manifest.tables[0].partitions
  partition.rows = rows
  const parquet = join(paths.folder, partition.file)
  await mkdir(dirname(parquet), { recursive: true })
  await writeFile(parquet, 'PAR1')
  await writeDuckDb(paths.databaseFile, rows, tables)
  const { sha256, ...sized } = await hashed(paths.folder, paths.databaseFile)
  manifest.database = isOlder ? sized : { ...sized, sha256 }
  await writeManifest(paths.folder, manifest)
  return { id, paths, manifest }
}

/** Bytes of the files made so far, by rows and tables: DuckDB takes tens of milliseconds for each. */
const made = new Map<string, Buffer>()

/** Writes a DuckDB file with tables of `rows` rows: a number, a unique text and a shared text. */
export async function writeDuckDb(file: string, rows: number, tables: string): Promise<void> {
  const known = made.get(`${rows} ${tables}`)
  if (known) return await writeFile(file, known)
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  for (const table of tables.split(', '))
    await connection.run(
      `CREATE TABLE ${table} AS SELECT i, hash(i)::VARCHAR AS zone, 'rejects' AS stat FROM range(${rows}) r(i)`,
    )
  connection.closeSync()
  instance.closeSync()
  made.set(`${rows} ${tables}`, await readFile(file))
}
