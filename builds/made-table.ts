import { join } from 'node:path'
import type { HashedFile, Manifest } from '../catalog/manifest.ts'
import { LAYERS } from '../layers/index.ts'
import type { Table } from '../packs/table.ts'
import { rasterFile, tableFile } from './build-file.ts'
import type { FinishedPartition, FinishedTable } from './partition-job.ts'
import type { StoredResult } from './result-store.ts'

/** A table of a build being made: its Parquet files by partition. */
export interface MadeTable {
  table: Table
  layer: string
  rows: number
  partitions: MadePartition[]
  /** Description of the inputs of a table that the platform derives. */
  madeFrom?: string
}

export interface MadePartition {
  id: string
  /** The file with its folder; `hashed.file` is its path in the build. */
  file: string
  hashed: HashedFile
  rows: number
  county_fips?: string
  made?: FinishedTable
}

/** A table that the platform made of other tables, in one Parquet file. */
export interface PlatformTable {
  table: Table
  rows: number
  madeFrom: string
}

/** A stored partition: its description and its files. */
export type StoredPartition = StoredResult<FinishedPartition>

/** Tables in layer order, partitions in order of their ids. */
export function tablesOf(stored: readonly StoredPartition[], folder: string): MadeTable[] {
  return LAYERS.flatMap((layer) =>
    layer.tables.flatMap((table) => {
      const partitions = stored.flatMap(({ value, files }): MadePartition[] => {
        const { partition: id, county, tables } = value
        const made = tables.find((each) => each.table === table.name)
        if (!made) return []
        const file = tableFile(table.name, id)
        const hashed = { ...fileOf(files, made.file), file }
        const county_fips = county?.fips
        return [{ id, file: join(folder, file), hashed, rows: made.rows, county_fips, made }]
      })
      if (partitions.length === 0) return []
      partitions.sort((a, b) => (a.id < b.id ? -1 : 1))
      const rows = partitions.reduce((sum, { rows }) => sum + rows, 0)
      return [{ table, layer: layer.id, rows, partitions }]
    }),
  )
}

/** A table of the platform, of which `files` has the Parquet file. */
export function platformTable(
  { table, rows, madeFrom }: PlatformTable,
  files: readonly HashedFile[],
  folder: string,
): MadeTable {
  const hashed = fileOf(files, tableFile(table.name, 'all'))
  const partitions = [{ id: 'all', file: join(folder, hashed.file), hashed, rows }]
  return { table, layer: 'platform', rows, partitions, madeFrom }
}

/** The rasters for the manifest, in the order of their files' names. */
export function describeRasters(stored: readonly StoredPartition[]): Manifest['rasters'] {
  return stored
    .flatMap(({ value: { layer, partition, tables }, files }) =>
      tables.flatMap(({ table, rasters }) =>
        rasters.map(({ file, ...size }) => {
          const hashed = { ...fileOf(files, file), file: rasterFile(file) }
          return { table, layer, partition, ...hashed, ...size }
        }),
      ),
    )
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** A file of a result by its name. */
export function fileOf(files: readonly HashedFile[], name: string): HashedFile {
  const found = files.find(({ file }) => file === name)
  if (!found) throw new Error(`the result has no file ${name}`)
  return found
}

/** The tables for the manifest. */
export function describeTables(tables: readonly MadeTable[]): Manifest['tables'] {
  return tables.map(({ table, layer, partitions, madeFrom }) => ({
    name: table.name,
    layer,
    partitions: partitions.map(({ id, hashed, rows, county_fips, made }) => ({
      id,
      ...(county_fips && { county_fips }),
      rows,
      ...hashed,
      coverage: made
        ? { area_km2: made.coverage.area_km2, from: made.coverage.from }
        : { area_km2: 0, from: madeFrom ?? 'this build' },
      rejects: made?.rejects ?? {},
      repairs: made?.repairs ?? {},
      cases: made?.cases ?? {},
    })),
  }))
}
