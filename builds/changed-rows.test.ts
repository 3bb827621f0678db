import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Box, GRID } from '../geometry/polygons.ts'
import { getTable } from '../layers/index.ts'
import { type Lot, writeLots } from '../tests/fixtures/lots-file.ts'
import { changedRows } from './changed-rows.ts'

/** Parcels with a column that no pack has. */
const parcels = { ...getTable('parcels'), unpacked: ['situs_city'] }

const LOTS: Lot[] = [
  { key: 'pk_a', west: 1 },
  { key: 'pk_b', west: 2, value: null },
  { key: 'pk_c', west: 3 },
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-changed-rows-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(lots: readonly Lot[]): Promise<string> {
  const file = join(await mkdtemp(join(folder, 'table-')), 'town.parquet')
  await writeLots(lots, file)
  return file
}

const boxAt = (west: number) =>
  [west, 0, west + 0.1, 0.1].map((each) => Math.round(each * GRID)) as Box

async function changed(now: readonly Lot[], before: readonly Lot[] = LOTS) {
  const { keys, boxes } = await changedRows(parcels, await write(before), await write(now))
  return { keys: keys.sort(), boxes: boxes.sort((a, b) => a[0] - b[0]) }
}
const changedLot = (lot: Partial<Lot>) => LOTS.with(1, { ...LOTS[1], ...lot })

test('files of the same rows do not differ, in any order', async () => {
  expect(await changed(LOTS)).toEqual({ keys: [], boxes: [] })
  expect(await changed(LOTS.toReversed())).toEqual({ keys: [], boxes: [] })
})

test('a value differs at the place of its row, of which both shapes count', async () => {
  expect(await changed(changedLot({ value: 8 }))).toEqual({
    keys: ['pk_b'],
    boxes: [boxAt(2), boxAt(2)],
  })
  expect(await changed(changedLot({ value: 8 }), changedLot({ value: 7 }))).toMatchObject({
    keys: ['pk_b'],
  })
})

test('a shape differs where it was and where it is', async () => {
  expect(await changed(changedLot({ west: 5 }))).toEqual({
    keys: ['pk_b'],
    boxes: [boxAt(2), boxAt(5)],
  })
})

test('rows that come and go differ', async () => {
  const added: Lot = { key: 'pk_d', west: 9 }
  expect(await changed([LOTS[0], LOTS[2], added])).toEqual({
    keys: ['pk_b', 'pk_d'],
    boxes: [boxAt(2), boxAt(9)],
  })
})

test('another key is another row', async () => {
  expect((await changed(changedLot({ key: 'pk_z' }))).keys).toEqual(['pk_b', 'pk_z'])
})

test('a row without a shape differs by its key alone', async () => {
  expect(await changed(changedLot({ hasShape: false, value: 9 }))).toEqual({
    keys: ['pk_b'],
    boxes: [boxAt(2)],
  })
})

test('a column that no pack has makes no difference', async () => {
  expect(await changed(changedLot({ city: 'Elsewhere' }))).toEqual({ keys: [], boxes: [] })
})
