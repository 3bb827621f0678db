import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classifyRings } from '@mapbox/vector-tile'
import type { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { syntheticParcels } from '../../tests/bench/tiles-parcels.ts'
import { openArchive } from '../../tests/fixtures/archive/drawn-tiles.ts'
import { featuresAt, groundShares } from '../../tests/fixtures/archive/ground-shares.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { type ArchiveLedger, writeTileArchive } from './tile-archive.ts'
import { verifyArchive } from './verify-archive.ts'

const LOTS = isLongRun ? 30_000 : 6_000
const folder = mkdtempSync(join(tmpdir(), 'far-picture-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, workers: number, maxTileBytes?: number): Promise<ArchiveLedger> {
  return writeTileArchive(syntheticParcels(LOTS, 7), {
    ...{ file, maxTileBytes },
    layer: 'parcel',
    minZoom: 6,
    maxZoom: 14,
    kind: 'contiguous',
    workers,
    mergeBy: ['use_group'],
    metadata: { name: 'Town', description: 'Lots', attribution: 'fictional' },
    progress: SILENT,
  })
}

const file = join(folder, 'town.pmtiles')
let archive: PMTiles
beforeAll(async () => {
  await write(file, 2)
  archive = openArchive(file)
})

test('the verifier finds nothing wrong with it', async () => {
  expect((await verifyArchive(file, SILENT)).problems).toEqual([])
})

let sharesAt14: ReturnType<typeof groundShares> | undefined
/** Shares of the ground at the highest zoom, computed once. */
function wholeShares() {
  sharesAt14 ??= groundShares(archive, 14, 'use_group')
  return sharesAt14
}

test.for(isLongRun ? [7, 8, 9, 10, 11] : [8, 11])(
  'each use has its share of the ground at zoom %i',
  async (zoom) => {
    const [whole, shares] = [await wholeShares(), await groundShares(archive, zoom, 'use_group')]
    expect(Object.keys(shares).sort()).toEqual(Object.keys(whole).sort())
    for (const [use, share] of Object.entries(whole))
      expect(Math.abs(shares[use] - share), `${use}: ${share}`).toBeLessThan(zoom < 9 ? 0.6 : 0.3)
  },
)

test('specks that no screen shows are drawn as fewer, larger ones', async () => {
  const vacant = async (zoom: number) => {
    let parts = 0
    for await (const feature of featuresAt(archive, zoom))
      if (feature.properties.use_group === 'vacant')
        parts += classifyRings(feature.loadGeometry()).length
    return parts
  }
  const lots = await vacant(14)
  expect(lots).toBeGreaterThan(200)
  expect(await vacant(9)).toBeLessThan(lots / 6)
  expect(await vacant(8)).toBeGreaterThan(1)
})

test('a zoom at a higher level is a mosaic of larger pieces', async () => {
  const capped = isLongRun ? 60_000 : 50_000
  const { zooms } = await write(join(folder, 'capped.pmtiles'), 2, capped)
  const [at10, at11] = [10, 11].map((zoom) => zooms.find((each) => each.zoom === zoom)!)
  expect(at10.level).toBe(0)
  // At levels 1 to 4 of zoom 11 cells are those of level 0 of zoom 10.
  expect(at11.level).toBeGreaterThan(0)
  expect(at11.level).toBeLessThan(5)
  expect(at11.bytes).toBeLessThan(1.5 * at10.bytes)
})

if (isLongRun)
  test('the bytes are the same with one thread', async () => {
    const alone = join(folder, 'alone.pmtiles')
    await write(alone, 1)
    expect(readFileSync(alone).equals(readFileSync(file))).toBe(true)
  })
