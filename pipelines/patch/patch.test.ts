import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, constants as zlib } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import {
  type PlainOptions,
  type PlainTile,
  plainArchive,
} from '../../tests/fixtures/archive/plain-archive.ts'
import { inBatches, wigglyFeatures } from '../../tests/fixtures/archive/tile-fabrics.ts'
import { pack } from '../archive/directory.ts'
import { type TileFeature, writeTileArchive } from '../archive/tile-archive.ts'
import { applyPatch } from './apply-patch.ts'
import { type DiffReport, diffArchives } from './diff-archives.ts'

const folder = mkdtempSync(join(tmpdir(), 'patch-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0

/** Makes a patch of two archives and applies it; NEW must come out byte for byte. */
async function roundTrip(old: Uint8Array, next: Uint8Array, isWhole = false): Promise<DiffReport> {
  made++
  const at = (name: string) => join(folder, `${made}.${name}`)
  writeFileSync(at('old'), old)
  writeFileSync(at('new'), next)
  const report = await diffArchives({
    old: at('old'),
    new: at('new'),
    out: at('patch'),
    isWhole,
    progress: SILENT,
  })
  const files = { old: at('old'), patch: at('patch'), out: at('made') }
  expect(await applyPatch({ ...files, progress: SILENT })).toEqual(report.new)
  expect(readFileSync(at('made')).equals(next)).toBe(true)
  expect(report.patch_bytes).toBe(readFileSync(at('patch')).length)
  return report
}

/** Text of a tile: words in an order of its own, so that two tiles share little. */
function text(seed: number, words = 300): string {
  const random = seededRandom(seed, 'tile')
  return Array.from({ length: words }, () => Math.floor(random() * 1e9).toString(36)).join(' ')
}

const tileOf = (content: string) => pack(Buffer.from(content))
const tilesOf = (count: number, first = 0): PlainTile[] =>
  Array.from({ length: count }, (_, i) => ({ id: 3 * i, bytes: tileOf(text(first + i)) }))

/** The tiles with that at `index` changed in one word. */
function withChange(tiles: PlainTile[], index: number): PlainTile[] {
  const content = text(index).replace(/ \S+ /, ' changed ')
  return tiles.with(index, { ...tiles[index], bytes: tileOf(content) })
}

describe('a patch of', () => {
  const tiles = tilesOf(40)

  test('equal archives copies all', async () => {
    const { tiles: counts, patch_bytes } = await roundTrip(plainArchive(tiles), plainArchive(tiles))
    expect(counts).toEqual({ copied: 40, remade: 0, inserted: 0 })
    expect(patch_bytes).toBeLessThan(200)
  })

  test('a changed, an added and a removed tile holds little else', async () => {
    const added = { id: 1, bytes: tileOf(text(1000)) }
    const next = withChange(tiles, 7).toSpliced(20, 1).toSpliced(1, 0, added)
    const { tiles: counts, share } = await roundTrip(plainArchive(tiles), plainArchive(next))
    expect(counts).toEqual({ copied: 38, remade: 1, inserted: 1 })
    expect(share).toBeLessThan(0.05)
  })

  test('archives without a common tile is as large as NEW', async () => {
    const next = tilesOf(40, 500)
    const { tiles: counts, share } = await roundTrip(plainArchive(tiles), plainArchive(next))
    expect(counts.copied).toBe(0)
    expect(share).toBeLessThan(1.01)
  })

  test('moved and shared tiles copies them', async () => {
    const moved = tiles.map(({ bytes }, i) => ({
      id: 5 + 2 * i,
      bytes: tiles[39 - i].bytes ?? bytes,
    }))
    const shared = [...moved, { id: 500, run: 90, bytes: tiles[3].bytes }]
    const { tiles: counts, share } = await roundTrip(plainArchive(tiles), plainArchive(shared))
    expect(counts).toEqual({ copied: 40, remade: 0, inserted: 0 })
    expect(share).toBeLessThan(0.02)
  })

  test.each<[string, PlainOptions]>([
    ['leaf directories', { leafEntries: 7 }],
    ['tiles in another order than their ids', { order: [...tiles.keys()].reverse() }],
    ['bytes between the tiles', { gap: Buffer.from('gap') }],
    ['directories that are not compressed', { compression: 1 }],
    ['directories in Brotli', { compression: 3, leafEntries: 7 }],
    ['directories in Zstandard', { compression: 4, leafEntries: 7 }],
  ])('%s holds little besides the changes', async (_what, options) => {
    const next = plainArchive(withChange(tiles, 7), options)
    const { tiles: counts, share } = await roundTrip(plainArchive(tiles, options), next)
    expect(counts).toEqual({ copied: 39, remade: 1, inserted: 0 })
    expect(share).toBeLessThan(0.03)
  })

  test('two writers takes the tiles that both have', async () => {
    const old = plainArchive(tiles, { leafEntries: 7 })
    const next = plainArchive(tiles, { order: [...tiles.keys()].reverse(), compression: 3 })
    const { tiles: counts, share } = await roundTrip(old, next)
    expect(counts).toEqual({ copied: 40, remade: 0, inserted: 0 })
    expect(share).toBeLessThan(0.02)
  })

  test('gzip that zlib does not make here inserts what changed', async () => {
    const foreign = (content: string) =>
      gzipSync(content, { level: 6, memLevel: 5, strategy: zlib.Z_FILTERED })
    const old = tiles.map(({ id }, i) => ({ id, bytes: foreign(text(i)) }))
    const next = old.with(4, { id: 12, bytes: foreign(`${text(4)} and more`) })
    const { tiles: counts } = await roundTrip(plainArchive(old), plainArchive(next))
    expect(counts).toEqual({ copied: 39, remade: 0, inserted: 1 })
  })

  test('tiles without compression holds what changed of them', async () => {
    const plain = tiles.map(({ id }, i) => ({ id, bytes: Buffer.from(text(i)) }))
    const next = plain.with(4, { id: 12, bytes: Buffer.from(`${text(4)} and more`) })
    const { tiles: counts, share } = await roundTrip(plainArchive(plain), plainArchive(next))
    expect(counts).toEqual({ copied: 39, remade: 1, inserted: 0 })
    expect(share).toBeLessThan(0.02)
  })

  test('whole tiles relies on no zlib', async () => {
    const old = plainArchive(tiles)
    const { tiles: counts } = await roundTrip(old, plainArchive(withChange(tiles, 7)), true)
    expect(counts).toEqual({ copied: 39, remade: 0, inserted: 1 })
  })

  test('archives whose entries overlap makes NEW too', async () => {
    const overlapping = plainArchive(tiles, { overlap: 9 })
    await roundTrip(overlapping, plainArchive(withChange(tiles, 7), { overlap: 9 }))
    await roundTrip(plainArchive(tiles), overlapping)
  })
})

test('a changed property of a layer of lots is a few per cent of its archive', async () => {
  const lots = wigglyFeatures({ west: 110e6, south: 470e6, cell: 30_000, side: 8, wiggles: 3 })
  const changed = lots.with(40, {
    ...lots[40],
    properties: { ...lots[40].properties, floors: 9 },
  })
  const [old, next] = [await archiveOf(lots), await archiveOf(changed)]
  const { tiles, share } = await roundTrip(old, next)
  expect(tiles.copied).toBeGreaterThan(0)
  expect(tiles.remade).toBeGreaterThan(0)
  expect(tiles.inserted).toBe(0)
  expect(share).toBeLessThan(0.05)
})

async function archiveOf(features: TileFeature[]): Promise<Buffer> {
  const file = join(folder, `${++made}.pmtiles`)
  await writeTileArchive(inBatches(features), {
    file,
    layer: 'parcel',
    minZoom: 11,
    maxZoom: 13,
    kind: 'contiguous',
    workers: 1,
    metadata: { name: 'n', description: 'd', attribution: 'a' },
    progress: SILENT,
  })
  return readFileSync(file)
}
