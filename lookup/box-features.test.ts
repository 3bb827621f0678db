import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Point } from 'geojson'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Box, GRID, type Polygons } from '../geometry/polygons.ts'
import type { DrawnTable } from '../layers/drawn-tables.ts'
import { Pack } from '../packs/pack-reader.ts'
import { PackWriter } from '../packs/pack-writer.ts'
import { around, polygonOf } from '../tests/fixtures/ground.ts'
import { ANSWER_POINTS_MAX, type BoxFeatures, featuresInBoxes } from './box-features.ts'

const COLUMNS = [
  { name: 'key', type: 'text' },
  { name: 'partition', type: 'text' },
  { name: 'kind', type: 'text' },
  { name: 'secret', type: 'text' },
] as const
const DRAWN: DrawnTable = {
  table: 'shapes',
  key: 'key',
  properties: ['kind'],
  minZoom: 10,
  geometry: 'polygons',
}
/** Points of a disc that is drawn too finely for any answer. */
const HUGE = ANSWER_POINTS_MAX + 1
const LARGE = 60_000

function disc(x: number, y: number, radius: number, points: number): Polygons {
  return polygonOf(around([x, y], radius, points))
}

let folder: string
const packs = new Map<string, Pack>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-box-'))
  const options = { key: 'key', geometry: 'polygons' } as const
  const writer = new PackWriter('shapes', [...COLUMNS], options)
  const rows: [string, Polygons][] = [
    ['first', disc(0.5, 0.5, 0.4, 8)],
    ['second', disc(1.5, 0.5, 0.4, 8)],
    ['huge', disc(2.5, 0.5, 0.4, HUGE)],
    ['large', disc(3.5, 0.5, 0.4, LARGE)],
    ['large too', disc(3.5, 1.5, 0.4, LARGE)],
    ['last', disc(3.5, 2.5, 0.4, 8)],
  ]
  for (const [key, shape] of rows) writer.add([key, 'p', 'disc', 'not for maps'], shape)
  const file = join(folder, 'shapes.pack')
  await writer.finish(file)
  packs.set('shapes', new Pack({ file, memoryLimitBytes: 1e9 }))
})
afterAll(async () => {
  for (const pack of packs.values()) pack.close()
  await rm(folder, { recursive: true })
})

function found(boxes: Box[], limit: number, asPoints = false): BoxFeatures {
  const steps = featuresInBoxes(packs, DRAWN, boxes, { limit, asPoints })
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function query(west: number, south: number, east: number, north: number, limit = 10) {
  const box = [west, south, east, north].map((degrees) => Math.round(degrees * GRID)) as Box
  const { features, ...rest } = found([box], limit)
  return { ids: features.map(({ id }) => id), features, ...rest }
}

test('returns whole shapes with the declared columns and the key, and no other column', () => {
  const { features } = query(0.5, 0.5, 0.6, 0.6)
  expect(features).toHaveLength(1)
  expect(features[0]).toMatchObject({ id: 'first', geometry: { type: 'Polygon' } })
  expect(features[0].properties).toEqual({ key: 'first', kind: 'disc' })
})

test('as points, each shape is one point inside it, also one that is too large as a whole', () => {
  const all: Box = [0, 0, 4 * GRID, 3 * GRID]
  const { features, oversized, isTruncated } = found([all], 10, true)
  expect([features.length, oversized, isTruncated]).toEqual([6, 0, false])
  const [first] = features
  const [x, y] = (first.geometry as Point).coordinates
  expect(Math.hypot(x - 0.5, y - 0.5)).toBeLessThan(0.4)
})

test('states that a limit cut it short, and how many features match', () => {
  const all = query(0, 0, 2, 1)
  expect(all).toMatchObject({ ids: ['first', 'second'], matched: 2, isTruncated: false })
  const one = query(0, 0, 2, 1, 1)
  expect(one).toMatchObject({ ids: ['first'], matched: 2, isTruncated: true, oversized: 0 })
})

test('leaves out a shape that is too large for any answer, counts it and goes on', () => {
  const found = query(0, 0, 4, 1)
  expect(found.ids).toEqual(['first', 'second', 'large'])
  expect(found).toMatchObject({ matched: 4, oversized: 1, isTruncated: true })
})

test('ends where the next shape would have more points than are left', () => {
  const found = query(3, 0, 4, 3)
  expect(found.ids).toEqual(['large'])
  expect(found).toMatchObject({ matched: 3, oversized: 0, isTruncated: true })
})

test('a feature in both boxes at the date line is returned once', () => {
  const half: Box = [0, 0, GRID, GRID]
  const { features, matched } = found([half, half], 10)
  expect([features.length, matched]).toEqual([1, 1])
})
