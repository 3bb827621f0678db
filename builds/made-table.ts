import type { Manifest } from '../catalog/manifest.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import { LAYERS } from '../layers/index.ts'
import type { Table } from '../packs/table.ts'
import { hashed, rasterFile, tableFile } from './build-file.ts'
import { writeCoverage } from './coverage-rows.ts'
import type { FinishedPartition, FinishedTable } from './partition-job.ts'

/** A table of a build being made: its Parquet files by partition. */
export interface MadeTable {
  table: Table
  layer: string
  rows: number
  partitions: { id: string; file: string; county_fips?: string; made?: FinishedTable }[]
  /** Description of the inputs of a table that the platform derives. */
  madeFrom?: string
}

/** Tables in layer order, partitions in order of their ids. */
export function tablesOf(finished: readonly FinishedPartition[], folder: string): MadeTable[] {
  return LAYERS.flatMap((layer) =>
    layer.tables.flatMap((table) => {
      const partitions = finished.flatMap(({ partition, county, tables }) => {
        const made = tables.find((each) => each.table === table.name)
        if (!made) return []
        const file = tableFile(folder, table.name, partition)
        return [{ id: partition, file, county_fips: county?.fips, made }]
      })
      if (partitions.length === 0) return []
      partitions.sort((a, b) => (a.id < b.id ? -1 : 1))
      const rows = partitions.reduce((sum, { made }) => sum + made.rows, 0)
      return [{ table, layer: layer.id, rows, partitions }]
    }),
  )
}

/** Writes what the partitions declare to cover: the platform's own table, in one file. */
export async function coverageOf(
  finished: readonly FinishedPartition[],
  folder: string,
): Promise<MadeTable> {
  const file = tableFile(folder, coverageTable.name, 'all')
  const rows = await writeCoverage(finished, file)
  return {
    table: coverageTable,
    layer: 'platform',
    rows,
    partitions: [{ id: 'all', file }],
    madeFrom: 'the coverages that the partitions declare',
  }
}

/** The rasters for the manifest, in the order of their files' names. */
export async function describeRasters(
  finished: readonly FinishedPartition[],
  folder: string,
): Promise<Manifest['rasters']> {
  const described: Manifest['rasters'] = []
  for (const { layer, partition, tables } of finished)
    for (const { table, rasters } of tables)
      for (const { file, ...size } of rasters)
        described.push({
          table,
          layer,
          partition,
          ...(await hashed(folder, rasterFile(folder, file))),
          ...size,
        })
  return described.sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** The tables for the manifest. */
export async function describeTables(
  tables: readonly MadeTable[],
  folder: string,
): Promise<Manifest['tables']> {
  const described: Manifest['tables'] = []
  for (const { table, layer, rows, partitions, madeFrom } of tables) {
    const listed: Manifest['tables'][number]['partitions'] = []
    for (const { id, file, county_fips, made } of partitions)
      listed.push({
        id,
        ...(county_fips && { county_fips }),
        rows: made?.rows ?? rows,
        ...(await hashed(folder, file)),
        coverage: made
          ? { area_km2: made.coverage.area_km2, from: made.coverage.from }
          : { area_km2: 0, from: madeFrom ?? 'this build' },
        rejects: made?.rejects ?? {},
        repairs: made?.repairs ?? {},
        cases: made?.cases ?? {},
      })
    described.push({ name: table.name, layer, partitions: listed })
  }
  return described
}
