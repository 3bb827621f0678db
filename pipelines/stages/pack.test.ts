import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Table } from '../../packs/table.ts'
import { columnsOf } from '../../packs/table.ts'
import { SILENT } from '../../terminal/progress.ts'
import { plotsTable } from '../../tests/audited-partitions.ts'
import { rectangle } from '../../tests/fixtures/ground.ts'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { wktToPolygons } from '../../tests/layer-fixture.ts'
import { derive } from './convert.ts'
import { StagingTable } from './load.ts'
import { writeOrdered } from './order.ts'
import { writePack } from './pack.ts'

const SQUARE = rectangle(-72, 30, -71, 31)
/** GEOS refuses a ring that crosses itself, and DuckDB writes it as it is. */
const BOW_TIE = wktToPolygons('POLYGON ((-72 30, -71 31, -71 30, -72 31.5, -72 30))')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-pack-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function packed(table: Table, shapes: (ReturnType<typeof derive> | { polygons: null })[]) {
  const files = shapes.map((_, i) => join(folder, `${table.name}-${i}.parquet`))
  await withDatabase(async (connection, database) => {
    for (const [i, shape] of shapes.entries()) {
      const staged = await StagingTable.create(connection, 'staged', columnsOf(table))
      const values = { plot_key: `plot ${i}`, partition: 'here', label: 'a plot' }
      staged.add([{ ...shape, values }])
      staged.finish()
      await writeOrdered(database, table, 'staged', files[i])
    }
  })
  return await writePack(table, files, join(folder, `${table.name}.pack`), shapes.length, SILENT)
}

test('invalid polygons are counted while they are packed', async () => {
  const shapes = [SQUARE, BOW_TIE, SQUARE, BOW_TIE].map(derive)
  expect(await packed(plotsTable('polygons'), shapes)).toMatchObject({ rows: 4, invalid: 2 })
})

test('a polygon that the quick test doubts and GEOS accepts is not counted', async () => {
  // Its hole touches its shell in a point: only GEOS knows that this is legal.
  const touching = wktToPolygons(
    'POLYGON ((-72 30, -71 30, -71 31, -72 31, -72 30.5, -72 30), (-72 30.5, -71.9 30.4, -71.9 30.6, -72 30.5))',
  )
  expect(await packed(plotsTable('polygons', 'touching'), [derive(touching)])).toMatchObject({
    rows: 1,
    invalid: 0,
  })
})

test('rows without a shape are packed, and none of them is counted', async () => {
  const rows = [{ polygons: null }, { polygons: null }]
  expect(await packed(plotsTable('none', 'notes'), rows)).toMatchObject({ rows: 2, invalid: 0 })
})

test('what each Parquet file gave is listed in the order of the rows', async () => {
  const shapes = [SQUARE, rectangle(10, 20, 11, 21)].map(derive)
  const { given } = await packed(plotsTable('polygons', 'given'), shapes)
  const units = (...box: number[]) => box.map((each) => each * 1e7)
  expect(given).toEqual([
    { rows: 1, bounds: units(-72, 30, -71, 31), counties: null },
    { rows: 1, bounds: units(10, 20, 11, 21), counties: null },
  ])
  const rows = [{ polygons: null }, { polygons: null }]
  const without = await packed(plotsTable('none', 'given_notes'), rows)
  expect(without.given).toEqual(Array(2).fill({ rows: 1, bounds: null, counties: null }))
})
