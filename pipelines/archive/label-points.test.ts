import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { containsPoint } from '../../geometry/contains.ts'
import { GRID } from '../../geometry/polygons.ts'
import { SILENT } from '../../terminal/progress.ts'
import { openArchive, tilesAt } from '../../tests/fixtures/archive/drawn-tiles.ts'
import { box, feature, inBatches } from '../../tests/fixtures/archive/tile-fabrics.ts'
import { around, corners, type Point, polygonsOf } from '../../tests/fixtures/ground.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { type ArchiveLedger, type TileFeature, writeTileArchive } from './tile-archive.ts'
import { openTileThreads } from './tile-threads.ts'
import { verifyArchive } from './verify-archive.ts'
import { latitudeOf, longitudeOf } from './world-grid.ts'

// Each archive draws dozens of regions, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'label-points-'))
const threads = openTileThreads(1)
afterAll(async () => {
  await threads.close()
  rmSync(folder, { recursive: true })
})

const LABELS = { layer: 'zones_labels', property: 'code', minZoom: 13 }

async function write(
  name: string,
  features: readonly TileFeature[],
  options: Partial<ArchiveOptions> = {},
): Promise<string> {
  const file = join(folder, name)
  await writeTileArchive(inBatches([...features]), {
    ...{ file, layer: 'zones', minZoom: 11, maxZoom: 14, kind: 'contiguous', workers: 1, threads },
    ...{ properties: ['code', 'use'], mergeBy: ['use'], labels: LABELS, progress: SILENT },
    metadata: { name: 'Zones', description: 'Zones of a town', attribution: 'Nobody' },
    ...options,
  })
  return file
}

interface Label {
  id: number
  code: unknown
  /** Longitude and latitude in degrees. */
  at: Point
  properties: string[]
}

/** The points of one zoom of an archive, tile by tile. */
async function labelsOf(file: string, zoom: number): Promise<Label[]> {
  const archive = openArchive(file)
  const labels: Label[] = []
  for (const [x, y] of await tilesAt(archive, zoom)) {
    const tile = await archive.getZxy(zoom, x, y)
    const layer =
      tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers[LABELS.layer]
    for (let i = 0; layer && i < layer.length; i++) {
      const { id, type, properties, ...own } = layer.feature(i)
      expect(type).toBe(1)
      const [[point]] = layer.feature(i).loadGeometry()
      expect(Math.min(point.x, point.y)).toBeGreaterThanOrEqual(0)
      expect(Math.max(point.x, point.y)).toBeLessThan(own.extent)
      const side = own.extent * 2 ** zoom
      const [column, row] = [x * own.extent + point.x, y * own.extent + point.y]
      const at: Point = [longitudeOf(column, side), latitudeOf(row, side)]
      labels.push({ id: id!, code: properties.code, at, properties: Object.keys(properties) })
    }
  }
  return labels
}

const named = (shape: TileFeature, code: string | null, use = 'home'): TileFeature => ({
  ...shape,
  properties: { code, use },
})
const units = (points: readonly Point[]): Point[] =>
  points.map(([x, y]) => [Math.round(x * GRID), Math.round(y * GRID)])

/** A zone over dozens of tiles and regions, a ring, islands, and lots too small for zoom 13. */
const WIDE = named(feature(1, units(corners(-72, 30, -71.7, 30.1))), 'R-1')
const RING = named(
  feature(
    2,
    units(around([-71.5, 30], 0.05, 60)),
    units(around([-71.5, 30], 0.045, 60).toReversed()),
  ),
  'C-2',
  'shop',
)
const ISLANDS: TileFeature = {
  id: 3,
  polygons: polygonsOf(
    [corners(-71.4, 30.1, -71.399, 30.101)],
    [corners(-71.4, 30, -71.35, 30.05)],
  ),
  properties: { code: 'I', use: 'dock' },
}
const UNNAMED = named(feature(4, units(corners(-72, 30.1, -71.7, 30.12))), null)
/** About 3 units of zoom 14 wide. */
const LOTS = Array.from({ length: 40 }, (_, i) => {
  const west = -713_000_000 + (i % 8) * 700
  const south = 300_000_000 + Math.floor(i / 8) * 700
  return named(box(10 + i, west, south, west + 700, south + 700), `L${i}`)
})
const FEATURES = [WIDE, RING, ISLANDS, UNNAMED, ...LOTS]

describe('an archive whose features are labelled', () => {
  let file: string
  beforeAll(async () => {
    file = await write('zones.pmtiles', FEATURES)
  })

  test('has one point a feature, inside it, with its id and the property alone', async () => {
    const labels = await labelsOf(file, 14)
    const ids = labels.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids).toEqual([1, 2, 3, ...LOTS.map(({ id }) => id)])
    for (const { id, code, at, properties } of labels) {
      const { polygons, properties: own } = FEATURES.find((each) => each.id === id)!
      const [x, y] = units([at])[0]
      expect(containsPoint(polygons, x, y), `feature ${id}`).toBe(true)
      expect([code, properties]).toEqual([own.code, ['code']])
    }
  })

  test('labels a multipolygon on its largest part', async () => {
    const [{ at }] = (await labelsOf(file, 14)).filter(({ id }) => id === 3)
    expect(at[0]).toBeCloseTo(-71.375, 4)
    expect(at[1]).toBeCloseTo(30.025, 4)
  })

  test('has points at the same place from the lowest zoom on, and none for merged features', async () => {
    expect(await labelsOf(file, 12)).toEqual([])
    const low = await labelsOf(file, 13)
    expect(low.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3])
    const high = await labelsOf(file, 14)
    for (const { id, at } of low) {
      const same = high.find((label) => label.id === id)!
      // One unit of zoom 13 is a hundred-thousandth of a degree.
      expect(Math.hypot(at[0] - same.at[0], at[1] - same.at[1])).toBeLessThan(3e-5)
    }
  })

  test('declares the layer, its zooms and its one field', async () => {
    const metadata = (await openArchive(file).getMetadata()) as Record<string, unknown>
    expect(metadata['plat:labels']).toBe('zones_labels')
    expect(metadata.vector_layers).toMatchObject([
      { id: 'zones', minzoom: 11, maxzoom: 14 },
      { id: 'zones_labels', minzoom: 13, maxzoom: 14, fields: { code: 'String' } },
    ])
  })

  test('is sound, and its ground and ledger are those of an archive without points', async () => {
    const plain = await write('plain.pmtiles', FEATURES, { labels: undefined })
    const [labelled, without] = [
      await verifyArchive(file, SILENT),
      await verifyArchive(plain, SILENT),
    ]
    expect(labelled.problems).toEqual([])
    expect(labelled.ground).toEqual(without.ground)
    const metadata = (await openArchive(plain).getMetadata()) as Record<string, unknown>
    expect(metadata).not.toHaveProperty('plat:labels')
    expect(metadata.vector_layers).toHaveLength(1)
  })

  test('has the same bytes with two threads, and from stored slices', async () => {
    const slices = { folder: join(folder, 'slices'), code: 'one' }
    const whole = sumOf(file)
    const two = { workers: 2, threads: undefined, slices }
    expect(sumOf(await write('two.pmtiles', FEATURES, two))).toBe(whole)
    const stored = readdirSync(slices.folder)
    expect(sumOf(await write('stored.pmtiles', FEATURES, { slices }))).toBe(whole)
    expect(readdirSync(slices.folder)).toEqual(stored)
  })
})

test('a thinned layer has points only for the features that are left', async () => {
  const file = await write('thinned.pmtiles', LOTS, { kind: 'discontinuous', mergeBy: [] })
  const metadata = (await openArchive(file).getMetadata()) as { 'plat:ledger': ArchiveLedger }
  const ledger = metadata['plat:ledger'].zooms.find(({ zoom }) => zoom === 13)!
  const drawn = ledger.features_kept
  expect(drawn).toBeLessThan(LOTS.length)
  expect(await labelsOf(file, 13)).toHaveLength(drawn)
  expect((await verifyArchive(file, SILENT)).problems).toEqual([])
})

test('an archive that ends below the zoom of labels has them at its highest zoom', async () => {
  const file = await write('low.pmtiles', [WIDE, RING], { minZoom: 8, maxZoom: 10 })
  expect((await labelsOf(file, 10)).map(({ id }) => id).sort()).toEqual([1, 2])
  expect(await labelsOf(file, 9)).toEqual([])
})

test('of two labels in a tile the one of the larger feature comes first', async () => {
  const [first, second] = LOTS
  const [west, south] = first.polygons.coords
  const large = named(box(99, west, south + 700, west + 1400, south + 2100), 'A')
  const file = await write('order.pmtiles', [second, first, large])
  expect((await labelsOf(file, 14)).map(({ code }) => code)).toEqual(['A', 'L0', 'L1'])
})

function sumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
