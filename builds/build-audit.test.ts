import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../catalog/manifest.ts'
import { coverageOver, plotsTable, writePlots } from '../tests/audited-partitions.ts'
import { rasterBytes } from '../tests/fixtures/elevation/raster-file.ts'
import { exampleManifest } from '../tests/fixtures/example-build.ts'
import { auditBuild } from './build-audit.ts'
import { rasterFile } from './build-file.ts'
import type { MadeTable } from './made-table.ts'

/** Two editions of one product with 80 rows each, and a raster that no row names. */
const POLYGONS = plotsTable('polygons')
const RASTERS = {
  ...plotsTable('none', 'heights'),
  raster: { file: 'note', min: 'size', max: 'size' },
}

/** The audits read no hash. */
const HASHED = { file: 'rows.parquet', bytes: 1, sha256: 'a'.repeat(64) }

let folder: string
let tables: MadeTable[]
let pinned: Manifest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-build-audit-'))
  await mkdir(join(folder, 'rasters'))
  const grid = { west: -72, north: 31, step: 0.001, columns: 2, rows: 2, height: () => Number.NaN }
  await writeFile(join(folder, rasterFile('blank.tif')), rasterBytes(grid))
  const coverage = coverageOver([-72, 30, -71, 31], 10_000)
  const raster = { file: 'blank.tif', width: 2, height: 2, cells_with_value: 0 }
  const written = await writePlots(folder, [
    { partition: '2021', table: POLYGONS, rows: 80, finished: { coverage } },
    { partition: '2026', table: POLYGONS, rows: 80, finished: { coverage } },
    { partition: 'heights', table: RASTERS, finished: { rasters: [raster] } },
  ])
  tables = [POLYGONS, RASTERS].map((table) => {
    const own = written.filter((each) => each.table === table)
    const partitions = own.map(({ partition, file, finished }) => {
      return { id: partition, file, hashed: HASHED, rows: finished.rows, made: finished }
    })
    return { table, layer: 'plots', rows: 80 * own.length, partitions }
  })
  // A table that the build itself made has no publisher whose gates it could fail.
  tables[0].partitions.push({
    id: 'all',
    file: join(folder, 'nowhere.parquet'),
    hashed: HASHED,
    rows: 1,
  })
  const audits = (['rows', 'area_km2'] as const).map((name) => {
    return { name, table: 'plots', partition: '2026', passed: true, measured: 100, limit: 1 }
  })
  pinned = exampleManifest('pinned', { audits })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PACKS = [
  { table: 'plots', invalid: 2 },
  { table: 'heights', invalid: 0 },
]

const audited = async (acceptDrop?: boolean) =>
  auditBuild(tables, PACKS, folder, pinned, { acceptDrop })

test('a build is held against every kind of gate, each table and partition in turn', async () => {
  const failed = (await audited()).filter(({ passed }) => !passed)
  expect(failed.map(({ name, table, partition }) => [name, table, partition])).toEqual([
    ['rows_against_pinned', 'plots', '2026'],
    ['area_km2_against_pinned', 'plots', '2026'],
    ['valid_geometry', 'plots', undefined],
    ['editions_overlap', 'plots', undefined],
    ['raster_values', 'heights', 'heights'],
    ['raster_range', 'heights', 'heights'],
  ])
})

test('one geometry that is not valid bars the pin, and how many there are is recorded', async () => {
  const gate = { name: 'valid_geometry', limit: 0 }
  expect((await audited()).filter(({ name }) => name === 'valid_geometry')).toEqual([
    { ...gate, table: 'plots', passed: false, measured: 2 },
    { ...gate, table: 'heights', passed: true, measured: 0 },
  ])
  const [one] = await auditBuild([], [{ table: 'plots', invalid: 1 }], folder, null)
  expect(one).toEqual({ ...gate, table: 'plots', passed: false, measured: 1 })
})

test('a person may accept that a table shrank, and nothing else', async () => {
  const [strict, accepted] = [await audited(), await audited(true)]
  expect(accepted).toEqual(
    strict.map((audit) => {
      if (!audit.name.endsWith('_against_pinned')) return audit
      return { ...audit, passed: true, limit: 'above 0.9; the drop was accepted' }
    }),
  )
  expect(accepted.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
    'valid_geometry',
    'editions_overlap',
    'raster_values',
    'raster_range',
  ])
})

test('a table that grew is not marked as accepted', async () => {
  const smaller = { ...pinned, audits: pinned.audits.map((each) => ({ ...each, measured: 1 })) }
  const audits = await auditBuild(tables, [], folder, smaller, { acceptDrop: true })
  const compared = audits.filter(({ name }) => name.endsWith('_against_pinned'))
  expect(compared.map(({ limit }) => limit)).toEqual(['above 0.9', 'above 0.9'])
})
