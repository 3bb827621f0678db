import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { officialCoverage, tableRowsOf } from '../layers/official-rows.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { rectangleWkt } from '../tests/fixtures/ground.ts'
import { packFixture, readFixture, wktToPolygons } from '../tests/layer-fixture.ts'
import { LocationLookup } from './location-lookup.ts'
import { closePacks } from './open-packs.ts'
import type { RowsOnParcel } from './table-rows.ts'

/** A box from its corner, with sides in units of the grid: 1e-7 degree or about 1 cm. */
function box(lng: number, lat: number, width: number, height: number): string {
  return rectangleWkt(lng, lat, lng + width * 1e-7, lat + height * 1e-7)
}

const { wetlands, parcels } = readFixture('wetlands').tables
const [coverage] = readFixture('wetlands').coverage

/**
 * A strip along 5,000 units (55 m) of the western border, of which only 10 or 11 units are inside:
 * 10 are 9.65 cm wide here and 11 are 10.6 cm. A pond of 4 units by 4, 18 cm2, is wholly inside.
 */
const THINGS = {
  below: (lng: number) => box(lng - 1e-5, 30.0001, 100 + 10, 5_000),
  above: (lng: number) => box(lng - 1e-5, 30.0001, 100 + 11, 5_000),
  pond: (lng: number) => box(lng + 1e-4, 30.0002, 4, 4),
}
const PARCELS = [
  { name: 'a lot of 1 ha', lng: -72, side: 10_000 },
  { name: 'a farm of 1 km2', lng: -71.9, side: 100_000 },
  { name: 'a ranch of 100 km2', lng: -71.5, side: 1_000_000 },
] as const

const areaOf = (polygon: string) => areaM2(wktToPolygons(polygon))

let folder: string
let packs: Map<string, Pack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-place-'))
  const GORE = { name: 'a gore', geometry: box(-71.9 - 8e-6, 30.0001, 5, 4_000) }
  const squares = PARCELS.map(({ name, lng, side }) => {
    return { name, geometry: box(lng, 30, side, side) }
  })
  const lots = [...squares, GORE].map(({ name, geometry }) => {
    return { ...parcels[0], parcel_key: name, area_m2: areaOf(geometry), geometry }
  })
  const shapes = PARCELS.flatMap(({ name, lng }) =>
    Object.entries(THINGS).map(([thing, at]) => {
      return { wetland_key: `${thing} ${name}`, geometry: at(lng) }
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
      points: [],
    },
    folder,
  )
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

function rowOf(name: string): number {
  const pack = packs.get('parcels')!
  const rows = Array.from({ length: pack.rows }, (_, row) => row)
  return rows.find((row) => pack.value(row, 'parcel_key') === name)!
}

const lookUp = (name: string) => new LocationLookup(packs, { parcelRow: rowOf(name) }, false)

describe.each(PARCELS)('a sliver on $name', ({ name, lng }) => {
  const left = (thing: string) => `${thing} ${name}`

  test('is left out of the rows on the parcel, and a wider strip and a small pond are among them', () => {
    const { found, slivers_m2 } = lookUp(name).rowsOnParcel('wetlands')
    const areas = new Map(found.map(({ row, area_m2 }) => [row.wetland_key, area_m2]))
    expect([...areas.keys()].sort()).toEqual([left('above'), left('pond')])
    const strip = (width: number) => areaOf(box(lng, 30.0001, width, 5_000))
    expect(areas.get(left('above'))).toBeCloseTo(strip(11), 3)
    expect(areas.get(left('pond'))).toBeCloseTo(areaOf(THINGS.pond(lng)), 4)
    expect(slivers_m2).toBeCloseTo(strip(10), 3)
  })

  test('from a live service is left out like one from the build', () => {
    const { location } = lookUp(name)
    const rows = Object.entries(THINGS).map(([thing, at]) => {
      return { row: { thing }, polygons: wktToPolygons(at(lng)) }
    })
    const service = officialCoverage('wetlands', { name: 'Example' } as never, {
      outside: 'nothing',
      note: '',
    })
    const { onParcel, slivers_m2 } = tableRowsOf(location, rows, service, true)
    expect(onParcel.map(({ row }) => row.thing)).toEqual(['above', 'pond'])
    expect(slivers_m2).toBeCloseTo(areaOf(box(lng, 30.0001, 10, 5_000)), 3)
  })

  test('of a coverage is left out too', () => {
    const partitions = lookUp(name).coverageOnParcel('wetlands')
    expect(partitions.map(({ partition }) => partition).sort()).toEqual([
      left('above'),
      left('pond'),
    ])
  })
})

test('a thin parcel has the rows that cover it', () => {
  // 5 cm by 55 m, as a surveyor leaves between two lots: all of it lies in both strips.
  const { found } = lookUp('a gore').rowsOnParcel('wetlands')
  expect(found.map(({ row }) => row.wetland_key).sort()).toEqual([
    'above a farm of 1 km2',
    'below a farm of 1 km2',
  ])
})

/** Keys of wetlands, and the square metres that a parcel shares with each. */
function sharesOf({ found }: RowsOnParcel): unknown[][] {
  return found.map(({ row, area_m2 }) => [row.wetland_key, area_m2])
}

test('rows on a parcel are searched once, and anew for parcels of another build', () => {
  const wetlandPack = packs.get('wetlands')!
  const overlaps = vi.spyOn(wetlandPack, 'overlaps')
  try {
    const [{ name }, other] = PARCELS
    const first = lookUp(name).rowsOnParcel('wetlands')
    overlaps.mockClear()
    const second = lookUp(name).rowsOnParcel('wetlands')
    expect(overlaps).not.toHaveBeenCalled()
    expect(second.slivers_m2).toBe(first.slivers_m2)
    expect(sharesOf(second)).toEqual(sharesOf(first))
    // Another table of parcels: the same rows, of which each is another parcel.
    const parcelPack = packs.get('parcels')!
    const later = new Proxy(parcelPack, {
      get(pack, property) {
        const value = Reflect.get(pack, property)
        if (property === 'polygons') return () => pack.polygons(rowOf(other.name))
        return typeof value === 'function' ? value.bind(pack) : value
      },
    })
    const lookup = new LocationLookup(
      new Map(packs).set('parcels', later),
      { parcelRow: rowOf(name) },
      false,
    )
    const found = lookup.rowsOnParcel('wetlands').found.map(({ row }) => row.wetland_key)
    expect(overlaps).toHaveBeenCalled()
    expect(found).toContain(`pond ${other.name}`)
  } finally {
    overlaps.mockRestore()
  }
})

test('rows on a parcel that is passed by once are not cached, and are the same', () => {
  const overlaps = vi.spyOn(packs.get('wetlands')!, 'overlaps')
  try {
    const [{ name }] = PARCELS
    const parcelRow = rowOf(name)
    const pass = () =>
      sharesOf(
        new LocationLookup(packs, { parcelRow, isOnce: true }, false).rowsOnParcel('wetlands'),
      )
    const passed = pass()
    expect(passed).toEqual(sharesOf(lookUp(name).rowsOnParcel('wetlands')))
    overlaps.mockClear()
    expect(pass()).toEqual(passed)
    expect(overlaps).toHaveBeenCalled()
  } finally {
    overlaps.mockRestore()
  }
})
