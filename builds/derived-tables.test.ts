import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABLES } from '../layers/index.ts'
import { closePacks } from '../lookup/open-packs.ts'
import type { Table } from '../packs/table.ts'
import { SILENT } from '../terminal/progress.ts'
import { packFixture, readFixture } from '../tests/layer-fixture.ts'
import { tableFile } from './build-file.ts'
import { auditDerived } from './derived-audit.ts'
import { Deriver, derivedTables, type EarlierRows } from './derived-tables.ts'
import { parcelFactsTable } from './parcel-facts.ts'
import { viewsOver } from './views.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-derived-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The derived tables of a layer's fixture, made of its packs. */
async function derive(layer: string, into = folder, earlier: EarlierRows | null = null) {
  const packs = await packFixture(readFixture(layer), folder)
  const names = [...packs.keys()]
  const described = names.map((table) => {
    const { rows, pieces } = packs.get(table)!
    const town = { id: 'town', content: '', rows, bounds: null, counties: null }
    const file = { file: `${table}.pack`, bytes: 1, sha256: '', rows, pieces, invalid: 0 }
    return { table, ...file, part: 'town', partitions: [town] }
  })
  closePacks(packs)
  const options = { workers: 1, memoryBytes: 1e8, work: folder, progress: SILENT }
  const deriver = new Deriver(described, folder, options)
  const tables = derivedTables(names).get('parcels') ?? []
  const to = described.find(({ table }) => table === 'parcels')!.rows
  try {
    const range = { subject: 'parcels', partition: 'town', from: 0, to }
    return { tables, ...(await deriver.derive(range, tables, into, earlier)) }
  } finally {
    await deriver.close()
  }
}

async function rowsOf(table: Table, sql = 'FROM rows', from = folder): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`CREATE VIEW rows AS FROM '${join(from, tableFile(table.name, 'town'))}'`)
  const rows = (await connection.runAndReadAll(sql)).getRowsJS()
  connection.closeSync()
  instance.closeSync()
  return rows as unknown[][]
}

test('a parcel over three soils has a row of facts, and a share of each of their polygons', async () => {
  const { tables, audits } = await derive('soils')
  expect(tables.map(({ name }) => name)).toEqual(['parcel_facts', 'parcel_overlaps'])
  expect(audits.filter(({ passed }) => !passed)).toEqual([])
  const [facts, overlaps] = tables
  const [[key]] = await rowsOf(
    facts,
    'SELECT parcel_key FROM rows WHERE soils_unit_count = 3 AND flood_status = $$not_covered$$',
  )
  const shares = await rowsOf(
    overlaps,
    `SELECT table_name, share_pct FROM rows WHERE parcel_key = '${key}' ORDER BY share_pct DESC`,
  )
  // Of one unit it has two polygons, which are one fact and two overlaps.
  expect(shares.map(([table]) => table)).toEqual(Array(4).fill('soil_map_units'))
  expect(shares.reduce((sum, [, share]) => sum + (share as number), 0)).toBeCloseTo(100, 1)
})

test('a point in a parcel shares no area with it', async () => {
  const [, overlaps] = (await derive('structures')).tables
  const points = await rowsOf(
    overlaps,
    "SELECT area_m2, share_pct FROM rows WHERE table_name = 'structure_inventory'",
  )
  expect(points.length).toBeGreaterThan(3)
  expect(points.filter((values) => values.some((value) => value !== null))).toEqual([])
})

test('without parcels there are no facts of parcels, nor views of them', async () => {
  expect([...derivedTables(['soil_map_units', 'flood_zones'])]).toEqual([])
  expect(viewsOver(TABLES.filter(({ name }) => name !== 'parcels'))).toEqual([])
})

test('a parcel without a row, a row twice and a section that failed bar the pin', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run("CREATE TABLE parcel_facts AS SELECT 'pk_a' AS parcel_key FROM range(2)")
  const failure = { section: 'soils', parcel_key: 'pk_a', message: 'no such unit' }
  const audits = await auditDerived(
    connection,
    [{ table: parcelFactsTable, rows: 2 }],
    3,
    [failure],
    'bangor',
  )
  connection.closeSync()
  instance.closeSync()
  expect(audits.map(({ name, passed, measured }) => [name, passed, measured])).toEqual([
    ['unique_keys', false, 1],
    ['row_a_parcel', false, 2],
    ['sections_answered', false, '1 failed; soils at pk_a: no such unit'],
  ])
})

test('of earlier rows those stay that are not derived anew and that the partition still has', async () => {
  const { tables, rows, traces } = await derive('soils')
  const [facts, overlaps] = tables
  const keys = (await rowsOf(facts, 'SELECT parcel_key FROM rows')).map(([key]) => `${key}`)
  const into = join(folder, 'later')
  const removed = keys.slice(1, 2)
  await derive('soils', into, { folder, rows, traces, anew: [0], removed })
  const listed = (from: string) => rowsOf(facts, 'FROM rows ORDER BY parcel_key', from)
  const others = (await listed(folder)).filter((row) => !row.includes(removed[0]))
  expect(await listed(into)).toEqual(others)
  const count = `SELECT count(*) FROM rows WHERE parcel_key = '${removed[0]}'`
  expect(await rowsOf(overlaps, count, into)).toEqual([[0n]])
  // A partition that has them all takes the file as it is.
  const same = join(folder, 'same')
  await derive('soils', same, { folder, rows, traces, anew: [0], removed: [] })
  expect(await listed(same)).toEqual(await listed(folder))
})
