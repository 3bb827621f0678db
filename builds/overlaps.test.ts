import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaM2 } from '../layers/geometry/geodesic-area.ts'
import { closePacks } from '../layers/open-packs.ts'
import type { Pack } from '../layers/packs/pack-reader.ts'
import { packFixture, readFixture, wktToPolygons } from '../tests/layer-fixture.ts'
import { footprintOverlaps } from './overlaps.ts'

/** A box at 30 N 72 W whose sides are so many units of the grid, about 1 cm each. */
function box(width: number, height: number): string {
  const [east, north] = [-72 + width * 1e-7, 30 + height * 1e-7]
  return `POLYGON ((-72 30, ${east} 30, ${east} ${north}, -72 ${north}, -72 30))`
}

const ROOF = box(1000, 1000)

let folder: string
let packs: Map<string, Pack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-overlaps-'))
  const [footprint] = readFixture('structures').tables.building_footprints
  const [wetland] = readFixture('wetlands').tables.wetlands
  const footprint_m2 = areaM2(wktToPolygons(ROOF))
  const tables = {
    building_footprints: [{ ...footprint, footprint_m2, geometry: ROOF }],
    // 0.0995 and 0.1027 m2 of the footprint's 107.
    wetlands: [31, 32].map((height) => {
      return { ...wetland, wetland_key: `${height}`, geometry: box(30, height) }
    }),
  }
  packs = await packFixture({ tables, coverage: [], county_ids: [], spots: [] }, folder)
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

test('under a building a sliver is left out, and an overlap has its area and its share', () => {
  expect(footprintOverlaps(packs, 0)).toEqual([
    {
      building_footprint_key: 'fema:alone',
      table_name: 'wetlands',
      row_key: '32',
      area_m2: 0.1,
      share_pct: 0.096,
    },
  ])
})
