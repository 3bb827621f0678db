import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FixtureHeights,
  writeHeightsFixture,
} from '../../tests/fixtures/elevation/height-files.ts'
import { definitionOf } from '../../tests/fixtures/elevation/made-raster.ts'
import { PublishedHeights } from '../../tests/fixtures/elevation/published-heights.ts'
import { heightErrors, serveHeights } from '../../tests/oracles/served-heights.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-source-frame-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Ridges three cells wide: the steepest that 30 m cells show, 40 m up and down. */
const ridges = (column: number, row: number) => 100 + ((column + 2 * row) % 3) * 40

async function serve(name: string, changes: Partial<FixtureHeights>) {
  const place = join(folder, name)
  await mkdir(place)
  const file = join(place, 'heights.tif')
  const grid = { columns: 60, rows: 50, west: 0, north: 0, step: 30, value: ridges, ...changes }
  writeHeightsFixture(file, grid)
  const definition = definitionOf({ resolution_m: 30 })
  const served = await serveHeights(folder, name, { files: place }, definition)
  return { served, published: new PublishedHeights(file) }
}

describe('a height of a projected raster is interpolated once', () => {
  test.each([
    ['utm', { frame: 'EPSG:26919', west: 500_000, north: 4_960_000 }],
    ['utm-wgs84', { frame: 'EPSG:32617', west: 400_000, north: 2_900_000 }],
    ['albers', { frame: 'EPSG:5070', west: -770_000, north: 1_810_000 }],
    ['lambert-feet', { frame: 'EPSG:2264', west: 1_000_000, north: 600_000, step: 100 }],
    ['mercator-feet', { frame: 'EPSG:26847', west: 900_000, north: 500_000, step: 100 }],
    // proj4js gave NaN for one of these once: what it gets wrong is never used.
    [
      'equal-area',
      {
        frame: '+proj=laea +lat_0=45 +lon_0=-100 +datum=NAD83 +units=m',
        west: -420_000,
        north: -580_000,
      },
    ],
    ['oblique', { frame: 'EPSG:26931', west: 760_000, north: 720_000 }],
  ])('%s', async (name, grid) => {
    const { served, published } = await serve(name, grid)
    const errors = await heightErrors(served, published, { seed: 5, places: 200 })
    expect(errors.length).toBeGreaterThan(120)
    expect(Math.max(...errors.map(({ off }) => off))).toBeLessThan(0.01)
    // The error before: interpolated between cells that were interpolated themselves.
    expect(Math.max(...errors.map(({ warpedOff }) => warpedOff))).toBeGreaterThan(5)
    expect(served.rows.map(({ raster_key }) => raster_key)).toEqual([name, `${name}:source`])
    expect(served.table.coverage.note).not.toContain('interpolated twice')
    await served.close()
  })
})

test('a raster in longitude and latitude has its own cells already', async () => {
  const { served, published } = await serve('degrees', { west: -70, north: 45, step: 0.0003 })
  expect(served.rows).toHaveLength(1)
  expect(served.row.frame).toBeNull()
  const errors = await heightErrors(served, published, { seed: 5, places: 100 })
  expect(Math.max(...errors.map(({ off }) => off))).toBeLessThan(0.01)
  await served.close()
})

test('a grid that is turned in its frame is warped, and its note states that it is interpolated twice', async () => {
  const { served } = await serve('turned', {
    frame: 'EPSG:26919',
    affine: [500_000, 28, 10, 4_960_000, 10, -28],
  })
  expect(served.rows).toHaveLength(1)
  expect(served.table.coverage.note).toContain('interpolated twice')
  await served.close()
})
