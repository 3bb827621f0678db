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
import { writeTileArchive } from './tile-archive.ts'
import { verifyArchive } from './verify-archive.ts'

const LOTS = isLongRun ? 30_000 : 6_000
const folder = mkdtempSync(join(tmpdir(), 'far-picture-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function write(name: string, workers: number): Promise<string> {
  const file = join(folder, name)
  await writeTileArchive(syntheticParcels(LOTS, 7), {
    file,
    layer: 'parcel',
    minZoom: 6,
    maxZoom: 14,
    kind: 'contiguous',
    workers,
    mergeBy: ['use_group'],
    metadata: { name: 'Town', description: 'Lots', attribution: 'fictional' },
    progress: SILENT,
  })
  return file
}

let file: string
let archive: PMTiles
beforeAll(async () => {
  file = await write('town.pmtiles', 2)
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

if (isLongRun)
  test('the bytes are the same with one thread', async () => {
    const alone = await write('alone.pmtiles', 1)
    expect(readFileSync(alone).equals(readFileSync(file))).toBe(true)
  })
