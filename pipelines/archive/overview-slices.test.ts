import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { featuresOf, openArchive, rasterOf } from '../../tests/fixtures/archive/drawn-tiles.ts'
import {
  box,
  feature,
  inBatches,
  wigglyFeatures,
} from '../../tests/fixtures/archive/tile-fabrics.ts'
import type { Point } from '../../tests/fixtures/ground.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { fabricOf, MAX_X } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { coarsen } from './overview-slice.ts'
import type { SliceSettings } from './slice.ts'
import { type ArchiveLedger, type TileFeature, writeTileArchive } from './tile-archive.ts'
import { openTileThreads } from './tile-threads.ts'
import { type VerifyReport, verifyArchive } from './verify-archive.ts'
import { EXTENT } from './world-grid.ts'

// Around 0, 0 four slices meet at every zoom but the lowest.

const folder = mkdtempSync(join(tmpdir(), 'overview-slices-'))
const threads = openTileThreads(1)
/** Two that draw at the same time. */
const pair = openTileThreads(2)
afterAll(async () => {
  await Promise.all([threads.close(), pair.close()])
  rmSync(folder, { recursive: true })
})

const pathOf = (name: string) => join(folder, `${name}.pmtiles`)

function write(
  name: string,
  features: TileFeature[],
  options: Partial<ArchiveOptions> = {},
): Promise<ArchiveLedger> {
  return writeTileArchive(inBatches(features), {
    ...{ file: pathOf(name), layer: 'parcel', minZoom: 0, maxZoom: 12, kind: 'contiguous' },
    ...{ mergeBy: ['use'], workers: 1, threads, progress: SILENT },
    metadata: { name: 'Test', description: 'Lots where slices meet', attribution: 'Nobody' },
    ...options,
  })
}

const sha256 = (name: string) =>
  createHash('sha256')
    .update(readFileSync(pathOf(name)))
    .digest('hex')

describe('lots where four slices meet at every zoom', () => {
  const SIDE = isLongRun ? 30 : 16
  const CELL = 160_000
  const lots = wigglyFeatures({
    ...{ west: (-SIDE / 2) * CELL, south: (-SIDE / 2) * CELL },
    ...{ cell: CELL, side: SIDE, wiggles: 3 },
  })
  let ledger: ArchiveLedger
  let verified: VerifyReport
  beforeAll(async () => {
    ledger = await write('lots', lots)
    verified = await verifyArchive(pathOf('lots'), SILENT)
  })

  test('have no seam: their ground is drawn once, at every zoom', () => {
    expect(verified.problems).toEqual([])
    expect(verified.ground.map(({ zoom }) => zoom)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    ])
    for (const { zoom, gap_pct, overlap_pct } of verified.ground) {
      expect(gap_pct, `gap at ${zoom}`).toBeLessThanOrEqual(0.005)
      expect(overlap_pct, `overlap at ${zoom}`).toBeLessThanOrEqual(0.016)
    }
  })

  test('are in the tiles of all four slices, and counted once', async () => {
    const archive = openArchive(pathOf('lots'))
    // Islands in lots are as large as a pixel there.
    const at11 = ledger.zooms.find(({ zoom }) => zoom === 11)!
    expect(at11).toMatchObject({ features_kept: lots.length, merged: 0 })
    for (const { zoom, tiles } of ledger.zooms) {
      if (zoom === 0) continue
      expect(tiles).toBeGreaterThanOrEqual(4)
      const middle = 2 ** (zoom - 1)
      for (const x of [middle - 1, middle])
        for (const y of [middle - 1, middle])
          expect((await featuresOf(archive, zoom, x, y)).length).toBeGreaterThan(0)
    }
  })

  test('have the same bytes with two threads', async () => {
    await write('two', lots, { threads: pair })
    expect(sha256('two')).toBe(sha256('lots'))
  })

  test('where a tile is over the cap, the zoom is drawn again in all slices', async () => {
    const options = { minZoom: 7, maxTileBytes: isLongRun ? 9_000 : 3_000 }
    const one = await write('cap', lots, options)
    const levels = one.zooms.filter(({ zoom }) => zoom < 12).map(({ level }) => level)
    expect(Math.max(...levels)).toBeGreaterThan(1)
    for (const { max_tile_bytes, merged } of one.zooms) {
      expect(max_tile_bytes).toBeLessThanOrEqual(options.maxTileBytes)
      expect(merged).toBeGreaterThanOrEqual(0)
    }
    const { problems } = await verifyArchive(pathOf('cap'), SILENT, options.maxTileBytes)
    expect(problems).toEqual([])
    await write('cap-two', lots, { ...options, threads: pair })
    expect(sha256('cap-two')).toBe(sha256('cap'))
  })
})

test('for a higher level a slice merges its own features further, and no others', () => {
  const builder = new FabricBuilder()
  const [SIDE, SLICE] = [64, 2 ** 17]
  // A square of 32 by 32 lots of two kinds, and the same beyond the side of the slice.
  for (const west of [0, SLICE])
    for (let i = 0; i < 32 * 32; i++) {
      const [x, y] = [west + (i % 32) * SIDE, Math.floor(i / 32) * SIDE]
      builder.open(4)
      for (const [column, row] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ])
        builder.point(x + column * SIDE, y + row * SIDE)
      builder.endRing()
      builder.endPolygon()
      const kind = Uint8Array.of((i * 7919) % 3 === 0 ? 1 : 2)
      builder.close({ id: i + 1, area: SIDE * SIDE, merged: 0, shared: 1 }, kind)
    }
  const settings: SliceSettings = {
    ...{ layer: 'parcel', keys: [], kind: 'contiguous', maxZoom: 14 },
    ...{ maxTileBytes: 500_000, labels: null },
  }
  const region = { x: 0, y: 0, chunks: [], bytes: 0 }
  const pieces = (level: number) => {
    const request = { zoom: 10, level }
    const { parts } = coarsen(builder.fabric(), { file: '', region, request }, settings)
    expect(parts.map(({ x, y }) => [x, y])).toEqual([[0, 0]])
    const { bytes } = parts[0]
    const fabric = fabricOf(bytes.buffer, bytes.length)
    for (const start of fabric.starts) expect(fabric.words[start + MAX_X]).toBeLessThan(SLICE / 2)
    return fabric.starts.length
  }
  // Pieces of 128 and of 512 units, in cells that have both kinds.
  expect([pieces(0), pieces(8)]).toEqual([16 * 16, 4 * 4])
})

/** Rows at which outlines cross a column of a tile. */
async function crossings(
  archive: PMTiles,
  [zoom, x, y]: [number, number, number],
  column: number,
): Promise<number[]> {
  const found: number[] = []
  for (const feature of await featuresOf(archive, zoom, x, y))
    for (const ring of feature.loadGeometry())
      for (const [i, b] of ring.slice(1).entries()) {
        const a = ring[i]
        if (a.x > column === b.x > column) continue
        found.push(Math.round(a.y + ((column - a.x) / (b.x - a.x)) * (b.y - a.y)))
      }
  return found.filter((row) => row >= 0 && row < EXTENT).sort((a, b) => a - b)
}

test('a border that crosses into another slice does so in the same place in both', async () => {
  const CELL = 3_000_000
  const fields = wigglyFeatures({
    ...{ west: -1.5 * CELL, south: -1.5 * CELL },
    ...{ cell: CELL, side: 3, wiggles: 200 },
  })
  const options = { minZoom: 7, maxTileBytes: 900, mergeBy: undefined }
  const { zooms } = await write('fields', fields, options)
  const archive = openArchive(pathOf('fields'))
  let count = 0
  for (const { zoom, level } of zooms.filter((each) => each.zoom < 12)) {
    const middle = 2 ** (zoom - 1)
    for (const y of [middle - 1, middle]) {
      const west = await crossings(archive, [zoom, middle - 1, y], EXTENT + 0.25)
      const east = await crossings(archive, [zoom, middle, y], 0.25)
      expect(east, `zoom ${zoom}, level ${level}`).toEqual(west)
      count += west.length
    }
  }
  expect(count).toBeGreaterThan(10)
})

test('lots along the straight side of a field of another region leave no gap there', async () => {
  const [WIDTH, RISE, LOTS] = [6_000_000, 1_700_000, 60]
  const onSide = (i: number): Point => [
    Math.round((i / LOTS - 0.5) * WIDTH),
    Math.round((i / LOTS - 0.5) * RISE),
  ]
  const [west, east] = [onSide(0), onSide(LOTS)]
  const field = feature(1, [west, east, [east[0], east[1] + 60_000], [west[0], west[1] + 60_000]])
  const lots = Array.from({ length: LOTS }, (_, i): TileFeature => {
    const [a, b] = [onSide(i), onSide(i + 1)]
    return feature(i + 2, [[a[0], a[1] - 60_000], [b[0], b[1] - 60_000], b, a])
  })
  await write('field', [field, ...lots], { minZoom: 11, maxZoom: 14, mergeBy: undefined })
  const archive = openArchive(pathOf('field'))
  const SIZE = EXTENT / 2
  const raster = rasterOf(await featuresOf(archive, 11, 1024, 1023), SIZE)
  let gap = 0
  let samples = 0
  for (let column = 0; column < SIZE; column++) {
    const rows = Array.from({ length: SIZE }, (_, row) => raster[row * SIZE + column])
    const drawn = rows.slice(rows.indexOf(1), rows.lastIndexOf(1))
    samples += drawn.length
    gap += drawn.filter((count) => count === 0).length
  }
  expect(samples).toBeGreaterThan(100_000)
  expect(gap / samples).toBeLessThan(0.00005)
})

/** Houses of 15 by 15 m in rows, from a corner on. */
function houses(count: number, west: number, south: number, gap: number): TileFeature[] {
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [west + (i % 100) * gap, south + Math.floor(i / 100) * gap]
    return box(west > 0 ? 100_000 + i : i + 1, x, y, x + 1_500, y + 1_500)
  })
}

describe('a discontinuous layer', () => {
  const options = { kind: 'discontinuous', maxZoom: 12, mergeBy: undefined } as const

  test('has no tile of a zoom that was thinned further than to its last house', async () => {
    const town = houses(4_000, -4_000_000, -4_000_000, 2_500)
    const hamlet = houses(3, 4_000_000, 4_000_000, 2_500)
    const all = { ...options, minZoom: 11, threads: pair, maxTileBytes: 600 }
    const { zooms } = await write('thinned', [...town, ...hamlet], all)
    expect(zooms[0].level).toBeGreaterThan(3)
    const { problems, tiles } = await verifyArchive(pathOf('thinned'), SILENT, 600)
    expect(problems).toEqual([])
    expect(tiles).toBe(zooms[0].tiles + zooms[1].tiles)
    await write('thinned-alone', [...town, ...hamlet], { ...all, threads })
    expect(sha256('thinned-alone')).toBe(sha256('thinned'))
  })

  test('of which nothing is left at a zoom has none of its tiles, and is sound', async () => {
    const few = houses(5, -4_000_000, -4_000_000, 2_500)
    const { zooms } = await write('few', few, { ...options, minZoom: 0 })
    expect(zooms[0]).toMatchObject({ zoom: 0, tiles: 0, features_kept: 0, dropped: 5, level: 0 })
    expect((await verifyArchive(pathOf('few'), SILENT)).problems).toEqual([])
  })
})
