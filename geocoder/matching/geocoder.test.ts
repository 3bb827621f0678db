import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { buildTown, house, OTHERTON, range, SAMPLETON } from '../../tests/fixtures/geocoder/town.ts'
import { at, lineOf } from '../../tests/fixtures/ground.ts'
import type { GeocodedAddress } from './geocoded.ts'

let town: FixtureBuild
beforeAll(async () => {
  town = await buildFixture(buildTown())
})
afterAll(() => town.close())
const format = ({ precision, formatted }: GeocodedAddress) => `${precision}: ${formatted}`

/** The answer in one line: the address found, all candidates, or `missing`. */
function answered(text: string, { geocoder }: FixtureBuild = town): string {
  const answer = geocoder.resolve(text)
  if ('found' in answer) return format(answer.found)
  if ('missing' in answer) return 'missing'
  return answer.candidates.map(format).sort().join(' | ')
}

function found(text: string, { geocoder }: FixtureBuild = town): GeocodedAddress {
  const answer = geocoder.resolve(text)
  if (!('found' in answer)) throw new Error(`${text}: ${JSON.stringify(answer)}`)
  return answer.found
}

const CONDO = 'rooftop: 100 OAK DR UNIT 4B, Sampleton, ZZ 99801'

describe('one house however it is written', () => {
  test.each([
    ['10 North Main St, Sampleton, ZZ 99801', '10 NORTH MAIN ST, Sampleton, ZZ 99801'],
    ['10 n. main street', '10 NORTH MAIN ST, Sampleton, ZZ 99801'],
    ['10 Main St N, Sampleton', '10 NORTH MAIN ST, Sampleton, ZZ 99801'],
    ['5 Elm St 99802', '5 ELM ST, Otherton, ZZ 99802'],
    ['5 Elm Street Sampleton ZZ', '5 ELM ST, Sampleton, ZZ 99801'],
    ['5 Elm, Sampleton', '5 ELM ST, Sampleton, ZZ 99801'],
    ['five Elm St, Sampleton, zz 99801-1234', '5 ELM ST, Sampleton, ZZ 99801'],
    ['5 Elm St, Sampleton, ZZ 998011234', '5 ELM ST, Sampleton, ZZ 99801'],
    ['00005 Elm St, Sampleton', '5 ELM ST, Sampleton, ZZ 99801'],
    ['207 Northeast Sixteenth Avenue', '207 NE 16 AVE, Sampleton, ZZ 99801'],
    ['207 16th Ave NE', '207 NE 16 AVE, Sampleton, ZZ 99801'],
    ['31 S. Fifth Ave.', '31 5 AVE S, Sampleton, ZZ 99801'],
    ['4100 South U.S. Highway 1', '4100 S US HWY 1, Sampleton, ZZ 99801'],
    ['61 Saint Cloud Ave', '61 ST CLOUD AVE, Sampleton, ZZ 99801'],
    ['71 Ave E', '71 AVENUE E, Sampleton, ZZ 99801'],
    ['81 N St', '81 NORTH ST, Sampleton, ZZ 99801'],
    ['91 McGinnis Road', '91 MC GINNIS RD, Sampleton, ZZ 99801'],
    ['95 OBrien St', "95 O'BRIEN ST, Sampleton, ZZ 99801"],
    ['95 O’Brien Street', "95 O'BRIEN ST, Sampleton, ZZ 99801"],
    ['97 Hill and Dale Rd', '97 HILL & DALE RD, Sampleton, ZZ 99801'],
    ['97 Hill &amp;amp; Dale Rd', '97 HILL & DALE RD, Sampleton, ZZ 99801'],
    ['125 Umbrella Pine', '125 UMBRELLA PINE CT, Sampleton, ZZ 99801'],
    ['12 Barn Rd', '12 BARN RD, Sampleton, ZZ 99801'],
    ['3 Quiet Way, Zipless, ZZ', '3 QUIET WAY, Zipless, ZZ'],
    ['8 Twin Ln', '8 TWIN LN, Sampleton, ZZ 99801'],
  ])('%s', (text, formatted) => {
    expect(answered(text)).toBe(`rooftop: ${formatted}`)
    expect(found(text).note).toBeUndefined()
  })

  test.each([
    ['207 16 Ave', '207 NE 16 AVE, Sampleton, ZZ 99801'],
    ['4100 US-1', '4100 S US HWY 1, Sampleton, ZZ 99801'],
    ['4100 Hwy 1', '4100 S US HWY 1, Sampleton, ZZ 99801'],
  ])('%s, with a note of the directional that it lacks', (text, formatted) => {
    expect(answered(text)).toBe(`rooftop: ${formatted}`)
    expect(found(text).note).toBe('Its name is known with a directional that the request lacks.')
  })

  test.each(['12', '12A', '12 1/2', '12-34'])('%s Fraction St is a house of its own', (number) => {
    const each = found(`${number} Fraction St`)
    expect(format(each)).toBe(`rooftop: ${number} FRACTION ST, Sampleton, ZZ 99801`)
  })

  test('12 A is 12A where no unit of 12 is an A', () => {
    expect(answered('12 A Fraction St')).toBe('rooftop: 12A FRACTION ST, Sampleton, ZZ 99801')
  })
})

describe('units', () => {
  test.each(['# 4B', '#4B', 'Apt 4B', 'Unit # 4-B', 'apt 04b', '4B', ', Apt 4B'])(
    'of 100 Oak Dr, %s is flat 4B',
    (unit) => {
      expect(answered(`100 Oak Dr ${unit}, Sampleton`)).toBe(CONDO)
      expect(found(`100 Oak Dr ${unit}, Sampleton`).parcel_key).toMatch(/^pk_/)
    },
  )

  test('an address without one is the building, and no parcel of the stack', () => {
    expect(answered('100 Oak Dr')).toBe('rooftop: 100 OAK DR, Sampleton, ZZ 99801')
    expect(found('100 Oak Dr').parcel_key).toBeUndefined()
  })

  test('an unknown one has a note, and no parcel of the stack is chosen', () => {
    const { formatted, note, parcel_key } = found('100 Oak Dr Apt 9')
    expect(formatted).toBe('100 OAK DR, Sampleton, ZZ 99801')
    expect(note).toBe('The building is known; the unit is not.')
    expect(parcel_key).toBeUndefined()
    expect(found('5 Elm St Apt 9, Sampleton').note).toBe(note)
  })
})

describe('all candidates of an ambiguous address are returned', () => {
  test.each([
    ['5 Elm St', ['5 ELM ST, Otherton, ZZ 99802', '5 ELM ST, Sampleton, ZZ 99801']],
    [
      '10 Main St, Sampleton',
      ['10 NORTH MAIN ST, Sampleton, ZZ 99801', '10 SOUTH MAIN ST, Sampleton, ZZ 99801'],
    ],
    ['20 Main, Otherton', ['20 MAIN AVE, Otherton, ZZ 99802', '20 MAIN ST, Otherton, ZZ 99802']],
    [
      '5 Elm St, Otherton, ZZ 99801',
      ['5 ELM ST, Otherton, ZZ 99802', '5 ELM ST, Sampleton, ZZ 99801'],
    ],
    ['8 Far Ln', ['8 FAR LN, Sampleton, ZZ 99801', '8 FAR LN, Sampleton, ZZ 99801']],
  ])('%s', (text, formatted) => {
    expect(answered(text)).toBe(formatted.map((each) => `rooftop: ${each}`).join(' | '))
  })

  test('one number on two lots 2 km apart has two candidates with their points', () => {
    const answer = town.geocoder.resolve('8 Far Ln')
    if (!('candidates' in answer)) throw new Error('not ambiguous')
    const [a, b] = answer.candidates
    expect(distanceM(a.point, b.point)).toBeGreaterThan(1_900)
  })

  test('at most five are returned, and all are counted', async () => {
    const places = Array.from({ length: 8 }, (_, i) => ({ ...SAMPLETON, zip: `9980${i}` }))
    const address_points = places.map((where, i) => house('5|ELM ST', where, [i * 1000, 0]))
    const build = await buildFixture({ address_points })
    const answer = build.geocoder.resolve('5 Elm St')
    expect(answer).toMatchObject({ total: 8 })
    expect('candidates' in answer && answer.candidates).toHaveLength(5)
    build.close()
  })
})

describe('another house is not an answer', () => {
  test.each([
    ['207 NW 16th Ave', 'the directional contradicts'],
    ['207 NE 16th St', 'streets and avenues of a grid cross'],
    ['4100 SR 1', 'another system of roads'],
    ['71 Avenue G', 'another letter'],
    ['81 St', 'a type alone names no street'],
    ['61 Cloud Ave', 'a part of a name is not the name'],
    ['5 Elm St, FL', 'another state'],
    ['5 Elm St, Nowhere, ZZ', 'another city, and no ZIP code that agrees'],
    ['5 Elm St, Sampleton, ZZ 99888', 'never', 'rooftop: 5 ELM ST, Sampleton, ZZ 99801'],
    ['0 Vacant Rd', 'vacant land'],
    ['220 Range Rd', 'past the ends of the street'],
    ['13 Fraction St', 'the other side of the street has no number near'],
    ['PO Box 5', 'a box of nowhere'],
    ['99999', 'an unknown ZIP code'],
    ['Sampleton, FL', 'a place of that name in another state'],
  ])('%s: %s', (text, _why, answer = 'missing') => {
    expect(answered(text)).toBe(answer)
  })

  test('a known street without the number is preferred to its namesakes', async () => {
    const address_points = [
      ...[2, 4, 6].map((number) => house(`${number}|OAK HILL RD`, SAMPLETON, [number * 10, 0])),
      house('100|OAK ST', SAMPLETON, [0, 3000]),
      house('900|MAIN AVE', SAMPLETON, [0, 4000]),
      house('10|MAIN ST', SAMPLETON, [0, 5000]),
      house('500|MAPLES ST', SAMPLETON, [0, 6000]),
      house('10|MAPLE ST', SAMPLETON, [0, 7000]),
    ]
    const build = await buildFixture({ address_points })
    expect(answered('100 Oak Hill, Sampleton', build)).toBe('missing')
    expect(answered('900 Main St, Sampleton', build)).toBe('missing')
    expect(answered('500 Maple St, Sampleton', build)).toBe('missing')
    expect(answered('4 Oak Hill', build)).toBe('rooftop: 4 OAK HILL RD, Sampleton, ZZ 99801')
    build.close()
  })

  test('Main St is not one of its namesakes where a town has it with and without a directional', async () => {
    const address_points = [
      house('301|MAIN ST', SAMPLETON, [0, 0]),
      house('500|N MAIN ST', SAMPLETON, [0, 3_000]),
      house('700|N OAK ST', SAMPLETON, [0, 6_000]),
      house('900|OAK ST', OTHERTON, [5_000, 0]),
    ]
    const build = await buildFixture({ address_points })
    expect(answered('301 N Main St, Sampleton', build)).toBe('missing')
    expect(answered('500 Main St, Sampleton', build)).toBe('missing')
    // The plain one is in another town.
    expect(answered('700 Oak St, Sampleton', build)).toBe(
      'rooftop: 700 N OAK ST, Sampleton, ZZ 99801',
    )
    build.close()
  })

  test('a missing address comes with a hint of what is known', () => {
    expect(town.geocoder.resolve('500 Elm St, Sampleton')).toEqual({
      missing: 'No house number 500 is known there.',
      hint: 'The build knows ELM ST, Sampleton, ZZ 99801, with numbers from 5 to 7. Or give coordinates: ll=lat,lng.',
    })
  })

  test('a street without a stated place is in the requested one only if it is near', async () => {
    const nowhere = { city: null, state: 'ZZ', zip: null }
    const near = house('1|LOST LN', nowhere, [9000, 9000])
    const far = house('2|LOST LN', { ...nowhere, state: null }, [300_000, 0])
    const build = await buildFixture({ ...buildTown(), address_points: [near, far] })
    expect(answered('1 Lost Ln, Sampleton, ZZ 99801', build)).toBe('rooftop: 1 LOST LN, ZZ')
    expect(found('1 Lost Ln, 99801', build).note).toContain('no ZIP code to compare')
    expect(answered('1 Lost Ln, Timbuktu', build)).toBe('missing')
    expect(answered('2 Lost Ln, 99801', build)).not.toContain('2 LOST')
    build.close()
  })
})

describe('a note describes the differences from the request', () => {
  test.each([
    ['5 Elm St, Sampelton, ZZ 99801', 'Its city is not the requested one.'],
    [
      '5 Elm St, Nowhere, ZZ 99801',
      'which is in Sampleton, not in the requested city. This is a point that stands for',
    ],
    ['7 Elm St, Sampleton, ZZ 99888', 'Its ZIP code is not the requested one.'],
    ['91 McGinnis St, Sampleton', 'The street is of another type than requested.'],
    ['5 N Elm St, Sampleton', 'Its name is known without the requested directional.'],
    ['125 Umbrela Pine Ct', 'No street is spelled as requested'],
    ['5 Elm Strreet, Sampleton', 'No street is spelled as requested'],
    ['12B Fraction St', 'No source has this number'],
    ['150 Range Rd', 'Interpolated between the house numbers'],
    ['Elm St, Sampleton', 'The middle of the known part of the street'],
    ['500 Unknown St, Sampleton', 'The street was not found there'],
    ['91 McGinnis Rd, Otherton', 'The street was not found there'],
  ])('%s: %s', (text, note) => {
    expect(found(text).note).toContain(note)
  })
})

describe('an answer has at most 9 points of penalty', () => {
  // Another street type is 8; an interpolated number, an unknown unit and an unknown ZIP code are 1
  // each, a number between known ones and a missing directional are 2.
  test.each([
    ['91 McGinnis St, Sampleton', 8, '91 MC GINNIS RD, Sampleton, ZZ 99801'],
    ['150 Range St, Sampleton', 9, '150 RANGE RD, Sampleton, ZZ 99801'],
    ['91 McGinnis St Apt 9, Sampleton', 9, '91 MC GINNIS RD, Sampleton, ZZ 99801'],
    ['3 Quiet Rd, Zipless, ZZ 99803', 9, '3 QUIET WAY, Zipless, ZZ'],
  ])('%s, of %i, is answered', (text, _points, formatted) => {
    expect(found(text).formatted).toBe(formatted)
    expect(found(text).note).toContain('The street is of another type than requested.')
  })

  test.each([
    ['7 Elm Rd, Otherton', 10, '7 Elm St, Otherton'],
    ['40 Quiet Rd, Zipless, ZZ 99803', 10, '40 Quiet Way, Zipless, ZZ 99803'],
    ['10 Main Rd, Sampleton', 10, '10 North Main Rd, Sampleton'],
    ['7 Elm Rd, Sampleton, ZZ 99888', 11, '7 Elm St, Sampleton, ZZ 99888'],
    ['125 Umbrela Pine St, Sampleton', 11, '125 Umbrela Pine Ct, Sampleton'],
  ])('%s, of %i, is not, and %s is', (text, _points, nearer) => {
    expect(answered(text)).not.toMatch(/rooftop|street/)
    expect(answered(nearer)).toMatch(/rooftop|street/)
  })
})

describe('precision is never better than the truth', () => {
  test('a number between two known ones, or inside a range, has the precision street', () => {
    for (const text of ['150 Range Rd', '151 Mixed Rd', '40 Quiet Way', '210 Range Rd'])
      expect(found(text).precision).toBe('street')
    for (const text of ['12B Fraction St', '12 3/4 Fraction St', '12-36 Fraction St'])
      expect(found(text).precision).toBe('street')
  })

  test('an unknown part of a house is at the house', () => {
    const [house, part] = [found('12 Fraction St'), found('12B Fraction St')]
    expect(part.point).toEqual(house.point)
  })

  test('a whole street has the precision street only where its ranges end within 200 m', async () => {
    const ranges = [100, 900].map((length, i) =>
      range(
        `STREET ${'AB'[i]}`,
        SAMPLETON,
        'left',
        [2, 8],
        lineOf([0, i * 500], [length, i * 500]),
      ),
    )
    // A few houses do not show how far their street reaches.
    const houses = [0, 100].map((east, i) => house(`${i + 1}|STREET C`, SAMPLETON, [east, 900]))
    const build = await buildFixture({ address_points: houses, street_ranges: ranges })
    expect(found('Street A', build).precision).toBe('street')
    expect(found('Street B', build).precision).toBe('place')
    expect(found('Street C', build).precision).toBe('place')
    // An unknown number is at the middle of a short street, and is missing on a long one.
    expect(format(found('99 Street A, Sampleton', build))).toBe(
      'street: STREET A, Sampleton, ZZ 99801',
    )
    expect(found('99 Street A, Samplton, ZZ 99801', build).note).toBe(
      'Its city is not the requested one. ' +
        'The house number is not known there: this is the middle of the short street.',
    )
    expect(answered('99 Street B, Sampleton', build)).toBe('missing')
    build.close()
  })

  test.each(['99801', 'Sampleton', 'Sampleton, ZZ 99801', 'Sample County', 'PO Box 5, Sampleton'])(
    '%s is a place',
    (text) => {
      expect(found(text).precision).toBe('place')
      expect(found(text).note).toBeUndefined()
    },
  )

  test('a ZIP code and a city that lie far apart are two places', async () => {
    const address_points = [
      house('1|ELM ST', SAMPLETON, [0, 0]),
      house('1|ELM ST', OTHERTON, [300_000, 0]),
    ]
    const build = await buildFixture({ address_points })
    expect(answered('Sampleton, ZZ 99802', build)).toBe('place: Sampleton, ZZ | place: ZZ 99802')
    build.close()
  })
})

describe('along numbered sides', () => {
  test('numbers run with the line or against it, each on its own side', () => {
    for (const [text, east, north] of [
      ['100 Range Rd', 3204, 25],
      ['199 Range Rd', 3596, -25],
      ['198 Reversed Rd', 3204, 325],
      ['101 Reversed Rd', 3596, 275],
    ] as const)
      expect(distanceM(found(text).point, at(east, north))).toBeLessThan(3)
  })

  test('a number of the other parity is not on the side', async () => {
    const street_ranges = [range('ODD RD', SAMPLETON, 'left', [101, 199], lineOf([0, 0], [400, 0]))]
    const build = await buildFixture({ street_ranges })
    expect(answered('151 Odd Rd', build)).toBe('street: 151 ODD RD, Sampleton, ZZ 99801')
    expect(answered('150 Odd Rd', build)).toBe('missing')
    build.close()
  })

  test('a known house is preferred to a range that holds its number', async () => {
    const { street_ranges } = buildTown()
    const address_points = [house('150|RANGE RD', SAMPLETON, [3300, 200])]
    const build = await buildFixture({ address_points, street_ranges })
    expect(found('150 Range Rd', build).point).toEqual(at(3300, 200))
    build.close()
  })

  test('a street of one name in many towns reads the sides of each once', async () => {
    const TOWNS = 300
    const street_ranges = Array.from({ length: TOWNS }, (_, i) =>
      range(
        'MAIN ST',
        { city: null, state: 'ZZ', zip: `${10_000 + i}` },
        'left',
        [100, 198],
        lineOf([0, i * 1000], [400, i * 1000]),
      ),
    )
    const build = await buildFixture({ street_ranges })
    const pack = build.packs.get('street_ranges')!
    let reads = 0
    const row = pack.row.bind(pack)
    pack.row = (number) => {
      reads++
      return row(number)
    }
    expect(build.geocoder.resolve('999 Main St')).toHaveProperty('missing')
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThanOrEqual(6 * TOWNS)
    build.close()
  })
})

test('a name that too many streets have has no answer, and the hint requests the place', async () => {
  const address_points = Array.from({ length: 5_001 }, (_, i) =>
    house('5|ELM ST', { city: `Town ${i}`, state: 'ZZ', zip: `${10_000 + i}` }, [i, 0]),
  )
  const build = await buildFixture({ address_points })
  expect(build.geocoder.resolve('5 Elm St')).toMatchObject({
    missing: 'More than 5,000 streets have that name.',
  })
  expect(answered('5 Elm St 14321', build)).toBe('rooftop: 5 ELM ST, Town 4321, ZZ 14321')
  expect(answered('5 Elm St, Town 4321', build)).toBe('rooftop: 5 ELM ST, Town 4321, ZZ 14321')
  build.close()
})

test('a build without any table of addresses has no match', async () => {
  const build = await buildFixture({})
  for (const text of ['5 Elm St', 'Sampleton', '99801', ''])
    expect(answered(text, build)).toBe('missing')
  build.close()
})
