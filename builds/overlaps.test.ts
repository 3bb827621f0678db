import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { closePacks } from '../lookup/open-packs.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { rectangleWkt } from '../tests/fixtures/ground.ts'
import { packFixture, readFixture, wktToPolygons } from '../tests/layer-fixture.ts'
import { footprintOverlaps } from './overlaps.ts'

/** A box so many units of the grid, about 1 cm each, from 30 N 72 W. */
function box(x: number, y: number, width: number, height: number): string {
  const [west, south] = [-72 + x * 1e-7, 30 + y * 1e-7]
  return rectangleWkt(west, south, west + width * 1e-7, south + height * 1e-7)
}

const ROOF = box(0, 0, 1000, 1000)
/** Reaching 9.1 and 11.6 cm under the western eave, and 9 cm2 wholly under the roof. */
const WETLANDS = {
  sliver: box(-500, 0, 509, 1000),
  strip: box(-500, 0, 512, 1000),
  spring: box(500, 500, 3, 3),
}

let folder: string
let packs: Map<string, Pack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-overlaps-'))
  const [footprint] = readFixture('structures').tables.building_footprints
  const [wetland] = readFixture('wetlands').tables.wetlands
  const footprint_m2 = areaM2(wktToPolygons(ROOF))
  const tables = {
    building_footprints: [{ ...footprint, footprint_m2, geometry: ROOF }],
    wetlands: Object.entries(WETLANDS).map(([wetland_key, geometry]) => {
      return { ...wetland, wetland_key, geometry }
    }),
  }
  packs = await packFixture({ tables, coverage: [], county_ids: [], points: [] }, folder)
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

test('under a building a sliver is left out, and what is wider or wholly under it is measured', () => {
  const named = { building_footprint_key: 'fema:alone', table_name: 'wetlands' }
  expect(footprintOverlaps(packs, 0)).toEqual([
    { ...named, row_key: 'strip', area_m2: 1.28, share_pct: 1.2 },
    { ...named, row_key: 'spring', area_m2: 0, share_pct: 0.0009 },
  ])
})
