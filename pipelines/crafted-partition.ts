import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { Row } from '../layers/location.ts'
import { columnsOf, type Table } from '../layers/table.ts'
import { SILENT } from '../terminal/progress.ts'
import type { PartitionBase } from './partition.ts'
import type { PartitionTable, Pipeline } from './pipeline.ts'
import { writeStoredZip } from './sample/files/stored-zip.ts'
import { type TableRow, tableRows } from './stages/table-rows.ts'
import { unpackAsset } from './stages/unpack.ts'
import { checkWhole } from './stages/whole-file.ts'

export interface CraftedRun {
  /** A folder of the test's own: every run takes a new one inside it. */
  folder: string
  partition: string
  /** Folders, `.zip` or `.gz` files by the names that the partition gives its assets. */
  assets: Record<string, string>
  secret?: string
  /** URLs that assets came from, by their names. */
  urls?: Record<string, string>
}

let runs = 0

/** Runs a pipeline over crafted files, for tests, as a build would: archives are unpacked. */
export async function runCrafted<Definition extends PartitionBase>(
  pipeline: Pipeline<Definition>,
  definition: Definition,
  run: CraftedRun,
): Promise<Map<string, PartitionTable>> {
  const folder = join(run.folder, `run-${runs++}`)
  await mkdir(folder)
  const asset = async (name: string) => {
    const path = run.assets[name]
    if (!/\.(zip|gz)$/.test(path)) return path
    return (await unpackAsset(path, { into: join(folder, `of-${name}`), name })).folder
  }
  const made = await withDatabase((staging) =>
    pipeline.run(definition, {
      partition: run.partition,
      folder,
      staging,
      asset,
      checkWhole: (name, file) => checkWhole(file, { name, url: run.urls?.[name] ?? 'crafted' }),
      secret: Buffer.from(run.secret ?? 'the public secret of the fixtures'),
      progress: SILENT,
    }),
  )
  return new Map(made.map((each) => [each.table.name, each]))
}

/** Runs with a database in memory, bounded, and closes it. */
export async function withDatabase<T>(use: (connection: DuckDBConnection) => Promise<T>) {
  const options = { threads: '2', memory_limit: '500MB' }
  const instance = await DuckDBInstance.create(':memory:', options)
  const connection = await instance.connect()
  try {
    return await use(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Rows of a table's Parquet file, in file order, as the fixtures tell them. */
export async function parquetRows(
  table: Table,
  file: string,
): Promise<(Omit<TableRow, 'values'> & { values: Row })[]> {
  const names = columnsOf(table).map(({ name }) => name)
  const rows = []
  for await (const batch of tableRows(table, [file]))
    for (const { values, ...shape } of batch)
      rows.push({
        values: Object.fromEntries(names.map((name, i) => [name, values[i]])),
        ...shape,
      })
  return rows
}

/** The files of a folder as a zip's bytes. */
export async function zipFolder(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).sort()
  return writeStoredZip(
    await Promise.all(
      names.map(async (name) => ({ name, content: await readFile(join(folder, name)) })),
    ),
  )
}
