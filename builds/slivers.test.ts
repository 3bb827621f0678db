import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { GRID } from '../geometry/polygons.ts'
import { officialCoverage, tableRowsOf } from '../layers/official-rows.ts'
import { LocationLookup } from '../lookup/location-lookup.ts'
import { closePacks } from '../lookup/open-packs.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { at, onGround, polygonWkt } from '../tests/fixtures/ground.ts'
import {
  type LayerFixture,
  packFixture,
  readFixture,
  wktToPolygons,
} from '../tests/layer-fixture.ts'
import { edgesCross, ringContains } from '../tests/oracles/plain-rings.ts'
import { parcelOverlaps } from './overlaps.ts'

type Metres = readonly [east: number, north: number]

/** Metres from the corner in degrees on the grid, of an open ring that is closed here. */
const degrees = (ring: readonly Metres[]) =>
  [...ring, ring[0]].map((point) => at(...point).map((units) => units / GRID))
const wkt = (ring: readonly Metres[]) => polygonWkt(ring.map(onGround))

const random = seededRandom(1905)
const between = (least: number, most: number) => least + random() * (most - least)

/** Sides of the ranches: 10 km by 10 km are 1e8 m2, a millionth of which is 100 m2. */
const SIDE_M = 10_000
/** A border of so many corners, up to 40 m off its line: it is measured in cells. */
const CORNERS = 120
const RANCHES = 4

/** The line from the south to the north between two ranches, west to east. */
const LINES = Array.from({ length: RANCHES + 1 }, (_, line): Metres[] =>
  Array.from({ length: CORNERS + 1 }, (_, i) => [
    line * SIDE_M + (i % CORNERS === 0 ? 0 : between(-40, 40)),
    (i * SIDE_M) / CORNERS,
  ]),
)
const ranch = (number: number) => [...LINES[number].toReversed(), ...LINES[number + 1]]

/** A rectangle around a place, turned. */
function rectangle([east, north]: Metres, length: number, width: number): Metres[] {
  const turn = between(0, Math.PI)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [
    [-length, -width],
    [length, -width],
    [length, width],
    [-length, width],
  ].map(([x, y]) => [east + (x * cos - y * sin) / 2, north + (x * sin + y * cos) / 2])
}

/** A strip along the eastern line of a ranch that reaches over it by `over_m`. */
function stripAlong(line: readonly Metres[], from: number, over_m: number): Metres[] {
  const stretch = line.slice(from, from + 6)
  const outside = [...stretch].reverse().map(([east, north]): Metres => [east + 60, north])
  return [...stretch.map(([east, north]): Metres => [east - over_m, north]), ...outside]
}

interface Thing {
  name: string
  ranch: number
  ring: Metres[]
  /** Whether it is on the ranch that it is named for. */
  isOn: boolean
}

const inside = (number: number): Metres => [
  number * SIDE_M + between(200, SIDE_M - 200),
  between(200, SIDE_M - 200),
]

const THINGS: Thing[] = Array.from({ length: RANCHES }, (_, number): Thing[] => {
  const of = (name: string, ring: Metres[], isOn = true) => ({ name, ranch: number, ring, isOn })
  const line = LINES[number + 1]
  return [
    // A house of 10 to 200 m2, and a wetland of 1 to 50 m2.
    ...Array.from({ length: 25 }, (_, i) =>
      of(`house ${i}`, rectangle(inside(number), between(4, 16), between(2.5, 12.5))),
    ),
    ...Array.from({ length: 10 }, (_, i) =>
      of(`pool ${i}`, rectangle(inside(number), between(1, 7), between(1, 7))),
    ),
    // Thinner than a sliver and smaller than a tenth of a square metre, and wholly inside.
    ...Array.from({ length: 5 }, (_, i) =>
      of(`ditch ${i}`, rectangle(inside(number), between(1, 20), between(0.04, 0.06))),
    ),
    // A river 3 m wide, from border to border and beyond.
    of('river', [
      [number * SIDE_M - 500, 4_000],
      [(number + 1) * SIDE_M + 500, 7_000],
      [(number + 1) * SIDE_M + 500, 7_003],
      [number * SIDE_M - 500, 4_003],
    ]),
    // Half a metre, or more, over the border is not a matter of how a line was drawn.
    ...[0.5, 1, 20].map((over, i) => of(`over by ${over} m`, stripAlong(line, 10 + 8 * i, over))),
    // A few centimetres along some 400 m of a shared border: up to 25 m2.
    ...[0, 0.011, 0.02, 0.03, 0.05, 0.06].map((over, i) =>
      of(`drawn over by ${over} m`, stripAlong(line, 50 + 8 * i, over), false),
    ),
  ]
}).flat()

const TABLES = {
  wetlands: ['wetlands', 'wetland_key'],
  flood_zones: ['flood', 'flood_zone_key'],
  soil_map_units: ['soils', 'soil_map_unit_key'],
  building_footprints: ['structures', 'building_footprint_key'],
} as const

type FixtureRows = LayerFixture['tables'][string]

let folder: string
let packs: Map<string, Pack>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-slivers-'))
  const shapes = THINGS.map(({ name, ranch: number, ring }) => ({
    key: `${number} ${name}`,
    geometry: wkt(ring),
  }))
  const [lot] = readFixture('parcel').tables.parcels
  const [coverage] = readFixture('wetlands').coverage
  const parcels = Array.from({ length: RANCHES }, (_, number) => {
    const geometry = wkt(ranch(number))
    const area_m2 = areaM2(wktToPolygons(geometry))
    return { ...lot, parcel_key: `ranch ${number}`, area_m2, geometry }
  })
  const tables: Record<string, FixtureRows> = { parcels }
  for (const [table, [layer, key]] of Object.entries(TABLES)) {
    const [row] = readFixture(layer).tables[table]
    tables[table] = shapes.map(({ key: value, geometry }) => ({
      ...row,
      [key]: value,
      geometry,
      ...(table === 'building_footprints' && { footprint_m2: areaM2(wktToPolygons(geometry)) }),
    }))
  }
  const covers = shapes.map(({ key, geometry }) => {
    return { ...coverage, coverage_key: key, partition: key, geometry }
  })
  packs = await packFixture({ tables, coverage: covers, county_ids: [], points: [] }, folder)
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

function rowOf(table: string, column: string, value: string) {
  const pack = packs.get(table)!
  return Array.from({ length: pack.rows }, (_, row) => row).find(
    (row) => pack.value(row, column) === value,
  )!
}
const placeOf = (number: number) =>
  new LocationLookup(packs, { parcelRow: rowOf('parcels', 'parcel_key', `ranch ${number}`) }, false)

/** A ranch's own things, and by plain rings those of its neighbours that reach over the line. */
function expectedOn(number: number): string[] {
  const border = degrees(ranch(number))
  const isHere = (thing: Thing) => {
    if (thing.ranch === number) return thing.isOn
    const ring = degrees(thing.ring)
    return edgesCross(border, ring) || ringContains(border, ring[0])
  }
  return THINGS.filter(isHere)
    .map(({ ranch: of, name }) => `${of} ${name}`)
    .sort()
}

test('the shapes intended to lie wholly inside do, by plain rings', () => {
  for (const { ranch: number, name, ring } of THINGS) {
    if (!/house|pool|ditch/.test(name)) continue
    const [border, closed] = [degrees(ranch(number)), degrees(ring)]
    expect(closed.every((point) => ringContains(border, point))).toBe(true)
    expect(edgesCross(border, closed), name).toBe(false)
  }
})

test.each(Object.entries(TABLES))(
  'of %s every small thing inside a ranch of 100 km2 is on it, and no sliver of its border',
  (table, [, key]) => {
    for (let number = 0; number < RANCHES; number++) {
      const { found } = placeOf(number).rowsOnParcel(table)
      expect(found.map(({ row }) => `${row[key]}`).sort()).toEqual(expectedOn(number))
      for (const { row, area_m2 } of found) {
        const thing = THINGS.find((each) => `${each.ranch} ${each.name}` === row[key])!
        const isWhole = thing.ranch === number && /house|pool|ditch/.test(thing.name)
        const off = area_m2 - areaM2(wktToPolygons(wkt(thing.ring)))
        // Cells are cut on the grid: a step of 1 cm along the cut.
        if (isWhole) expect(Math.abs(off), thing.name).toBeLessThan(0.1)
      }
    }
  },
)

test('the part of a ranch that a partition covers is measured by the same rule', () => {
  for (let number = 0; number < RANCHES; number++) {
    const found = placeOf(number)
      .coverageOnParcel('wetlands')
      .map(({ partition }) => partition)
    expect(found.sort()).toEqual(expectedOn(number))
  }
})

test('the overlaps of a build and the rows of a live service are those of the service', () => {
  const place = placeOf(1)
  const derived = parcelOverlaps(place).filter(({ table_name }) => table_name === 'wetlands')
  expect(derived.map(({ row_key }) => `${row_key}`).sort()).toEqual(expectedOn(1))
  const rows = THINGS.map(({ ranch: number, name, ring }) => {
    return { row: { name: `${number} ${name}` }, polygons: wktToPolygons(wkt(ring)) }
  })
  const speaker = officialCoverage('wetlands', { name: 'Example' } as never, {
    outside: 'nothing',
    note: '',
  })
  const { onParcel } = tableRowsOf(place.location, rows, speaker, true)
  expect(onParcel.map(({ row }) => `${row.name}`).sort()).toEqual(expectedOn(1))
})
