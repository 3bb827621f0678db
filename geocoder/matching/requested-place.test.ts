import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { house, lot, SAMPLETON, zipPoint } from '../../tests/fixtures/geocoder/town.ts'
import { squareAt } from '../../tests/fixtures/ground.ts'
import type { FixtureRow } from '../../tests/fixtures/packed-rows.ts'

const NOWHERE = { city: null, state: null, zip: null }

/** A county 40 km wide; the line between two is 20 km east of the corner. States by their codes. */
function county(geoid: string, name: string, east_m: number): FixtureRow {
  const values = {
    ...{ county_key: `place:${geoid}`, geoid, name, statefp: geoid.slice(0, 2) },
    ...{ partition: 'place', state: geoid.startsWith('37') ? 'NC' : 'SC', vintage: '2026' },
  }
  return { values, shape: squareAt(east_m, 0, 40_000) }
}

const COUNTIES = [
  county('37161', 'West County', 0),
  county('37045', 'East County', 40_000),
  // Named like a town in the west: a request means the town.
  county('37047', 'Midtown', 200_000),
]
/** The lists of ZIP codes do not name their states. */
function zip(code: string, place: readonly [number, number]): FixtureRow {
  const { values, shape } = zipPoint(code, place)
  return { values: { ...values, state: null }, shape }
}

const ZIPS = [
  zip('28043', [0, 0]),
  zip('28044', [2_000, 2_000]),
  zip('28160', [12_000, 0]),
  zip('28161', [-14_000, 12_000]),
  zip('28162', [-14_000, -2_000]),
  zip('28150', [27_000, 0]),
  zip('29341', [0, -12_000]),
]

/** A lot on a county's roll. */
function lotOf(county_fips: string, line: string, place: readonly [number, number]): FixtureRow {
  const { values, shape } = lot(line, NOWHERE, place)
  return { values: { ...values, county_fips }, shape }
}

let build: FixtureBuild
beforeAll(async () => {
  build = await buildFixture({
    address_points: [
      // Files without city and ZIP code, in the west, by the county line, and far from any ZIP.
      house('125|SCHOOL DR', NOWHERE, [1_000, 0]),
      house('7|LINE RD', NOWHERE, [19_500, 0]),
      house('9|FAR RD', NOWHERE, [0, 19_000]),
      house('11|HALF WAY', NOWHERE, [9_000, 0]),
      house('13|WIDE RD', NOWHERE, [-14_000, 2_000]),
      // A town with a name and no ZIP code, one with both, and one that shares its ZIP code.
      house('5|ELM ST', { city: 'Westville', state: 'NC', zip: null }, [500, 500]),
      house('6|OAK ST', { city: 'Westville', state: 'NC', zip: '28043' }, [600, 600]),
      house('7|OAK ST', { city: 'Mill Village', state: 'NC', zip: '28043' }, [700, 700]),
      house('8|PINE ST', { city: 'Mill Village', state: 'NC', zip: '28043' }, [700, 800]),
      house('5|ELM ST', { city: 'Midtown', state: 'NC', zip: '28160' }, [12_000, 300]),
      house('77|TWICE LN', { city: 'Westville', state: 'NC', zip: null }, [400, 400]),
      // A file with ZIP codes and no cities.
      house('3|RANGE RD', { city: null, state: 'NC', zip: '28043' }, [900, 900]),
      house('20|CORTLAND CIR', SAMPLETON, [0, 900]),
      house('30|LINCOLN ST', SAMPLETON, [0, 1_000]),
    ],
    // A roll without cities, 20 m from the point of the same house.
    parcels: [
      lotOf('37161', '5 ELM ST', [500, 520]),
      lotOf('37161', '77 TWICE LN', [400, 420]),
      lotOf('37161', '21 ROLL RD', [500, 450]),
    ],
    zip_points: ZIPS,
    counties: COUNTIES,
  })
})
afterAll(() => build.close())

function answered(text: string, { geocoder }: FixtureBuild = build): string {
  const answer = geocoder.resolve(text)
  if ('missing' in answer) return `missing: ${answer.missing} ${answer.hint}`
  if ('candidates' in answer) return 'several'
  const { precision, formatted, note } = answer.found
  return `${precision}: ${formatted}${note ? `: ${note}` : ''}`
}

describe('a house without a city or ZIP code of its own', () => {
  test.each([
    [
      '125 School Dr, 28043',
      'Its source has no ZIP code to compare. The requested ZIP code may be that of another town.',
    ],
    ['21 Roll Rd, West County, NC', 'rooftop: 21 ROLL RD, NC: Its source has no city to compare.'],
    ['125 School Dr, NC 28043', 'rooftop: 125 SCHOOL DR: '],
    [
      '125 School Dr, Westville, NC 28043',
      'rooftop: 125 SCHOOL DR: Its source has no city or ZIP code to compare. The requested ZIP',
    ],
    // No town is known around it.
    ['13 Wide Rd, Unknown, NC 28161', 'rooftop: 13 WIDE RD: '],
    // Another point is 3 km nearer, and yet it is nearer to its own than any other is.
    ['13 Wide Rd, NC 28161', 'rooftop: 13 WIDE RD: '],
    // Found by the known city around it, and by its county.
    ['125 School Dr, Westville, NC', 'rooftop: 125 SCHOOL DR: '],
    ['125 School Dr, West County, NC', 'rooftop: 125 SCHOOL DR: '],
    ['125 School Dr', 'rooftop: 125 SCHOOL DR'],
    // Found by the cities that other files name with its ZIP code.
    ['3 Range Rd, Westville, NC', 'rooftop: 3 RANGE RD, NC 28043: '],
  ])('%s is found', (text, answer) => {
    expect(answered(text)).toContain(answer)
  })

  test('in the requested city may have any ZIP code nearby: its note names no other town', () => {
    expect(answered('5 Elm St, Westville, NC 28043')).toBe(
      'rooftop: 5 ELM ST, Westville, NC: Its source has no ZIP code to compare.',
    )
  })

  test.each([
    ['3 Range Rd, Midtown, NC', 'has ZIP code 28043, with which none is in that city'],
    // Another county, 26 km off; 7.5 km off across the county line; another state.
    ['125 School Dr, Shelby, NC 28150', 'is in West County, and 28150 in East County'],
    ['7 Line Rd, NC 28150', 'is in West County, and 28150 in East County'],
    ['125 School Dr, NC 29341', 'is in NC, and 29341 is a ZIP code of SC'],
    ['125 School Dr, 90210', 'is in NC, and 90210 is a ZIP code of CA'],
    ['125 School Dr, SC', 'is in NC, not in SC'],
    // The same county: too far from the point, and nearer to another one.
    ['9 Far Rd, NC 28043', 'is 19 km from the point that stands for 28043'],
    [
      '11 Half Way, NC 28043',
      'is 9 km from the point that stands for 28043, with another much nearer',
    ],
    ['125 School Dr, Midtown, NC 28160', 'is 11 km from the point that stands for 28160'],
    ['125 School Dr, Midtown, NC', 'is 11 km beyond all that is known of the requested place'],
    ['125 School Dr, East County, NC', 'is in West County, and the requested place in East County'],
    ['125 School Dr, Shelby, NC', 'has no city or ZIP code in its source'],
    ['125 School Dr, NC 28999', 'has no ZIP code in its source, and 28999 is not known'],
    // A town around it is known, and the requested one is not.
    ['125 School Dr, Unknown, NC 28043', 'in its source, and the requested one is not known'],
    // Its roll has no city, and another file has the house with one.
    ['5 Elm St, Shelby, NC', 'is in Westville, not in the requested city'],
    ['5 Elm St, Shelby, NC 28043', 'is in Westville, not in the requested city'],
    // The requested name is that of a county, and the city of its neighbour is known.
    ['21 Roll Rd, East County, NC', 'is in West County, and the requested place in East County'],
    ['3 Range Rd, East County, NC', 'is in West County, and the requested place in East County'],
    ['21 Roll Rd, Shelby, NC', 'is in Westville, not in the requested city'],
  ])('%s is not found: it %s', (text, reason) => {
    const answer = answered(text)
    expect(answer).toMatch(/^(place|missing)/)
    expect(answer).toMatch(/The build knows \d+ [A-Z ]+.* \(ll=[\d.,-]+\), which /)
    expect(answer).toContain(reason)
  })

  test('is found without counties within 15 km of the point of the ZIP code', async () => {
    const address_points = [
      // Its street reaches 60 km: how far the street goes makes no difference.
      house('1|FAR RD', NOWHERE, [0, 60_000]),
      house('9|FAR RD', NOWHERE, [0, 15_200]),
      house('8|NEAR RD', NOWHERE, [0, 14_800]),
    ]
    const bare = await buildFixture({ address_points, zip_points: ZIPS.slice(0, 1) })
    expect(answered('9 Far Rd, 28043', bare)).toContain('place: NC 28043: The build knows 9 FAR RD')
    expect(answered('8 Near Rd, 28043', bare)).toContain('rooftop: 8 NEAR RD')
    bare.close()
  })
})

test('a house in a file and on a roll is at the point of the file', () => {
  const { geocoder } = build
  const answer = geocoder.resolve('77 Twice Ln, NC')
  expect(answer).toMatchObject({ found: { formatted: '77 TWICE LN, Westville, NC' } })
  expect(answer).not.toHaveProperty('found.parcel_key')
})

describe('a house with a place of its own', () => {
  test.each([
    ['5 Elm St, Westville, NC 28043', 'rooftop: 5 ELM ST, Westville, NC'],
    ['6 Oak St, Westville, NC 28043', 'rooftop: 6 OAK ST, Westville, NC 28043'],
    // Addresses name both towns with the ZIP code, or the name is misspelled.
    [
      '8 Pine St, Westville, NC 28043',
      'rooftop: 8 PINE ST, Mill Village, NC 28043: Its city is not the requested one',
    ],
    [
      '8 Pine St, Mil Village, NC 28043',
      'rooftop: 8 PINE ST, Mill Village, NC 28043: Its city is not the requested one',
    ],
  ])('%s is found', (text, answer) => {
    expect(answered(text)).toContain(answer)
  })

  test.each([
    ['5 Elm St, Westville, NC 28150', 'is in West County, and 28150 in East County'],
    ['5 Elm St, Westville, NC 90210', 'is in NC, and 90210 is a ZIP code of CA'],
    ['5 Elm St, Westville, NC 28160', ''],
    ['8 Pine St, Midtown, NC 28043', 'is in Mill Village, not in the requested city'],
    ['8 Pine St, Elsewhere, NC 28043', 'is in Mill Village, not in the requested city'],
    // Other houses of its street are in Westville, this one is not.
    ['7 Oak St, Westville, NC 28044', 'has ZIP code 28043'],
    ['8 Pine St, Mill Village, NC 28160', 'no address with 28160 is in that city'],
  ])('%s is not found: it %s', (text, reason) => {
    expect(answered(text)).not.toMatch(/^(rooftop|street)/)
    expect(answered(text)).toContain(reason)
  })
})

describe('a place in another state than its ZIP code', () => {
  test('is answered with a note', () => {
    expect(answered('Westville, NC 90210')).toBe(
      'place: Westville, NC: 90210 is a ZIP code of CA, not of NC.',
    )
    expect(answered('Westville, NC 28150')).toBe('place: Westville, NC 28150')
  })

  test('is missing, with the reason', () => {
    expect(answered('NC 90210')).toContain('90210 is a ZIP code of CA, not of NC. Give number')
  })
})

describe('a text that may be a town is not a street', () => {
  test.each(['Portland', 'Portland, ME', 'Cortlnd Cir', 'Lincoln', 'Lincoln, ZZ', 'Lincoln Park'])(
    '%s',
    (text) => {
      expect(answered(text)).toMatch(/^missing/)
    },
  )

  test.each(['Cortland Cir', 'Lincoln St', 'Lincoln, Sampleton', '30 Lincoln', '20 Portland Cir'])(
    '%s is one',
    (text) => {
      expect(answered(text)).not.toMatch(/^missing/)
    },
  )
})

test('the ZIP codes of a build are in the states of their prefixes', () => {
  const { packs } = build
  const localities = packs.get('localities')!
  const rowOf = (zip: string) => localities.row(localities.rowOfKey(`zip ${zip}`)!)
  expect(rowOf('28043')).toMatchObject({ city_keys: 'millvillage|westville' })
  expect(rowOf('28150')).toMatchObject({ city_keys: null, state: 'NC' })
  expect(rowOf('29341')).toMatchObject({ state: 'SC' })
})
