import { afterAll, beforeAll, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { getTable } from '../../layers/index.ts'
import type { Row } from '../../layers/location.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import {
  buildTown,
  house,
  lot,
  NAMELESS,
  SAMPLETON,
  ZIPLESS,
} from '../../tests/fixtures/geocoder/town.ts'
import { at } from '../../tests/fixtures/ground.ts'
import { gatheredAddresses } from './gathered-addresses.ts'

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(buildTown())
})
afterAll(() => town.close())

/** Rows of a gathered table. */
function rowsOf(table: string, { packs }: FixtureBuild = town) {
  const pack = packs.get(table)!
  return Array.from({ length: pack.rows }, (_, row) => ({
    ...pack.values(row),
    at: pack.point(row),
  })) as (Row & { at: GridPoint })[]
}

test('every numbered row is an address, vacant land with 0 is not, and all rows are counted', () => {
  let looked = 0
  const found = [...gatheredAddresses(town.packs, (rows) => (looked += rows))]
  const rows = (table: string) => town.packs.get(table)!.rows
  expect(looked).toBe(rows('address_points') + rows('parcels'))
  expect(found).toHaveLength(looked - 1)
  expect(found.some(({ name }) => name === 'VACANT RD')).toBe(false)
})

test('of a parcel no columns are read but those whose change gathers addresses anew', () => {
  const read = new Set<string>()
  const recorded = new Proxy(town.packs.get('parcels')!, {
    get(pack, name) {
      if (name === 'value')
        return (row: number, column: string) => {
          read.add(column)
          return pack.value(row, column)
        }
      if (name === 'rows') return pack.rows
      if (name === 'polygons') return pack.polygons.bind(pack)
      throw new Error(`addresses are gathered from ${String(name)} of a parcel too`)
    },
  })
  const packs = new Map([['parcels', recorded]])
  expect([...gatheredAddresses(packs)].length).toBeGreaterThan(2)
  expect([...read].sort()).toEqual([...getTable('parcels').addressColumns!].sort())
})

test('an address has the spelling of its source, and keys in one spelling', () => {
  const rowOf = (number: string, street: string) =>
    rowsOf('addresses').find((row) => row.number === number && row.street === street)
  expect(rowOf('12 1/2', 'FRACTION ST')).toMatchObject({ number_value: 12, unit_key: null })
  expect(rowOf('97', 'HILL & DALE RD')).toBeDefined()
  expect(rowOf('12', 'BARN RD')).toMatchObject({ origin: 'parcel_situs', city: 'Sampleton' })
  const units = rowsOf('addresses').filter(({ street }) => street === 'OAK DR')
  expect(units.map(({ unit_key }) => unit_key).sort()).toEqual(['1', '2', '3', '4b'])
  expect(new Set(units.map(({ house_key }) => house_key)).size).toBe(1)
})

test('a street is one name in one ZIP code, whatever post towns and spellings its rows have', async () => {
  const build = await buildFixture({
    address_points: [
      house('1|NE 16 AVE', SAMPLETON, [0, 0]),
      house('3|NE 16 AVE', { ...SAMPLETON, city: 'Nearby' }, [50, 0]),
      house('5|Northeast 16th Avenue', SAMPLETON, [100, 0]),
      house('7|NE 16 AVE', { ...SAMPLETON, zip: '99802' }, [150, 0]),
      house('9|NE 16 ST', SAMPLETON, [200, 0]),
    ],
    parcels: [lot('11 NE 16 AVE', SAMPLETON, [250, 0])],
  })
  const streets = rowsOf('streets', build).filter(({ street_key }) => street_key === 'ne|16|ave|')
  expect(streets.map(({ zip, name, address_count }) => [zip, name, address_count]).sort()).toEqual([
    ['99801', 'NE 16 AVE', 4],
    ['99802', 'NE 16 AVE', 1],
  ])
  const [{ lowest_number, highest_number, city }] = streets.filter(({ zip }) => zip === '99801')
  expect([lowest_number, highest_number, city]).toEqual([1, 11, 'Sampleton'])
  build.close()
})

test('without ZIP codes a street is one name in one city', async () => {
  const elsewhere = { ...ZIPLESS, city: 'Elsewhere' }
  const build = await buildFixture({
    address_points: [
      house('1|ELM ST', ZIPLESS, [0, 0]),
      house('1|ELM ST', elsewhere, [9000, 0]),
      house('1|ELM ST', NAMELESS, [0, 9000]),
    ],
  })
  expect(rowsOf('streets', build)).toHaveLength(3)
  build.close()
})

test('a street with ranges alone has their numbers and their extent', () => {
  const [street] = rowsOf('streets').filter(({ name }) => name === 'RANGE RD')
  expect(street).toMatchObject({
    address_count: 0,
    range_count: 2,
    lowest_number: 100,
    highest_number: 199,
  })
  expect(street.radius_m as number).toBeGreaterThanOrEqual(200)
})

test('the radius of a street reaches each of its addresses', () => {
  for (const { street_id, radius_m, at: middle } of rowsOf('streets'))
    for (const address of rowsOf('addresses'))
      if (address.street_id === street_id)
        expect(distanceM(address.at, middle)).toBeLessThanOrEqual((radius_m as number) + 0.1)
})

test('a place is unique in its state, a ZIP code everywhere, and a county has no county', () => {
  const localities = rowsOf('localities')
  const listed = localities.map(({ kind, name, state, origin }) => [kind, name, state, origin])
  expect(listed.sort()).toEqual([
    ['county', 'Sample County', 'ZZ', 'counties'],
    ['place', 'Otherton', 'ZZ', 'addresses'],
    ['place', 'Sampleton', 'ZZ', 'addresses'],
    ['place', 'Zipless', 'ZZ', 'addresses'],
    ['zip', '99801', 'ZZ', 'zip_points'],
    ['zip', '99802', 'ZZ', 'zip_points'],
    ['zip', '99803', 'ZZ', 'zip_points'],
  ])
  const zip = localities.find(({ name }) => name === '99801')!
  expect(distanceM(zip.at, at(1500, 300))).toBeLessThan(0.1)
  for (const { kind, county_name } of localities)
    expect(county_name).toBe(kind === 'county' ? null : 'Sample County')
})

test('the name of a street is the one that most of its rows have', async () => {
  const spellings = ['ELM STREET', 'ELM ST', 'ELM ST', 'Elm Street']
  const address_points = spellings.map((name, i) => house(`${i + 1}|${name}`, SAMPLETON, [i, 0]))
  const build = await buildFixture({ address_points })
  expect(rowsOf('streets', build).map(({ name }) => name)).toEqual(['ELM ST'])
  build.close()
})
