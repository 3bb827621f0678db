import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { house, lot, range, zipPoint } from '../../tests/fixtures/geocoder/town.ts'
import { lineOf } from '../../tests/fixtures/ground.ts'

/** The answer in one line: the address found, all candidates, or `missing`. */
function answered(text: string, { geocoder }: FixtureBuild): string {
  const answer = geocoder.resolve(text)
  if ('missing' in answer) return 'missing'
  const found = 'found' in answer ? [answer.found] : answer.candidates
  return found
    .map(({ precision, formatted }) => `${precision}: ${formatted}`)
    .sort()
    .join(' | ')
}

test('two houses 67 m apart are two, and one house in a roll and in a file is one', async () => {
  const where = { city: 'Westville', state: 'ZZ', zip: null }
  const build = await buildFixture({
    address_points: [
      house('106|W MAIN ST', where, [0, 0]),
      house('106|E MAIN ST', where, [67, 0]),
      house('5|ELM ST', where, [0, 500]),
      house('7|OAK ST N', where, [0, 700]),
      house('9|PINE ST', where, [0, 900]),
      house('9|PINE AVE', where, [60, 900]),
      house('12A|FIR ST', where, [0, 1_100]),
      house('4|CORTLAND CIR', where, [0, 1_300]),
      house('4|PORTLAND CIR', where, [60, 1_300]),
    ],
    parcels: [
      lot('106 W MAIN ST', { ...where, city: null }, [0, 20]),
      lot('5 ELM STREET', { ...where, city: null }, [0, 520]),
      // The same directional on the other side of the name.
      lot('7 N OAK ST', { ...where, city: null }, [0, 720]),
      lot('12 FIR ST UNIT A', { ...where, city: null }, [0, 1_120]),
    ],
  })
  expect(answered('106 Main St', build)).toBe(
    'rooftop: 106 E MAIN ST, Westville, ZZ | rooftop: 106 W MAIN ST, Westville, ZZ',
  )
  expect(answered('106 W Main St', build)).toBe('rooftop: 106 W MAIN ST, Westville, ZZ')
  expect(answered('5 Elm', build)).toBe('rooftop: 5 ELM ST, Westville, ZZ')
  expect(answered('7 Oak St', build)).toBe('rooftop: 7 OAK ST N, Westville, ZZ')
  expect(answered('9 Pine', build)).toBe(
    'rooftop: 9 PINE AVE, Westville, ZZ | rooftop: 9 PINE ST, Westville, ZZ',
  )
  expect(answered('12a Fir St', build)).toBe('rooftop: 12A FIR ST, Westville, ZZ')
  expect(answered('4 Mortland Cir', build)).toBe(
    'rooftop: 4 CORTLAND CIR, Westville, ZZ | rooftop: 4 PORTLAND CIR, Westville, ZZ',
  )
  build.close()
})

describe('a short street without the number, where the house is known outside of the ZIP code', () => {
  let build: FixtureBuild
  beforeAll(async () => {
    const where = { city: 'Bangor', state: 'ZZ', zip: null }
    const short = (name: string, north_m: number) =>
      range(name, where, 'left', [2, 8], lineOf([6_000, north_m], [6_100, north_m]))
    build = await buildFixture({
      address_points: [
        house('2354|BROADWAY', { ...where, city: 'Westville' }, [0, 0]),
        house('80|ALAMEDA', { ...where, city: 'Westville' }, [0, 100]),
        house('80|EMBARCADERO', { ...where, city: 'Westville' }, [0, 200]),
        house('6|EMBARCADERO', { ...where, city: 'Westville' }, [0, 200]),
        house('6|ALAMEDA', { ...where, city: 'Westville' }, [0, 100]),
      ],
      street_ranges: [
        short('EAST BROADWAY EXT', 0),
        short('ALAMEDA', 100),
        short('N EMBARCADERO', 200),
      ],
      zip_points: [zipPoint('99804', [0, 0]), zipPoint('99805', [6_200, 0])],
    })
  })
  afterAll(() => build.close())

  test.each([
    ['2354 Broadway', 'has a name that is less like the request than the house’s'],
    ['80 Alameda', 'has the very name of the house'],
  ])('%s: is not found where it %s', (line) => {
    expect(answered(`${line}, ZZ 99805`, build)).toBe('place: ZZ 99805')
    const note = expect.stringContaining(`The build knows ${line.toUpperCase()}, Westville`)
    expect(build.geocoder.resolve(`${line}, ZZ 99805`)).toMatchObject({ found: { note } })
    expect(answered(`${line}, ZZ 99804`, build)).toMatch(/^rooftop/)
  })

  test('has no interpolated number for the house unless it has exactly the name', () => {
    expect(answered('6 Embarcadero, ZZ 99805', build)).toBe('place: ZZ 99805')
    expect(answered('6 N Embarcadero, ZZ 99805', build)).toBe('street: 6 N EMBARCADERO, Bangor, ZZ')
    expect(answered('6 Alameda, ZZ 99805', build)).toBe('street: 6 ALAMEDA, Bangor, ZZ')
  })

  test('is found where only it has the requested name', () => {
    expect(answered('80 N Embarcadero, ZZ 99805', build)).toBe('street: N EMBARCADERO, Bangor, ZZ')
  })

  test('is found where no house of that number is known', () => {
    expect(answered('90 Alameda, ZZ 99805', build)).toBe('street: ALAMEDA, Bangor, ZZ')
  })
})
