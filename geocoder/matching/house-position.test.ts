import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containsPoint } from '../../geometry/contains.ts'
import { distanceM } from '../../geometry/distance.ts'
import { GRID } from '../../geometry/polygons.ts'
import { LocationLookup } from '../../lookup/location-lookup.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { house, lot, range, SAMPLETON } from '../../tests/fixtures/geocoder/town.ts'
import { at, lineOf, squareAt } from '../../tests/fixtures/ground.ts'
import type { FixtureRow } from '../../tests/fixtures/packed-rows.ts'
import type { GeocodedAddress } from './geocoded.ts'
import { positioned } from './house-position.ts'

let keys = 0

function building(place: readonly [number, number], side_m: number): FixtureRow {
  const key = `b${keys++}`
  const values = {
    ...{ building_footprint_key: key, partition: 'town', kind: 'surveyed' },
    footprint_m2: side_m ** 2,
  }
  return { values, shape: squareAt(...place, side_m) }
}

const PARCELS = [
  // Lots of 200 m: one with a house in a corner and a shed, one empty, one with a house in the
  // middle.
  lot('1 BARN RD', SAMPLETON, [0, 0], 200),
  lot('2 BARN RD', SAMPLETON, [300, 0], 200),
  lot('3 BARN RD', SAMPLETON, [600, 0], 200),
  // A neighbour's house that reaches 0.6 m over the line, and a row of houses across three lots.
  lot('4 BARN RD', SAMPLETON, [900, 0], 200),
  lot('5 BARN RD', SAMPLETON, [1_200, 0], 10),
  lot('6 BARN RD', SAMPLETON, [1_210, 0], 10),
  lot('7 BARN RD', SAMPLETON, [1_220, 0], 10),
  // A house with its larger part across the line.
  lot('12 BARN RD', SAMPLETON, [3_000, 0], 200),
  // Lots with published points: one in the middle, one at a door.
  lot('', SAMPLETON, [1_500, 0], 200),
  lot('', SAMPLETON, [1_800, 0], 200),
  lot('', SAMPLETON, [2_100, 0], 200),
]

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture({
    address_points: [
      house('8|BARN RD', SAMPLETON, [1_500, 0]),
      house('9|BARN RD', SAMPLETON, [1_770, 40]),
      house('10|BARN RD', SAMPLETON, [2_070, 40]),
      house('11|BARN RD', SAMPLETON, [5_000, 0]),
    ],
    parcels: PARCELS,
    building_footprints: [
      ...[building([70, 70], 20), building([0, 0], 4)],
      building([600, 5], 20),
      building([1_009.4, 0], 20),
      building([1_210, 0], 30),
      building([3_105, 60], 30),
      ...[building([1_570, 70], 20), building([1_870, 70], 20)],
      building([2_070, 40], 10),
    ],
    street_ranges: [range('LONG RD', SAMPLETON, 'left', [2, 98], lineOf([0, 900], [400, 900]))],
  })
})
afterAll(() => town.close())

function find(text: string, { geocoder, packs }: FixtureBuild = town): GeocodedAddress {
  const answer = geocoder.resolve(text)
  if (!('found' in answer)) throw new Error(`${text}: ${JSON.stringify(answer)}`)
  return positioned(packs, answer.found)
}

const nearM = ({ point }: GeocodedAddress, ...place: [number, number]) =>
  Math.round(distanceM(point, at(...place)))

describe('an address whose point is the middle of its lot', () => {
  test.each([
    ['1 Barn Rd', 'of a roll', [70, 70]],
    ['3 Barn Rd', 'of a roll, with the middle inside the building', [600, 0]],
    ['8 Barn Rd', 'of a published point', [1_570, 70]],
  ] as const)('%s, %s, is at the largest building of the lot', (text, _, [east, north]) => {
    const found = find(text)
    expect([found.position, nearM(found, east, north)]).toEqual(['building', 0])
    expect(found.note).toBeUndefined()
  })

  test.each(['5 Barn Rd', '6 Barn Rd', '7 Barn Rd', '12 Barn Rd'])(
    '%s is in its own part of a building across lots',
    (text) => {
      const found = find(text)
      const parcels = town.packs.get('parcels')!
      const own = parcels.rowOfKey(found.parcel_key!)!
      expect(found.position).toBe('building')
      expect(containsPoint(parcels.polygons(own), ...found.point)).toBe(true)
      expect(town.packs.get('building_footprints')!.rowsAt(...found.point)).toHaveLength(1)
    },
  )

  test.each([
    ['2 Barn Rd', [300, 0]],
    ['4 Barn Rd', [900, 0]],
  ] as const)('%s, on a lot without a building, has a note of that', (text, [east, north]) => {
    const found = find(text)
    expect([found.position, nearM(found, east, north)]).toEqual(['lot_centre', 0])
    expect(found.note).toBe('The point is the middle of the lot: no building of it is known.')
  })

  test('has a note too where the build has no footprints, behind other notes', async () => {
    const bare = await buildFixture({ parcels: PARCELS })
    expect(find('1 Barn Rd Apt 9', bare)).toMatchObject({
      position: 'lot_centre',
      note: 'The building is known; the unit is not. The point is the middle of the lot: no building of it is known.',
    })
    bare.close()
  })
})

describe('the point of any other address stays', () => {
  test.each([
    ['9 Barn Rd', 'address_point', [1_770, 40]],
    ['10 Barn Rd', 'building', [2_070, 40]],
    // Not on a lot.
    ['11 Barn Rd', 'address_point', [5_000, 0]],
  ] as const)('%s: %s', (text, position, [east, north]) => {
    const found = find(text)
    expect([found.position, nearM(found, east, north)]).toEqual([position, 0])
  })

  test('a point along a street, and the point of a place', () => {
    expect(find('50 Long Rd').position).toBe('street')
    expect(find('Sampleton').position).toBe('place')
  })
})

test('a dossier is about that point and the parcel whose roll names the address', () => {
  const { point, parcel_key, position } = find('1 Barn Rd')
  const [lng, lat] = point.map((unit) => unit / GRID)
  const parcelRow = town.packs.get('parcels')!.rowOfKey(parcel_key!)!
  const place = new LocationLookup(
    town.packs,
    { parcelRow, at: { lat, lng }, source: 'geocoded', position },
    false,
  )
  expect(place.location.point).toEqual({ lat, lng, source: 'geocoded', position: 'building' })
  expect(place.parcelKey()).toBe(parcel_key)
})
