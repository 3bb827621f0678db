import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GRID } from '../geometry/polygons.ts'
import { rectangleWkt } from '../tests/fixtures/ground.ts'
import { packFixture } from '../tests/layer-fixture.ts'
import { countyAt, zipAt } from './located-county.ts'
import type { Packs } from './location-lookup.ts'
import { closePacks } from './open-packs.ts'

const SQUARE = rectangleWkt(-72, 30, -71, 31)

/** Editions of one square, the coarsest first: a build lists partitions by name. */
const EDITIONS = [
  { partition: 'coarse', scale_denominator: 10_000_000, code: '99001' },
  { partition: 'fine', scale_denominator: 500_000, code: '99002' },
  { partition: 'whole', scale_denominator: null, code: '99003' },
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-located-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function openEditions(count: number): Promise<Packs> {
  const editions = EDITIONS.slice(0, count).map(({ code, ...rest }) => ({ code, rest }))
  const counties = editions.map(({ code, rest }) => ({
    ...rest,
    county_key: `${rest.partition}:${code}`,
    geoid: code,
    name: `County ${code} (fictional)`,
    statefp: '99',
    vintage: 'test',
    geometry: SQUARE,
  }))
  const zctas = editions.map(({ code, rest }) => ({
    ...rest,
    zcta_key: `${rest.partition}:${code}`,
    zcta: code,
    vintage: 'test',
    geometry: SQUARE,
  }))
  const fixture = { tables: { counties, zctas }, coverage: [], county_ids: [], points: [] }
  return packFixture(fixture, await mkdtemp(join(folder, 'packs-')))
}

test.each([
  [1, '99001'],
  [2, '99002'],
  [3, '99003'],
])('of %i editions of the boundaries the finest decides county and ZCTA', async (count, code) => {
  const packs = await openEditions(count)
  const [x, y] = [-71.5 * GRID, 30.5 * GRID]
  expect(countyAt(packs, x, y, null)).toMatchObject({
    fips: code,
    from: 'boundary_file',
    distance_m: 0,
    partition: EDITIONS[count - 1].partition,
  })
  expect(zipAt(packs, x, y)).toBe(code)
  closePacks(packs)
})
