import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import {
  type FabricFixture,
  keyOf,
  packFabric,
} from '../../tests/fixtures/archive/parcel-fabric.ts'
import { around, corners as lot, onGround, type Ring } from '../../tests/fixtures/ground.ts'
import { buildSection } from '../../tests/test-layer.ts'
import { type Section, sectionSchema } from '../section.ts'
import { ParcelData } from './data.ts'
import { parcel } from './layer.ts'

/** Ground far larger than any fabric here: no edge is near. */
const WIDE = lot(-5_000, -5_000, 5_000, 5_000)
/** Rounding of corners to the grid of 1 cm, at both ends of a run. */
const GRID_M = 0.03
/** Ground beyond a border is sampled every half metre: each end of a run is half of that off. */
const STEP_M = 0.5

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-adjacency-'))
})
afterAll(() => rm(folder, { recursive: true }))

type ParcelSection = Section<ParcelData> & { data: ParcelData }

/** The sections of the parcels named, by their names. */
async function sectionsOf(
  fabric: FabricFixture,
  names: string[],
): Promise<Record<string, ParcelSection>> {
  const packs = await packFabric(fabric, folder)
  const fail = (_section: string, error: unknown) => {
    throw error
  }
  try {
    const pack = packs.get('parcels')!
    const sections = names.map((name) => {
      const query = { parcelRow: pack.rowOfKey(keyOf(name))!, layers: ['parcel'] }
      const flags = { includeAdjacent: true, includeGeometry: true }
      const { layers } = buildDossierFromPacks(packs, { ...query, ...flags }, fail, [parcel])
      expect(sectionSchema('parcel', { data: ParcelData }).parse(layers.parcel)).toEqual(
        layers.parcel,
      )
      return [name, layers.parcel as ParcelSection] as const
    })
    return Object.fromEntries(sections)
  } finally {
    closePacks(packs)
  }
}

async function sectionOf(parcels: FabricFixture['parcels'], more: Partial<FabricFixture> = {}) {
  const { a } = await sectionsOf({ parcels, covered: WIDE, ...more }, ['a'])
  return a
}

const keysOf = ({ data }: ParcelSection) =>
  data.adjacent_parcels!.map(({ parcel_key }) => parcel_key)
const keys = (...names: string[]) => names.map(keyOf)

function expectFrontage(
  { data }: ParcelSection,
  total_m: number,
  segment_count: number,
  within_m = GRID_M,
): void {
  const off = Math.abs(data.frontage!.total_m - total_m)
  expect(off, `${data.frontage!.total_m}`).toBeLessThan(within_m)
  expect(data.frontage!.segment_count).toBe(segment_count)
}

/** A row of lots of 20 by 40 m: a street below, lots back to back with them above. */
const ROW = {
  a: lot(0, 0, 20, 40),
  west: lot(-20, 0, 0, 40),
  east: lot(20, 0, 40, 40),
  back: lot(0, 40, 20, 80),
  corner: lot(20, 40, 40, 80),
}

describe('a lot on a street', () => {
  test('has one run of frontage at its street side, and is adjacent to all it shares a side with', async () => {
    const a = await sectionOf(ROW)
    expect(keysOf(a).sort()).toEqual(keys('back', 'east', 'west').sort())
    expectFrontage(a, 20, 1)
    expect(a.data.frontage!.total_ft).toBeCloseTo(a.data.frontage!.total_m / 0.3048, 1)
    const sides = a.data.adjacent_parcels!.map(({ shared_m }) => Math.round(shared_m))
    expect(sides).toEqual([40, 40, 20])
    expect(a.data.adjacent_parcels![2].area_m2).toBeCloseTo(800, -1)
    expect(a.source!.note).toContain('lines within 0.5 m are one border')
  })

  test('names its neighbours by the address on the roll, and by the key alone without one', async () => {
    const addressed = (ring: Ring, situs_line1: string) => ({ polygons: [[ring]], situs_line1 })
    const { data } = await sectionOf({
      ...ROW,
      west: addressed(ROW.west, '12 N MAIN ST'),
      back: addressed(ROW.back, ''),
    })
    const addresses = data.adjacent_parcels!.map((each) => [each.parcel_key, each.situs_line1])
    expect(Object.fromEntries(addresses)).toEqual({
      [keyOf('west')]: '12 N MAIN ST',
      [keyOf('east')]: null,
      [keyOf('back')]: null,
    })
  })

  test('has it drawn as a line along that side', async () => {
    const { data } = await sectionOf(ROW)
    const { type, coordinates } = data.frontage!.geometry as {
      type: string
      coordinates: [number, number][][]
    }
    expect(type).toBe('MultiLineString')
    expect(coordinates).toEqual([
      [onGround([0, 0]), onGround([20, 0])].map((point) =>
        point.map((degrees) => Number(degrees.toFixed(7))),
      ),
    ])
  })

  test('at a corner of two streets has one run around the corner', async () => {
    const { east: _, corner: __, ...rest } = ROW
    expectFrontage(await sectionOf(rest), 60, 1)
  })

  test('between two streets has two runs', async () => {
    const { back: _, corner: __, ...rest } = ROW
    expectFrontage(await sectionOf(rest), 40, 2)
  })

  test('alone has all of its border as one run, and no neighbour', async () => {
    const a = await sectionOf({ a: ROW.a })
    expect(a.data).toMatchObject({ adjacent_parcels: [], adjacent_parcel_count: 0 })
    expectFrontage(a, 120, 1)
  })

  test('is not adjacent to a lot that touches it at a corner only', async () => {
    expect(keysOf(await sectionOf(ROW))).not.toContain(keyOf('corner'))
    const turned: Ring = [
      [20, 40],
      [34, 54],
      [20, 68],
      [6, 54],
    ]
    expect(keysOf(await sectionOf({ a: ROW.a, turned }))).toEqual([])
  })
})

describe('badly drawn borders of a fabric are one border up to half a metre', () => {
  test.each([
    ['a sliver of 3 cm', 0.03, true],
    ['a sliver of 30 cm', 0.3, true],
    ['an overlap of 30 cm', -0.3, true],
    ['a path of 1.2 m', 1.2, false],
  ])('%s', async (_what, gap, isShared) => {
    const a = await sectionOf({ ...ROW, east: lot(20 + gap, 0, 40, 40) })
    expect(keysOf(a).includes(keyOf('east'))).toBe(isShared)
    expectFrontage(a, isShared ? 20 : 60, 1)
  })

  test('a T-junction: neighbours whose corners are on neither of its corners', async () => {
    const { back: _, corner: __, ...rest } = ROW
    const backs = {
      one: lot(-10, 40, 5, 80),
      two: lot(5, 40, 12.5, 80),
      three: lot(12.5, 40, 50, 80),
    }
    const a = await sectionOf({ ...rest, ...backs })
    expect(keysOf(a).sort()).toEqual(keys('east', 'one', 'three', 'two', 'west').sort())
    const shared = Object.fromEntries(
      a.data.adjacent_parcels!.map(({ parcel_key, shared_m }) => [
        parcel_key,
        Math.round(shared_m * 2) / 2,
      ]),
    )
    expect(shared).toMatchObject({ [keyOf('one')]: 5, [keyOf('two')]: 7.5, [keyOf('three')]: 7.5 })
    expectFrontage(a, 20, 1)
  })

  test('a crack of 80 cm between two neighbours is not frontage', async () => {
    const { back: _, corner: __, ...rest } = ROW
    const backs = { one: lot(0, 40, 9, 80), two: lot(9.8, 40, 20, 80) }
    expectFrontage(await sectionOf({ ...rest, ...backs }), 20, 1)
  })

  test('a jog in one of two lines hides nothing of what they share', async () => {
    const east: Ring = [
      [20, 0],
      [40, 0],
      [40, 40],
      [20, 40],
      [20, 30],
      [20.2, 30],
      [20.2, 20],
      [19.9, 20],
    ]
    const a = await sectionOf({ ...ROW, east })
    expect(keysOf(a)).toContain(keyOf('east'))
    expectFrontage(a, 20, 1)
  })

  test('a neighbour that laps over by more is in the note, and its ground is not frontage', async () => {
    const a = await sectionOf({ ...ROW, east: lot(17, 0, 40, 40) })
    expect(keysOf(a)).not.toContain(keyOf('east'))
    expect(a.source!.note).toContain('about 40 m inside other parcels')
    expectFrontage(a, 20, 1)
  })
})

test('neighbours agree on being neighbours, also where they share about the least that counts', async () => {
  const random = seededRandom(31)
  const off = () => (random() - 0.5) * 0.2
  const drawn = (west: number, south: number, east: number, north: number) =>
    lot(west, south, east, north).map(([x, y]) => [x + off(), y + off()] as const)
  const parcels: FabricFixture['parcels'] = {}
  for (let i = 0; i < 40; i++) {
    parcels[`low${i}`] = drawn(i * 10, 0, (i + 1) * 10, 20)
    // Each laps over the next lot below by 0.6 to 1.4 m.
    const past = (at: number) => at * 10 + 0.6 + ((at * 7) % 41) / 50
    parcels[`high${i}`] = drawn(past(i), 20, past(i + 1), 40)
  }
  const names = Object.keys(parcels)
  const sections = await sectionsOf({ parcels, covered: WIDE }, names)
  const areNeighbours = (one: string, other: string) => keysOf(sections[one]).includes(keyOf(other))
  for (const one of names)
    for (const other of names)
      expect(areNeighbours(one, other), `${one} ${other}`).toBe(areNeighbours(other, one))
  // About half of the corners lap over by more than the least.
  const lapping = Array.from({ length: 39 }, (_, i) => areNeighbours(`low${i + 1}`, `high${i}`))
  expect(lapping.filter(Boolean).length).toBeGreaterThan(10)
  expect(lapping.filter(Boolean).length).toBeLessThan(30)
})

describe('parcels of one ground, in one another and in pieces', () => {
  test('the units of a stack are not neighbours of each other and hide no street', async () => {
    const drawnAgain = lot(0.2, 0.1, 20, 40)
    const { a, east } = await sectionsOf(
      { parcels: { ...ROW, unit1: ROW.a, unit2: ROW.a, unit3: drawnAgain }, covered: WIDE },
      ['a', 'east'],
    )
    expect(keysOf(a).sort()).toEqual(keys('back', 'east', 'west').sort())
    expectFrontage(a, 20, 1)
    expect(keysOf(east)).toEqual(expect.arrayContaining(keys('a', 'unit1', 'unit2', 'unit3')))
  })

  test('a parcel in the hole of another has it as its only neighbour, and no frontage', async () => {
    const hole = lot(40, 40, 60, 60)
    const { farm, cemetery } = await sectionsOf(
      {
        parcels: { farm: { polygons: [[lot(0, 0, 100, 100), hole]] }, cemetery: hole },
        covered: WIDE,
      },
      ['farm', 'cemetery'],
    )
    expect(keysOf(cemetery)).toEqual([keyOf('farm')])
    expectFrontage(cemetery, 0, 0)
    expect(cemetery.data.frontage!.geometry).toEqual({ type: 'MultiLineString', coordinates: [] })
    expect(keysOf(farm)).toEqual([keyOf('cemetery')])
    expectFrontage(farm, 400, 1)
  })

  test('a parcel drawn over another one is inside of it: neither shares the border', async () => {
    const { farm, leasehold } = await sectionsOf(
      {
        parcels: { farm: lot(0, 0, 100, 100), leasehold: lot(0, 40, 20, 60) },
        covered: WIDE,
      },
      ['farm', 'leasehold'],
    )
    expect([keysOf(farm), keysOf(leasehold)]).toEqual([[], []])
    expectFrontage(farm, 400, 1)
    // Its west side is the farm's own border, with no parcel beyond.
    expectFrontage(leasehold, 20, 1, STEP_M)
    expect(leasehold.source!.note).toContain('about 60 m inside other parcels')
  })

  test('pieces of one parcel have neighbours and frontage each, and none where they meet', async () => {
    const pieces = { polygons: [[lot(0, 0, 20, 40)], [lot(0, 100, 20, 140)]] }
    const apart = await sectionOf({ a: pieces, east: lot(20, 0, 40, 40) })
    expect(keysOf(apart)).toEqual([keyOf('east')])
    expectFrontage(apart, 80 + 120, 2)
    const meeting = { polygons: [[lot(0, 0, 20, 40)], [lot(20.1, 0, 40, 40)]] }
    expectFrontage(await sectionOf({ a: meeting }), 80 + 79.8, 2, 2 * STEP_M)
  })
})

describe('frontage that is not a street is measured', () => {
  const POND = lot(-100, -60, 100, -4)

  test('along open water, with the map of it as a source', async () => {
    const water = { pond: { ring: POND, is_open_water: true } }
    const a = await sectionOf(ROW, { water, wetlandsCovered: WIDE })
    expect(a.data.frontage).toMatchObject({ along_water_m: 20, along_edge_m: 0 })
    expect(a.source!.note).toContain('about 20 m run along mapped open water')
    expect(a.sources!.map(({ name }) => name)).toEqual(['A fixture fabric', 'A fixture map'])
    expect(a.sources![1]).not.toHaveProperty('note')
  })

  test('not along a marsh, nor along water behind a street', async () => {
    const marsh = { marsh: { ring: POND, is_open_water: false } }
    const river = { river: { ring: lot(-100, -60, 100, -12), is_open_water: true } }
    for (const water of [marsh, river]) {
      const a = await sectionOf(ROW, { water, wetlandsCovered: WIDE })
      expect(a.data.frontage).toMatchObject({ along_water_m: 0 })
      expect(a.source!.note).not.toContain('open water')
    }
  })

  test('along the open water of a flood study', async () => {
    const a = await sectionOf(ROW, { openWater: [lot(-100, -60, 10, -1)] })
    expect(a.data.frontage!.along_water_m).toBe(10)
    expect(a.sources!.map(({ name }) => name)).toEqual(['A fixture fabric', 'A fixture study'])
  })

  test('nothing maps water there: null, and a note', async () => {
    const a = await sectionOf(ROW)
    expect(a.data.frontage!.along_water_m).toBeNull()
    expect(a.source!.note).toContain('water cannot be distinguished from a street')
  })

  test('along the edge of what the fabric covers', async () => {
    const a = await sectionOf(ROW, { covered: lot(-5_000, -3, 12, 5_000) })
    // Half of its east side is not an edge: its neighbour is drawn.
    expect(a.data.frontage!.along_edge_m).toBe(20)
    expect(a.source!.note).toContain('parcels beyond are not known')
    const inside = await sectionOf(ROW, { covered: lot(-5_000, -12, 5_000, 5_000) })
    expect(inside.data.frontage!.along_edge_m).toBe(0)
  })

  test('a source without a declared coverage has no edge', async () => {
    const a = await sectionOf(ROW, { covered: null })
    expect(a.data.frontage!.along_edge_m).toBeNull()
    expect(a.source!.note).toContain('does not declare what it covers')
  })

  test('a street that is drawn as a parcel is a neighbour, and is measured as street-shaped', async () => {
    const street = { polygons: [[lot(-800, -15, 800, 0)]], has_roll: false }
    const a = await sectionOf({ ...ROW, street })
    expect(keysOf(a)).toContain(keyOf('street'))
    expectFrontage(a, 0, 0)
    expect(a.data.frontage!.street_shaped_m).toBeCloseTo(20, 1)
    expect(a.source!.note).toContain('about 20 m shared with long, narrow parcels')
    const owned = { ...street, has_roll: true }
    expect((await sectionOf({ ...ROW, street: owned })).data.frontage!.street_shaped_m).toBe(0)
  })
})

describe('bounds', () => {
  test('of 150 neighbours the 100 with the longest shared border are listed, and all are counted', async () => {
    const lots = Array.from({ length: 150 }, (_, i): [string, Ring] => {
      const west = i * 10 - (i % 3)
      return [`n${i}`, lot(west, 15, (i + 1) * 10 - ((i + 1) % 3), 40)]
    })
    const a = await sectionOf({ a: lot(0, 0, 1500, 15), ...Object.fromEntries(lots) })
    const listed = a.data.adjacent_parcels!.map(({ shared_m }) => shared_m)
    expect(listed).toHaveLength(100)
    expect(listed).toEqual(listed.toSorted((one, other) => other - one))
    expect(a.data.adjacent_parcel_count).toBe(150)
    expect(a.source!.note).toContain('Of 150 adjacent parcels the 100')
  })

  test('a parcel of too many corners has null, and the note has the reason', async () => {
    const a = await sectionOf({ a: around([0, 0], 4_000, 20_001) })
    expect(a.data).toMatchObject({
      adjacent_parcels: null,
      adjacent_parcel_count: null,
      frontage: null,
    })
    expect(a.source!.note).toContain('Adjacency is not computed: the parcel has more than 20000')
  })
})

test('it is there only on request, and not where there is no parcel', async () => {
  const packs = await packFabric({ parcels: ROW, covered: WIDE }, folder)
  try {
    const [lng, lat] = onGround([10, 20])
    const { data, source } = buildSection(parcel, packs, { lng, lat }) as ParcelSection
    for (const field of ['adjacent_parcels', 'adjacent_parcel_count', 'frontage'])
      expect(data).not.toHaveProperty(field)
    expect(source).not.toHaveProperty('note')
    const [east, north] = onGround([500, 500])
    const query = { lng: east, lat: north, layers: ['parcel'], includeAdjacent: true }
    const street = buildDossierFromPacks(packs, query).layers.parcel
    expect(street).toMatchObject({ status: 'empty', data: null })
  } finally {
    closePacks(packs)
  }
})
