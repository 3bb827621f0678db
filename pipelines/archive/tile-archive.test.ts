import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VectorTileFeature } from '@mapbox/vector-tile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { featuresOf, openArchive, rasterOf } from '../../tests/fixtures/archive/drawn-tiles.ts'
import {
  box,
  feature,
  inBatches,
  type WigglyFabric,
  wigglyFeatures,
} from '../../tests/fixtures/archive/tile-fabrics.ts'
import type { Point } from '../../tests/fixtures/ground.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { type ArchiveLedger, type TileFeature, writeTileArchive } from './tile-archive.ts'
import { openTileThreads } from './tile-threads.ts'
import { verifyArchive } from './verify-archive.ts'
import { worldSide, worldX, worldY } from './world-grid.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-'))
/** One thread for all archives: the start of one takes longer than most of them. */
const threads = openTileThreads(1)
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true })
})

const FABRIC: WigglyFabric = {
  west: -687_900_000,
  south: 447_700_000,
  cell: 40_000,
  side: isLongRun ? 40 : 24,
  wiggles: 5,
}

function write(name: string, features: TileFeature[], options: Partial<ArchiveOptions> = {}) {
  return writeTileArchive(inBatches(features), {
    file: join(folder, name),
    layer: 'parcel',
    minZoom: 6,
    maxZoom: 14,
    kind: 'contiguous',
    workers: 1,
    metadata: { name: 'Test', description: 'Wiggly lots', attribution: 'Nobody' },
    progress: SILENT,
    ...(options.workers === undefined && { threads }),
    ...options,
  })
}

const sha256 = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')

describe('a contiguous fabric with wiggly shared borders', () => {
  const features = wigglyFeatures(FABRIC)
  const file = join(folder, 'wiggly.pmtiles')
  let ledger: ArchiveLedger
  beforeAll(async () => {
    ledger = await write('wiggly.pmtiles', features, { mergeBy: ['use'] })
  })

  test.for(isLongRun ? [6, 7, 8, 9, 10, 11, 12, 13, 14] : [6, 12])(
    'covers its area at zoom %i',
    async (zoom) => {
      // At its lowest zoom the fabric is a few units wide.
      const { gap, overlap, samples } = await sampleCoverage(file, zoom, zoom === 6 ? 512 : 256)
      expect(samples).toBeGreaterThan(50)
      expect(gap / samples).toBeLessThanOrEqual(0.00005)
      expect(overlap / samples).toBeLessThanOrEqual(0.0005)
    },
  )

  test('every feature is drawn, merged or dropped at every zoom, and none is dropped', () => {
    for (const { features_in, features_kept, merged, dropped } of ledger.zooms) {
      expect(features_in).toBe(features.length)
      expect(features_kept + merged).toBe(features.length)
      expect(dropped).toBe(0)
    }
    expect(ledger.zooms.at(-1)!.features_kept).toBe(features.length)
    expect(ledger.zooms[0].merged).toBe(features.length)
  })

  test('merged features retain only the properties they were merged by', async () => {
    const archive = openArchive(file)
    const { minLon, minLat } = await archive.getHeader()
    const side = worldSide(6)
    const [x, y] = [worldX(minLon * 1e7, side) >> 12, worldY(minLat * 1e7, side) >> 12]
    const merged = await featuresOf(archive, 6, x, y)
    expect(merged.length).toBeGreaterThan(1)
    for (const feature of merged) {
      expect(feature.id).toBeUndefined()
      expect(Object.keys(feature.properties)).toEqual(['use', 'plat:merged'])
    }
  })

  test('the verifier finds nothing wrong with it', async () => {
    const report = await verifyArchive(file, SILENT)
    expect(report.problems).toEqual([])
    expect(report.tiles).toBe(ledger.totals.tiles)
  })

  test('the reference reader sees true bounds, zooms, counts and metadata', async () => {
    const archive = openArchive(file)
    const header = await archive.getHeader()
    const lons = features.flatMap(({ polygons: { coords } }) =>
      [...coords].filter((_, i) => i % 2 === 0),
    )
    expect(header.minLon).toBeCloseTo(Math.min(...lons) / 1e7, 7)
    expect(header.maxLon).toBeCloseTo(Math.max(...lons) / 1e7, 7)
    expect([header.minZoom, header.maxZoom, header.clustered]).toEqual([6, 14, true])
    expect(header.numAddressedTiles).toBe(ledger.totals.tiles)
    expect(header.leafDirectoryOffset).toBeGreaterThan(0)
    const metadata = (await archive.getMetadata()) as Record<string, unknown>
    expect(metadata.vector_layers).toEqual([
      {
        id: 'parcel',
        description: 'Wiggly lots',
        minzoom: 6,
        maxzoom: 14,
        fields: { floors: 'Number', is_new: 'Boolean', 'plat:merged': 'Boolean', use: 'String' },
      },
    ])
    expect(metadata['plat:ledger']).toEqual(ledger)
  })

  if (isLongRun)
    test('the bytes are the same with one worker, with two, and again', async () => {
      await write('two.pmtiles', features, { mergeBy: ['use'], workers: 2 })
      expect(sha256('two.pmtiles')).toBe(sha256('wiggly.pmtiles'))
      await write('again.pmtiles', features, { mergeBy: ['use'], workers: 2 })
      expect(sha256('again.pmtiles')).toBe(sha256('wiggly.pmtiles'))
    })

  test('a zoom with a tile over the cap is coalesced harder as a whole, with any workers', async () => {
    const zooms = isLongRun ? {} : { minZoom: 10, maxZoom: 12 }
    const options = { mergeBy: ['use'], maxTileBytes: 12_000, ...zooms }
    const one = await write('cap.pmtiles', features, options)
    expect(one.zooms.some(({ level }) => level > 0)).toBe(true)
    for (const { max_tile_bytes } of one.zooms) expect(max_tile_bytes).toBeLessThanOrEqual(12_000)
    const report = await verifyArchive(join(folder, 'cap.pmtiles'), SILENT, 12_000)
    expect(report.problems).toEqual([])
    for (const zoom of isLongRun ? [8, 10, 12, 14] : [10, 12]) {
      const { gap, samples } = await sampleCoverage(join(folder, 'cap.pmtiles'), zoom, 256)
      expect(gap / samples).toBeLessThanOrEqual(0.00005)
    }
    if (!isLongRun) return
    await write('cap-two.pmtiles', features, { ...options, workers: 2 })
    expect(sha256('cap-two.pmtiles')).toBe(sha256('cap.pmtiles'))
  })
})

test('lots that are all alike stay lots where their tile holds them without ids and properties', async () => {
  // 18 by 21 units of zoom 12.
  const lots = Array.from({ length: 900 }, (_, i): TileFeature => {
    const [west, south] = [(i % 30) * 3950, Math.floor(i / 30) * 4450]
    const lot = box(i + 1, west, south, west + 3950, south + 4450)
    return { ...lot, properties: { use: i % 3 ? 'R1' : 'C1', value: (i * 7919) % 1000 } }
  })
  const zoom = { minZoom: 12, maxZoom: 12, mergeBy: ['use'] }
  const drawn = async (maxTileBytes: number) => {
    const { zooms } = await write('alike.pmtiles', lots, { ...zoom, maxTileBytes })
    const found = await featuresOf(openArchive(join(folder, 'alike.pmtiles')), 12, 2048, 2047)
    return { found, ...zooms[0] }
  }
  const whole = await drawn(500_000)
  expect(whole.found).toHaveLength(900)
  expect(whole.found.every(({ id }) => id! > 0)).toBe(true)
  const plain = await drawn(whole.max_tile_bytes - 1)
  expect(plain).toMatchObject({ features_kept: 900, merged: 0 })
  expect(plain.found).toHaveLength(900)
  for (const { id, properties } of plain.found) {
    expect(id).toBeUndefined()
    expect(Object.keys(properties)).toEqual(['use'])
  }
  const merged = await drawn(plain.max_tile_bytes - 1)
  expect(merged.features_kept).toBeLessThan(900)
  expect(merged.found.length).toBeLessThan(900)
})

test('a county of 50 km has its ground at every zoom', async () => {
  const county = wigglyFeatures({ ...FABRIC, cell: 250_000, side: 20 })
  await write('county.pmtiles', county, { minZoom: 0, maxZoom: 10 })
  const { ground, problems } = await verifyArchive(join(folder, 'county.pmtiles'), SILENT)
  expect(problems).toEqual([])
  expect(ground.map(({ zoom }) => zoom)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  for (const { zoom, covered_pct, gap_pct } of ground) {
    expect(gap_pct, `zoom ${zoom}`).toBeLessThanOrEqual(0.005)
    expect(Math.abs(covered_pct - 100), `zoom ${zoom}`).toBeLessThan(zoom < 3 ? 3 : 0.6)
  }
})

describe('a discontinuous layer', () => {
  const houses: TileFeature[] = []
  for (let i = 0; i < 2000; i++) {
    const west = -687_900_000 + (i % 50) * 4000
    const south = 447_700_000 + Math.floor(i / 50) * 4000
    houses.push(box(i + 1, west, south, west + 1500, south + 1200))
  }

  test('thins at low zooms, and the ledger counts the dropped features', async () => {
    const ledger = await write('houses.pmtiles', houses, { kind: 'discontinuous' })
    expect(ledger.zooms.at(-1)).toMatchObject({ features_kept: 2000, merged: 0, dropped: 0 })
    const drawn = ledger.zooms.map(({ features_kept }) => features_kept)
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
    expect(drawn[0]).toBeGreaterThan(0)
    expect(drawn[0] + ledger.zooms[0].dropped).toBe(2000)
    expect((await verifyArchive(join(folder, 'houses.pmtiles'), SILENT)).problems).toEqual([])
  })

  test('thinned hard, those that stay have their ids and properties', async () => {
    const named = houses.map((house) => ({ ...house, properties: { height_m: house.id % 30 } }))
    const options = { kind: 'discontinuous', minZoom: 12, maxZoom: 13 } as const
    const hard = { ...options, maxTileBytes: 1_500 }
    const { zooms } = await write('hard.pmtiles', named, hard)
    expect(zooms[0].level).toBeGreaterThanOrEqual(3)
    const archive = openArchive(join(folder, 'hard.pmtiles'))
    const { minLon, minLat } = await archive.getHeader()
    const side = worldSide(12)
    const [x, y] = [worldX(minLon * 1e7, side) >> 12, worldY(minLat * 1e7, side) >> 12]
    const drawn = await featuresOf(archive, 12, x, y)
    expect(drawn.length).toBeGreaterThan(0)
    for (const { id, properties } of drawn) expect(properties).toEqual({ height_m: id! % 30 })
  })
})

test('a box is drawn clockwise on screen, whole, under its own id', async () => {
  // Tile 1/0/0 is the north-west quarter of the world; its units are 90/4096 degree of longitude.
  await write(
    'box.pmtiles',
    [
      {
        ...box(2 ** 40, -900_000_000, 0, -450_000_000, 665_132_604),
        properties: { a: -3, b: 0.5, c: null },
      },
    ],
    { minZoom: 1, maxZoom: 1 },
  )
  const [feature] = await featuresOf(openArchive(join(folder, 'box.pmtiles')), 1, 0, 0)
  expect(feature.id).toBe(2 ** 40)
  expect({ ...feature.properties }).toEqual({ a: -3, b: 0.5 })
  const [ring] = feature.loadGeometry()
  expect(ring.map(({ x, y }) => [x, y])).toEqual([
    [2048, 2048],
    [3072, 2048],
    [3072, 4096],
    [2048, 4096],
    [2048, 2048],
  ])
})

test('a ring wound the wrong way comes out the right way', async () => {
  const outer = [-100_000, -100_000, -100_000, 100_000, 100_000, 100_000, 100_000, -100_000]
  const hole = [-50_000, -50_000, 50_000, -50_000, 50_000, 50_000, -50_000, 50_000]
  const polygons = {
    coords: Int32Array.of(...outer, ...hole),
    ringEnds: Uint32Array.of(4, 8),
    polygonEnds: Uint32Array.of(2),
  }
  await write('wound.pmtiles', [{ id: 1, polygons, properties: {} }])
  const report = await verifyArchive(join(folder, 'wound.pmtiles'), SILENT)
  expect(report.problems).toEqual([])
})

test('a large plain area stores its equal tiles once, in runs', async () => {
  const ledger = await write(
    'plain.pmtiles',
    [box(1, -10_000_000, -10_000_000, 10_000_000, 10_000_000)],
    { minZoom: 10, maxZoom: 12 },
  )
  const header = await openArchive(join(folder, 'plain.pmtiles')).getHeader()
  expect(header.numAddressedTiles).toBe(ledger.totals.tiles)
  expect(ledger.totals.tiles).toBeGreaterThan(500)
  expect(header.numTileContents).toBeLessThan(80)
  expect(header.numTileEntries).toBeLessThan(ledger.totals.tiles / 2)
  expect((await verifyArchive(join(folder, 'plain.pmtiles'), SILENT)).problems).toEqual([])
})

if (isLongRun)
  test('a directory too large for the root goes to leaves that the reference reader follows', async () => {
    const features: TileFeature[] = []
    // Lots of many shapes in scattered tiles, so that neither ids nor lengths follow a pattern.
    for (let id = 1; id <= 6000; id++) {
      const west = -600_000_000 + Math.floor(((id * 0.7548776662466927) % 1) * 300_000_000)
      const south = -400_000_000 + Math.floor(((id * 0.5698402909980532) % 1) * 300_000_000)
      const corners = Array.from(
        { length: 3 + ((id * id) % 41) },
        (_, k, n = 3 + ((id * id) % 41)): Point => [
          west + Math.round(9000 * Math.cos((2 * Math.PI * k) / n)),
          south + Math.round((7000 + (id % 91)) * Math.sin((2 * Math.PI * k) / n)),
        ],
      )
      features.push(feature(id, corners))
    }
    const ledger = await write('leaves.pmtiles', features, { minZoom: 14, workers: 2 })
    const archive = openArchive(join(folder, 'leaves.pmtiles'))
    const header = await archive.getHeader()
    expect(header.rootDirectoryLength).toBeLessThanOrEqual(16_257)
    expect(header.leafDirectoryLength).toBeGreaterThan(0)
    expect(header.numTileContents).toBe(ledger.totals.contents)
    const side = worldSide(14)
    for (const { id, polygons } of features.filter((_, i) => i % 997 === 0)) {
      const [x, y] = [
        worldX(polygons.coords[0], side) >> 12,
        worldY(polygons.coords[1], side) >> 12,
      ]
      const ids = (await featuresOf(archive, 14, x, y)).map((feature) => feature.id)
      expect(ids).toContain(id)
    }
    expect((await verifyArchive(join(folder, 'leaves.pmtiles'), SILENT)).problems).toEqual([])
  })

describe('what cannot be tiled ends in one clear error and leaves no file', () => {
  test('no features', async () => {
    await expect(write('none.pmtiles', [])).rejects.toThrow(/no feature of layer parcel/)
  })

  test('a feature across the antimeridian', async () => {
    const across = box(7, -1_799_000_000, 0, 1_799_000_000, 100_000)
    const refused = write('across.pmtiles', [across])
    await expect(refused).rejects.toThrow(/feature 7: crosses the antimeridian/)
    await expect(refused).rejects.toBeInstanceOf(StepError)
  })

  test('a tile that nothing brings under the cap', async () => {
    const refused = write('cap0.pmtiles', [box(1, 0, 0, 100_000, 100_000)], { maxTileBytes: 20 })
    await expect(refused).rejects.toThrow(/over 20 bytes however hard/)
  })

  test('an input that fails leaves the archive of before as it was', async () => {
    const file = join(folder, 'before.pmtiles')
    writeFileSync(file, 'before')
    const failing = async function* (): AsyncGenerator<TileFeature[]> {
      yield [box(1, 0, 0, 100_000, 100_000)]
      throw new Error('the table went away')
    }
    const options = {
      file,
      layer: 'a',
      minZoom: 10,
      maxZoom: 10,
      kind: 'contiguous',
      workers: 1,
    } as const
    const metadata = { name: '', description: '', attribution: '' }
    const refused = writeTileArchive(failing(), { ...options, metadata, progress: SILENT })
    await expect(refused).rejects.toThrow('the table went away')
    expect(readFileSync(file, 'utf8')).toBe('before')
  })

  test('no other file is left in the folder of the archives', () => {
    expect(readdirSync(folder).filter((name) => !name.endsWith('.pmtiles'))).toEqual([])
  })
})

/** Leaves out units that lie on a lot already seen: they overlap on purpose. */
function unstacked(features: VectorTileFeature[]): VectorTileFeature[] {
  const seen = new Map(features.map((feature) => [JSON.stringify(feature.loadGeometry()), feature]))
  return [...seen.values()]
}

/** Samples all tiles of a zoom inside the fabric, a cell away from its rim. */
async function sampleCoverage(file: string, zoom: number, size: number) {
  const { west, south, cell, side } = FABRIC
  const world = worldSide(zoom)
  const edge = {
    west: west + cell,
    south: south + cell,
    east: west + (side - 1) * cell,
    north: south + (side - 1) * cell,
  }
  const [minX, maxX] = [worldX(edge.west, world), worldX(edge.east, world)]
  const [minY, maxY] = [worldY(edge.north, world), worldY(edge.south, world)]
  const archive = openArchive(file)
  const sum = { gap: 0, overlap: 0, samples: 0 }
  // Tiles along the middle column and row are enough at high zooms.
  const isSampled = (x: number, y: number): boolean =>
    zoom < 13 || x === (minX + maxX) >> 13 || y === (minY + maxY) >> 13
  for (let y = minY >> 12; y <= maxY >> 12; y++) {
    for (let x = minX >> 12; x <= maxX >> 12; x++) {
      if (!isSampled(x, y)) continue
      const raster = rasterOf(unstacked(await featuresOf(archive, zoom, x, y)), size)
      for (let i = 0; i < raster.length; i++) {
        const px = x * 4096 + ((i % size) + 0.5) * (4096 / size)
        const py = y * 4096 + (Math.floor(i / size) + 0.5) * (4096 / size)
        if (px < minX || px > maxX || py < minY || py > maxY) continue
        sum.samples++
        if (raster[i] === 0) sum.gap++
        if (raster[i] > 1) sum.overlap++
      }
    }
  }
  return sum
}
