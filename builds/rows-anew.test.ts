import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HashedFile } from '../catalog/manifest.ts'
import { type Box, GRID } from '../geometry/polygons.ts'
import { Pack } from '../packs/pack-reader.ts'
import { PackWriter } from '../packs/pack-writer.ts'
import { rectangle } from '../tests/fixtures/ground.ts'
import { type Lot, writeLots } from '../tests/fixtures/lots-file.ts'
import type { FoundSources, NearRows } from './derived-sources.ts'
import { RowsAnew, rowsReaching } from './rows-anew.ts'
import type { TableTrace } from './traced-pack.ts'

const units = (...box: Box) => box.map((each) => Math.round(each * GRID)) as Box

let folder: string
let lots: Pack
/** Five lots in a row, each half a degree wide, from 0 to 4 degrees east. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-rows-anew-'))
  const columns = [{ name: 'parcel_key', type: 'text' as const }]
  const writer = new PackWriter('parcels', columns, { key: 'parcel_key', geometry: 'polygons' })
  for (let lng = 0; lng < 5; lng++) writer.add([`pk_${lng}`], rectangle(lng, 0, lng + 0.5, 0.5))
  const file = join(folder, 'parcels.pack')
  await writer.finish(file)
  lots = new Pack({ file, memoryLimitBytes: 1e8 })
})
afterAll(async () => {
  lots.close()
  await rm(folder, { recursive: true })
})

const ALL = { from: 0, to: 5 }
/** Searches of the whole lot and `beyond` degrees around it, at any distance from its point. */
const around = (beyond: number) => ({ beyond_box: beyond * GRID, beyond_point: 180 * GRID })

describe('a row reaches a changed place', () => {
  test('that touches its box, or lies within the distance that was searched', () => {
    const place = units(1.6, 0, 1.7, 0.1)
    const reaching = (beyond: number) =>
      rowsReaching([{ boxes: [place], trace: around(beyond) }], lots, ALL)
    expect(reaching(0)).toEqual([])
    expect(reaching(0.1)).toEqual([1])
    expect(reaching(0.3)).toEqual([1, 2])
    const touching = units(1.5, 0, 1.7, 0.1)
    expect(rowsReaching([{ boxes: [touching], trace: around(0) }], lots, ALL)).toEqual([1])
  })

  test('only near its point where no search went farther', () => {
    // The lots have their points in their middle.
    const atPoint = { beyond_box: 0, beyond_point: 0.01 * GRID }
    const reaching = (...box: Box) =>
      rowsReaching([{ boxes: [units(...box)], trace: atPoint }], lots, ALL)
    expect(reaching(2, 0, 2.2, 0.5)).toEqual([])
    expect(reaching(2, 0, 2.24, 0.5)).toEqual([2])
    expect(reaching(0, 0, 9, 0.5)).toEqual([0, 1, 2, 3, 4])
  })

  test('of any of the tables, each searched in its own way, among the rows of its partition', () => {
    const wide = { boxes: [units(0.6, 0, 0.7, 0.1)], trace: around(0.15) }
    const exact = { boxes: [units(3, 0, 3.1, 0.1), units(4, 0, 4.1, 0.1)], trace: around(0) }
    expect(rowsReaching([wide, exact], lots, ALL)).toEqual([0, 3, 4])
    expect(rowsReaching([wide, exact], lots, { from: 1, to: 4 })).toEqual([3])
    expect(rowsReaching([{ boxes: [], trace: around(9) }], lots, ALL)).toEqual([])
  })
})

describe('rows of a subject', () => {
  const RANGE = { subject: 'parcels', partition: 'town', ...ALL }
  const traced = (searched: Partial<TableTrace>): TableTrace => ({
    ...{ box: units(-1, -1, 9, 1), beyond_box: 0, beyond_point: 180 * GRID },
    ...{ counties: [], isWhole: false },
    ...searched,
  })
  const TRACES = {
    parcels: traced({}),
    wetlands: traced({ box: null }),
    soil_map_units: traced({}),
  }
  const rows = (table: string, content: string, of: Partial<NearRows> = {}): NearRows => ({
    ...{ table, id: 'town', bounds: units(0, 0, 1.2, 0.5), content, rasters: [] },
    ...{ file: { result: `${table}-1`, file: `${table}.parquet`, sha256: `bytes of ${content}` } },
    ...of,
  })
  const found = (...list: NearRows[]): FoundSources => ({ rows: list, coverages: [], others: '' })

  /** The rows anew between two builds, without any file of the earlier one. */
  const anewOf = (before: FoundSources, now: FoundSources) => {
    const steps = { bring: async () => {} }
    const options = { folder, partitions: { stored: async () => null } }
    const rowsAnew = new RowsAnew({ pack: async () => lots }, steps, options)
    return rowsAnew.of(RANGE, { traces: TRACES, found: before }, now)
  }

  test('are none where nothing differs', async () => {
    const same = found(rows('parcels', 'a'), rows('soil_map_units', 'a'))
    expect(await anewOf(same, same)).toEqual({ anew: [], removed: [] })
  })

  test('are all where their own earlier rows are not stored, or others differ', async () => {
    expect(await anewOf(found(rows('parcels', 'a')), found(rows('parcels', 'b')))).toBeNull()
    const other = { ...found(rows('parcels', 'a')), others: 'other' }
    expect(await anewOf(found(rows('parcels', 'a')), other)).toBeNull()
  })

  test('are those within the partition whose earlier rows are not stored, before and now', async () => {
    const before = found(rows('parcels', 'a'), rows('soil_map_units', 'a'))
    const bounds = units(3.9, 0, 4.2, 0.5)
    const now = found(rows('parcels', 'a'), rows('soil_map_units', 'b', { bounds }))
    expect(await anewOf(before, now)).toEqual({ anew: [0, 1, 4], removed: [] })
  })

  test('are those that differ from the earlier ones, which are found by their file', async () => {
    const [folderBefore, tables] = [join(folder, 'parcels-1'), join(folder, 'tables/parcels')]
    for (const each of [folderBefore, tables]) await mkdir(each, { recursive: true })
    const lot = (number: number) => ({ key: `pk_${number}`, west: number })
    const before = [...[0, 1, 2, 4].map(lot), { key: 'pk_gone', west: 7 }]
    await writeLots(before, join(folderBefore, 'parcels.parquet'))
    // One has another value, one is new, and one is gone.
    const now = [0, 1, 2, 3, 4].map(lot).with(1, { ...lot(1), value: 8 } as Lot)
    await writeLots(now, join(tables, 'town.parquet'))
    const brought: string[] = []
    const anewWith = (
      files: HashedFile[],
      traces = TRACES,
      rasters: string[] = [],
      range = RANGE,
    ) => {
      const steps = {
        bring: async (files: Iterable<string> = []) => void brought.push(...files),
      }
      const stored = async (result: string) =>
        result === 'parcels-1' ? { folder: folderBefore, files } : null
      const rowsAnew = new RowsAnew({ pack: async () => lots }, steps, {
        ...{ folder, partitions: { stored } },
      })
      const sources = { traces, found: found(rows('parcels', 'a')) }
      return rowsAnew.of(range, sources, found(rows('parcels', 'b', { rasters })))
    }
    const file = { file: 'parcels.parquet', bytes: 1, sha256: 'bytes of a' }
    expect(await anewWith([file])).toEqual({ anew: [1, 3], removed: ['pk_gone'] })
    expect(brought).toEqual(['tables/parcels/town.parquet'])
    // A search around each lot reaches from its neighbours to those that differ.
    const wide = { ...TRACES, parcels: traced({ beyond_box: 0.6 * GRID }) }
    expect(await anewWith([file], wide)).toMatchObject({ anew: [0, 1, 2, 3] })
    expect(await anewWith([{ ...file, sha256: 'other bytes' }])).toBeNull()
    expect(await anewWith([])).toBeNull()
    // Another partition has the rows from the third on.
    const part = await anewWith([file], TRACES, [], { ...RANGE, to: 2 })
    expect(part!.anew).toEqual([1])
    expect([...part!.removed].sort()).toEqual(['pk_3', 'pk_gone'])
    // Nor do the rows state what differs between two rasters.
    expect(await anewWith([file], TRACES, ['heights'])).toBeNull()
  })

  test('are those near any of several partitions', async () => {
    const soils = (id: string, content: string, west: number) =>
      rows('soil_map_units', content, { id, bounds: units(west, 0, west + 0.2, 0.5) })
    const before = found(rows('parcels', 'a'), soils('east', 'a', 4), soils('west', 'a', 0))
    const now = found(rows('parcels', 'a'), soils('east', 'b', 4), soils('west', 'b', 0))
    expect(await anewOf(before, now)).toEqual({ anew: [0, 4], removed: [] })
  })

  test('are none for a table that was never searched by place', async () => {
    const before = found(rows('parcels', 'a'), rows('wetlands', 'a'))
    const now = found(rows('parcels', 'a'), rows('wetlands', 'b'))
    expect(await anewOf(before, now)).toEqual({ anew: [], removed: [] })
  })
})
