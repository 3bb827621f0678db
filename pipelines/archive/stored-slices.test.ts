import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { box, inBatches, wigglyFeatures } from '../../tests/fixtures/archive/tile-fabrics.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { SliceStore } from './slice-store.ts'
import { type TileFeature, writeTileArchive } from './tile-archive.ts'
import { openTileThreads } from './tile-threads.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-stored-slices-'))
/** One thread for all archives: the start of one takes longer than most of them. */
const threads = openTileThreads(1)
/** Two that draw at the same time. */
const pair = openTileThreads(2)
afterAll(async () => {
  await Promise.all([threads.close(), pair.close()])
  rmSync(folder, { recursive: true })
})

/** Lots over twelve regions. */
const LOTS = wigglyFeatures({
  ...{ west: -687_900_000, south: 447_700_000 },
  ...{ cell: 160_000, side: 10, wiggles: 3 },
})
/** A lot within one region. */
const LOT = 15
/** The lots, that one with another use. */
const CHANGED = LOTS.with(LOT, {
  ...LOTS[LOT],
  properties: { ...LOTS[LOT].properties, use: 'farm' },
})
const slices: SliceStore = { folder: join(folder, 'slices'), code: 'one' }
const OPTIONS: Omit<ArchiveOptions, 'file'> = {
  layer: 'parcel',
  minZoom: 9,
  maxZoom: 12,
  kind: 'contiguous',
  properties: ['use', 'floors', 'is_new'],
  mergeBy: ['use'],
  workers: 1,
  metadata: { name: 'Test', description: 'Wiggly lots', attribution: 'Nobody' },
  progress: SILENT,
}

/** Writes an archive. Returns the hash of its bytes. */
async function write(
  features: readonly TileFeature[],
  options: Partial<ArchiveOptions> = {},
): Promise<string> {
  const file = join(folder, 'lots.pmtiles')
  await writeTileArchive(inBatches([...features]), { file, ...OPTIONS, threads, ...options })
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

const stored = (): string[] => readdirSync(slices.folder).sort()
/** The slices that an archive stored anew. */
async function drawnBy(run: () => Promise<unknown>): Promise<string[]> {
  const before = stored()
  await run()
  return stored().filter((name) => !before.includes(name))
}

let whole: string
/** Slices of the lots: twelve regions, and those of zooms 11, 10 and 9. */
const SLICES = 12 + 2 + 1 + 1
beforeAll(async () => {
  whole = await write(LOTS)
  expect(await write(LOTS, { slices })).toBe(whole)
  expect(stored()).toHaveLength(SLICES)
})

test('an archive of the same features draws nothing, and has the same bytes', async () => {
  const drawn = await drawnBy(async () => expect(await write(LOTS, { slices })).toBe(whole))
  expect(drawn).toEqual([])
})

test('one feature that changed draws its own region and the slices below it, and the archive is as a new one', async () => {
  const fresh = await write(CHANGED)
  expect(fresh).not.toBe(whole)
  const drawn = await drawnBy(async () => expect(await write(CHANGED, { slices })).toBe(fresh))
  expect(drawn).toHaveLength(1 + 3)
})

test('a change that the regions do not hand on draws no overview', async () => {
  // Small lots of one use merge, and have no other property then.
  const options = { minZoom: 2, maxZoom: 5 }
  const homes = LOTS.map(
    (lot): TileFeature => ({ ...lot, properties: { ...lot.properties, use: 'home' } }),
  )
  const before = await write(homes, { ...options, slices })
  const { properties } = homes[LOT]
  const higher = homes.with(LOT, { ...homes[LOT], properties: { ...properties, floors: 40 } })
  const fresh = await write(higher, options)
  expect(fresh).not.toBe(before)
  const drawn = await drawnBy(async () =>
    expect(await write(higher, { ...options, slices })).toBe(fresh),
  )
  expect(drawn).toHaveLength(1)
})

test('a feature that goes, and one that comes elsewhere, are as in a new archive', async () => {
  const [west, south] = LOTS.at(-1)!.polygons.coords
  const far = box(LOTS.length + 1, west + 3_000_000, south, west + 3_100_000, south + 100_000)
  const changed = [...LOTS.toSpliced(LOT, 1), far]
  const fresh = await write(changed)
  const drawn = await drawnBy(async () => expect(await write(changed, { slices })).toBe(fresh))
  expect(drawn).toHaveLength(2 + 2 + 1 + 1)
})

test('damaged slices are drawn and stored anew', async () => {
  const names = stored()
  for (const [i, name] of names.entries()) {
    const path = join(slices.folder, name)
    const file = readFileSync(path)
    file[(i * 7_919) % file.length] ^= 1
    writeFileSync(path, i % 3 === 0 ? file.subarray(0, -1) : file)
  }
  const before = names.map((name) => readFileSync(join(slices.folder, name)))
  expect(await write(LOTS, { slices })).toBe(whole)
  expect(stored()).toEqual(names)
  const anew = names.filter((name, i) => !readFileSync(join(slices.folder, name)).equals(before[i]))
  expect(anew).toHaveLength(SLICES)
})

test('slices of other code are not used', async () => {
  const own = { ...slices, code: 'two' }
  const drawn = await drawnBy(async () => expect(await write(LOTS, { slices: own })).toBe(whole))
  expect(drawn).toHaveLength(SLICES)
})

test('an archive with another order of its properties has no byte of a slice of the first', async () => {
  const options = { properties: ['is_new', 'use', 'floors'] }
  const fresh = await write(LOTS, options)
  expect(await write(LOTS, { ...options, slices })).toBe(fresh)
})

test('where tiles are over the cap, stored slices of lower levels change no byte', async () => {
  const options = { maxTileBytes: 2_500 }
  await write(LOTS, { ...options, slices, workers: 2, threads: pair })
  const fresh = await write(CHANGED, options)
  const drawn = await drawnBy(async () =>
    expect(await write(CHANGED, { ...options, slices, workers: 2, threads: pair })).toBe(fresh),
  )
  expect(drawn.length).toBeGreaterThan(0)
})
