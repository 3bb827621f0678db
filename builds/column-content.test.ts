import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashFile } from '../catalog/file-hash.ts'
import { polygonsToWkb } from '../geometry/wkb.ts'
import { getTable } from '../layers/index.ts'
import { closePacks } from '../lookup/open-packs.ts'
import { SILENT } from '../terminal/progress.ts'
import { rectangle } from '../tests/fixtures/ground.ts'
import { withDatabase } from '../tests/fixtures/partition-run.ts'
import { stepsIn } from '../tests/fixtures/steps-in.ts'
import { packFixture, readFixture } from '../tests/layer-fixture.ts'
import { contentsOf } from './column-content.ts'
import type { MadeTable } from './made-table.ts'
import { makeAddresses } from './platform-steps.ts'

/** Two parcels; each change of the fixture is a part of one of the two rows. */
const ROWS = {
  key: "'pk_a'",
  line1: "'12 Main St'",
  city: "'Sampleton'",
  value: '1',
  east: 2,
}

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-column-content-'))
})
afterAll(() => rm(home, { recursive: true }))

/** Parcels with a change, in one Parquet file whose rows are in the order of `order`. */
async function parcels(changed: Partial<typeof ROWS> = {}, order = 'parcel_key') {
  const { key, line1, city, value, east } = { ...ROWS, ...changed }
  const file = join(await mkdtemp(join(home, 'table-')), 'town.parquet')
  const lot = (end: number) =>
    `ST_GeomFromWKB(unhex('${Buffer.from(polygonsToWkb(rectangle(1, 1, end, 2))).toString('hex')}'))`
  const sql = `COPY (
    SELECT ${key} AS parcel_key, '99009' AS county_fips, ${line1} AS situs_line1,
      ${city} AS situs_city, NULL::VARCHAR AS situs_zip, ${value} AS just_value,
      ${lot(east)} AS geometry
    UNION ALL SELECT 'pk_b', '99009', NULL, 'Sampleton', '99801', 2, ${lot(3)}
    ORDER BY ${order}) TO '${file}' (FORMAT parquet)`
  await withDatabase(async (connection) => void (await connection.run(sql)))
  const hashed = { ...(await hashFile(file)), file: 'tables/parcels/town.parquet' }
  const partitions = [{ id: 'town', file, hashed, rows: 2 }]
  const made: MadeTable = { table: getTable('parcels'), layer: 'parcel', rows: 2, partitions }
  return made
}

const contentOf = async (made: MadeTable) =>
  (await contentsOf(made, made.table.addressColumns!, stepsIn(home, home)))[0]

test('the content of columns is that of their values and shapes, in any order of rows', async () => {
  const now = await contentOf(await parcels())
  expect(now).toMatch(/^town 2 \d+$/)
  expect(await contentOf(await parcels({ value: '99' }))).toBe(now)
  expect(await contentOf(await parcels({}, 'parcel_key DESC'))).toBe(now)
  const changes = [
    { key: "'pk_c'" },
    { line1: "'14 Main St'" },
    { line1: "'Sampleton'", city: "'12 Main St'" },
    { line1: 'NULL' },
    { line1: "''" },
    { line1: "'-'" },
    { east: 2.5 },
  ]
  const contents = new Set([now])
  for (const changed of changes) contents.add(await contentOf(await parcels(changed)))
  expect(contents.size).toBe(1 + changes.length)
})

test('a file is hashed once', async () => {
  const made = await parcels()
  const content = await contentOf(made)
  await rm(made.partitions[0].file)
  expect(await contentOf(made)).toBe(content)
})

/** Whether addresses are gathered anew of these parcels and of places with a hash. */
async function gathers(made: MadeTable, places = 'as they were'): Promise<boolean> {
  const folder = await mkdtemp(join(home, 'build-'))
  const fixture = readFixture('boundaries')
  const tables = { parcels: readFixture('soils').tables.parcels, places: fixture.tables.places }
  const opened = await packFixture({ ...fixture, tables }, folder)
  const packs = [...opened].map(([table, { rows, pieces }]) => {
    const sha256 = table === 'places' ? places : made.partitions[0].hashed.sha256
    return { table, file: `${table}.pack`, bytes: 1, sha256, rows, pieces }
  })
  closePacks(opened)
  const steps = stepsIn(folder, home)
  const options = { folder, work: join(home, 'work'), memoryBytes: 1e8, workers: 1 }
  const other = { table: getTable('places'), layer: 'boundaries', rows: 1, partitions: [] }
  await makeAddresses(packs, [made, other], steps, { ...options, progress: SILENT })
  return steps.counts.addresses.made === 1
}

test('addresses are gathered anew only where what they are gathered from has changed', async () => {
  expect(await gathers(await parcels())).toBe(true)
  expect(await gathers(await parcels({ value: '99' }))).toBe(false)
  expect(await gathers(await parcels({ line1: "'14 Main St'" }))).toBe(true)
  expect(await gathers(await parcels(), 'other places')).toBe(true)
})
