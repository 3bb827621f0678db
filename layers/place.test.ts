import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packFixture, readFixture, wktToPolygons } from '../tests/layer-fixture.ts'
import { areaM2 } from './geometry/geodesic-area.ts'
import { officialCoverage, tableRowsOf } from './official-rows.ts'
import { closePacks } from './open-packs.ts'
import type { Pack } from './packs/pack-reader.ts'
import { leastOverlapM2, Place } from './place.ts'

/** A box whose sides are so many units of the grid, 1e-7 degree or about 1 cm, from its corner. */
function box(lng: number, lat: number, width: number, height: number): string {
  const [east, north] = [lng + width * 1e-7, lat + height * 1e-7]
  return `POLYGON ((${lng} ${lat}, ${east} ${lat}, ${east} ${north}, ${lng} ${north}, ${lng} ${lat}))`
}

const { wetlands, parcels } = readFixture('wetlands').tables
const [coverage] = readFixture('wetlands').coverage

/** Overlaps with the parcel, in units of the grid: 1e4 of them by 1e4 are 10,697 m2 here. */
const PARCELS = [
  // 30 by 31 units are 0.0995 m2, 30 by 32 are 0.1027 m2.
  { name: 'a lot of 1 ha', lng: -72, side: 10_000, below: [30, 31], above: [30, 32] },
  // A millionth of 1e5 by 1e5 units are 1e4: 100 by 100, 1.07 m2.
  { name: 'a farm of 1 km2', lng: -71.9, side: 100_000, below: [100, 99], above: [100, 102] },
] as const

const areaOf = (polygon: string) => areaM2(wktToPolygons(polygon))

let folder: string
let packs: Map<string, Pack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-place-'))
  const lots = PARCELS.map(({ name, lng, side }) => {
    const geometry = box(lng, 30, side, side)
    return { ...parcels[0], parcel_key: name, area_m2: areaOf(geometry), geometry }
  })
  const shapes = PARCELS.flatMap(({ name, lng, below, above }) =>
    Object.entries({ below, above }).map(([size, [width, height]]) => {
      return { wetland_key: `${size} ${name}`, geometry: box(lng, 30, width, height) }
    }),
  )
  packs = await packFixture(
    {
      tables: { parcels: lots, wetlands: shapes.map((shape) => ({ ...wetlands[0], ...shape })) },
      coverage: shapes.map(({ wetland_key, geometry }) => {
        const partition = wetland_key
        return { ...coverage, coverage_key: wetland_key, partition, geometry }
      }),
      county_ids: [],
      spots: [],
    },
    folder,
  )
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

const placeOf = (name: string) => {
  const pack = packs.get('parcels')!
  const rows = Array.from({ length: pack.rows }, (_, row) => row)
  const parcelRow = rows.find((row) => pack.value(row, 'parcel_key') === name)!
  return new Place(packs, { parcelRow }, false)
}

test.each([
  [0, 0.1],
  [1_000, 0.1],
  [100_000, 0.1],
  [100_001, 0.100_001],
  [1_000_000, 1],
  [50_000_000, 50],
])(
  'on a parcel of %d m2 an overlap of %d m2 or less is a sliver of a shared border',
  (area_m2, least) => {
    expect(leastOverlapM2(area_m2)).toBeCloseTo(least, 9)
  },
)

describe.each(PARCELS)('a sliver on $name', ({ name, lng, below, above }) => {
  test('is left out of the rows on the parcel, and a little more is among them', () => {
    const [found, ...rest] = placeOf(name).rowsOnParcel('wetlands')
    expect([found.row.wetland_key, rest]).toEqual([`above ${name}`, []])
    expect(found.area_m2).toBeCloseTo(areaOf(box(lng, 30, above[0], above[1])), 3)
  })

  test('of a live service is left out as one of the build is', () => {
    const { location } = placeOf(name)
    const rows = [below, above].map(([width, height]) => {
      const polygons = wktToPolygons(box(lng, 30, width, height))
      return { row: { height }, polygons }
    })
    const speaker = officialCoverage('wetlands', { name: 'Example' } as never, {
      outside: 'nothing',
      note: '',
    })
    const { onParcel } = tableRowsOf(location, rows, speaker, true)
    expect(onParcel.map(({ row }) => row.height)).toEqual([above[1]])
  })
})

test('a coverage is on a parcel from a tenth of a square metre, however large the parcel is', () => {
  const covering = (name: string) =>
    placeOf(name)
      .coverageOnParcel('wetlands')
      .map(({ partition }) => partition)
  expect(covering('a lot of 1 ha')).toEqual(['above a lot of 1 ha'])
  expect(covering('a farm of 1 km2').sort()).toEqual([
    'above a farm of 1 km2',
    'below a farm of 1 km2',
  ])
})
