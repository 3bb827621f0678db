import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GRID } from '../geometry/polygons.ts'
import { censusGeocoder } from '../layers/addresses/upstream.ts'
import { buildFixture, type FixtureBuild } from '../tests/fixtures/geocoder/address-build.ts'
import { buildTown } from '../tests/fixtures/geocoder/town.ts'
import { clientOf } from '../tests/servers/local-service.ts'
import { type LocalAnswer, LocalUpstream } from '../tests/servers/local-upstream.ts'
import { UpstreamClient } from '../upstream/client.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { upstreamSettings } from '../upstream/settings.ts'
import { lookUpAddress } from './address-lookup.ts'
import type { GeocodedAddress } from './matching/geocoded.ts'
import type { AddressSearch } from './search/address-search.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const UNKNOWN = '1600 Pennsylvania Ave NW, Washington, DC 20500'

/** A match in the answer of the service; `x` is its longitude. */
const match = (matchedAddress: string, x: unknown = -77.03535, y: unknown = 38.898754) => ({
  tigerLine: { side: 'L', tigerLineId: '76225813' },
  coordinates: { x, y },
  addressComponents: { zip: '20502', city: 'WASHINGTON', state: 'DC' },
  matchedAddress,
})
const body = (...addressMatches: unknown[]) => ({
  result: {
    input: { benchmark: { id: '4', benchmarkName: 'Public_AR_Current', isDefault: true } },
    addressMatches,
  },
})
const WHITE_HOUSE = '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502'

let town: FixtureBuild
let census: LocalUpstream
let addresses: Pick<AddressSearch, 'geocoder' | 'positioned' | 'inputOf'>
beforeAll(async () => {
  town = await buildFixture(buildTown())
  census = await LocalUpstream.open(() => null)
  const inputOf: AddressSearch['inputOf'] = ({ point: [x, y] }) => ({
    lat: y / GRID,
    lng: x / GRID,
  })
  const positioned = (found: GeocodedAddress) => found
  addresses = { geocoder: town.geocoder, positioned, inputOf }
})
beforeEach(() => {
  census.respond = () => ({ body: body(match(WHITE_HOUSE)) })
  census.requests.length = 0
})
afterAll(async () => {
  town.close()
  await census.close()
})

const client = (deadline_ms = censusGeocoder.deadline_ms) =>
  clientOf([[{ ...censusGeocoder, deadline_ms }, census.url]], () => Date.parse(NOW))

const lookUp = (text = UNKNOWN, known: typeof addresses | null = addresses, upstreams = client()) =>
  lookUpAddress(known, text, upstreams)

describe('an address that the build does not know', () => {
  test('is found along a street, with the service and the date in its note', async () => {
    expect(await lookUp()).toEqual({
      found: {
        formatted: '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC 20502',
        precision: 'street',
        position: 'street',
        point: [-770353500, 388987540],
        note: 'Found by the US Census Bureau Geocoder on 2026-11-21, interpolated along the house numbers of a street; the build does not know it. It corrects spellings and ZIP codes: compare it with the request.',
      },
      input: { lat: 38.898754, lng: -77.03535, source: 'geocoded', position: 'street' },
    })
    const [{ pathname, searchParams }] = census.requests
    expect(pathname).toBe('/locations/onelineaddress')
    expect(Object.fromEntries(searchParams)).toEqual({
      address: UNKNOWN,
      benchmark: 'Public_AR_Current',
      format: 'json',
    })
  })

  test('is found where the build has no addresses at all', async () => {
    expect(await lookUp(UNKNOWN, null)).toHaveProperty('found.precision', 'street')
  })

  test('is requested also where the build knows its street without the number', async () => {
    const known = town.geocoder.resolve('500 Elm St, Sampleton')
    expect(known).toHaveProperty('missing')
    census.respond = () => ({ body: body(match('500 ELM ST, SAMPLETON, ME, 04401')) })
    expect(await lookUp('500 Elm St, Sampleton')).toHaveProperty('found')
  })

  test.each([
    ['500 Elm St, Sampleton', 'in another city'],
    ['500 Elm St, 99801', 'with another ZIP code'],
    ['500 Elm St, Washington, ZZ 20502', 'in another state'],
  ])('is not found where the service finds it elsewhere: %s is not %s', async (text) => {
    census.respond = () => ({ body: body(match('500 ELM ST, WASHINGTON, DC, 20502')) })
    expect(await lookUp(text)).toHaveProperty('missing')
  })

  test('has the hints of the build and of the service where neither knows it', async () => {
    census.respond = () => ({ body: body() })
    const known = town.geocoder.resolve('500 Elm St, Sampleton') as { hint: string }
    expect(await lookUp('500 Elm St, Sampleton')).toEqual({
      ...known,
      hint: `${known.hint} The US Census Bureau's geocoder was also queried and has no match.`,
    })
    expect(await lookUp(UNKNOWN, null)).toMatchObject({
      missing: 'The build has no addresses.',
      hint: expect.stringContaining('also queried and has no match'),
    })
  })

  test('is not found, without a failure, where the service does not accept it as an address', async () => {
    const errors = [
      'Specify House number and Street name along with City and State and/or ZIP Code',
    ]
    census.respond = () => ({ status: 400, body: { errors, status: '400' } })
    expect(await lookUp()).toHaveProperty('missing')
  })

  test('has candidates where it matches several places', async () => {
    const other = match('1600 PENNSYLVANIA AVE SE, WASHINGTON, DC, 20003', -76.98, 38.879)
    census.respond = () => ({ body: body(match(WHITE_HOUSE), other) })
    expect(await lookUp()).toMatchObject({
      total: 2,
      candidates: [{ precision: 'street' }, { formatted: expect.stringContaining('SE') }],
    })
  })

  test('is one where the service returns it for both sides of its street', async () => {
    const near = match(WHITE_HOUSE, -77.0355, 38.8989)
    const zip = match('1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20500', -77.03535, 38.89876)
    census.respond = () => ({ body: body(match(WHITE_HOUSE), near, zip) })
    expect(await lookUp()).toHaveProperty('found')
  })

  test.each([
    ['of one name far apart', match(WHITE_HOUSE, -77.04)],
    ['of two names nearby', match('1600 PENNSYLVANIA AVE SW, WASHINGTON, DC, 20502', -77.0355)],
  ])('%s is two', async (_, other) => {
    census.respond = () => ({ body: body(match(WHITE_HOUSE), other) })
    expect(await lookUp()).toHaveProperty('total', 2)
  })
})

describe('a place that stands in for an unknown street', () => {
  const TEXT = '12 Nowhere Ln, Sampleton'
  const place = () => {
    const answer = town.geocoder.resolve(TEXT)
    if (!('found' in answer)) return expect.fail('the place is not known')
    expect(answer.found).toMatchObject({ precision: 'place', isStandIn: true })
    return answer.found
  }
  /** A match north of the place by degrees of latitude, about 111 km each. */
  const north = (degrees: number, words = '12 NOWHERE LN, SAMPLETON, ZZ, 99801') => {
    const [x, y] = place().point
    return match(words, x / GRID, y / GRID + degrees)
  }

  test('gives way to a house in it', async () => {
    census.respond = () => ({ body: body(north(0.01)) })
    expect(await lookUp(TEXT)).toMatchObject({
      found: { formatted: '12 NOWHERE LN, SAMPLETON, ZZ 99801', precision: 'street' },
      input: { lat: place().point[1] / GRID + 0.01 },
    })
    census.respond = () => ({ body: body(north(0.01), north(3)) })
    expect(await lookUp(TEXT)).toHaveProperty('found.precision', 'street')
  })

  test('stays where the service has no house, one in another town, or two', async () => {
    for (const matches of [[], [north(1)], [north(0.01), north(0.02)]]) {
      census.respond = () => ({ body: body(...matches) })
      expect(await lookUp(TEXT)).toMatchObject({
        found: {
          ...place(),
          note: expect.stringContaining('also queried and has no single match there'),
        },
      })
    }
  })

  test('stays where the service does not answer, with a note', async () => {
    census.respond = () => ({ status: 404 })
    const answer = await lookUp(TEXT)
    const note = `${place().note} US Census Bureau Geocoder answered with status 404.`
    expect(answer).toMatchObject({ found: { ...place(), note } })
  })
})

describe('the service is not queried', () => {
  test.each(['100 oak drive apt 4b, sampleton', '150 Range Rd', 'Sampleton', '5 Elm St'])(
    '%s',
    async (text) => {
      const known = town.geocoder.resolve(text)
      expect(known).not.toHaveProperty('missing')
      expect(await lookUp(text)).toMatchObject(known)
      expect(census.requests).toEqual([])
    },
  )

  test.each([
    ['a name without a number', 'Nowhere Lane, Timbuktu'],
    ['a number alone', '1600'],
    ['nothing', '  '],
    ['more than it takes', `1600 ${'Very '.repeat(20)}Long Lane, Timbuktu`],
  ])('for a text that it cannot know: %s', async (_, text) => {
    expect(await lookUp(text)).toEqual(town.geocoder.resolve(text))
    expect(await lookUp(text, null)).toBeNull()
    expect(census.requests).toEqual([])
  })

  test('where it is switched off', async () => {
    const settings = upstreamSettings({ PLAT_LIVE: 'default' }, [censusGeocoder])
    const off = new UpstreamClient({ upstreams: [censusGeocoder], settings })
    for (const upstreams of [off, null])
      expect(await lookUpAddress(addresses, UNKNOWN, upstreams)).toEqual(
        town.geocoder.resolve(UNKNOWN),
      )
  })
})

describe('a geocoder that fails leaves open whether the address exists', () => {
  const FAULTS: [string, LocalAnswer | null, string][] = [
    ['is failing', { status: 502 }, 'status 502'],
    ['is late', null, 'did not answer within'],
    ['sends a page', { body: '<html>Request Rejected</html>' }, 'a page instead of JSON'],
    ['sends half of it', { body: JSON.stringify(body(match('A'))).slice(0, 90) }, 'cut short'],
    ['refuses', { status: 400, body: { errors: ['Invalid benchmark'] } }, 'Invalid benchmark'],
    ['refuses without a word', { status: 400, body: {} }, 'status 400'],
    ['has another shape', { body: { result: { addressMatches: null } } }, 'another shape'],
    ['has no coordinates', { body: body(match('1 A ST', null)) }, 'another shape'],
    ['has coordinates of text', { body: body(match('1 A ST', '-77')) }, 'another shape'],
    [
      'is at 0, 0',
      { body: body(match('1 A ST', 0, 0)) },
      '0, 0, which is not in the United States',
    ],
    ['swaps its axes', { body: body(match('1 A ST', 38.9, -77)) }, 'not in the United States'],
    ['is in Paris', { body: body(match('1 A ST', 2.35, 48.85)) }, 'not in the United States'],
    ['has no words', { body: body(match('')) }, 'another shape'],
  ]
  test.each(FAULTS)('when it %s', async (_, answer, words) => {
    census.respond = () => answer
    const failure = await lookUp(
      UNKNOWN,
      addresses,
      client(answer === null ? 300 : undefined),
    ).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UpstreamFailure)
    expect((failure as UpstreamFailure).reason).toContain('US Census Bureau Geocoder ')
    expect((failure as UpstreamFailure).reason).toContain(words)
  })

  test('points on the islands and in the far north are not a failure', async () => {
    for (const [x, y] of [
      [144.75, 13.47],
      [-170.7, -14.28],
      [-66.1, 18.4],
      [-176.6, 51.9],
      [-156.79, 71.29],
    ]) {
      census.respond = () => ({ body: body(match('1 A ST', x, y)) })
      expect(await lookUp(), `${x}, ${y}`).toHaveProperty('found')
    }
  })
})

const RECORDED = join(process.env.PLAT_REAL_DATA ?? '../shared/data', 'recorded/census')
describe.skipIf(!existsSync(RECORDED))('bodies that the Census Bureau sent', () => {
  /** The JSON of a recorded answer: a folded scalar in single quotes. */
  async function recorded(name: string): Promise<string> {
    const yaml = await readFile(join(RECORDED, name), 'utf8')
    const [, folded] = /body: \{string:[^']*'((?:[^']|'')*)'\}/.exec(yaml)!
    return folded.replace(/\n\s+/g, ' ').replaceAll("''", "'")
  }

  test.each(['address-locations.yaml', 'onelineaddress.yaml', 'address-geographies.yaml'])(
    '%s: the White House, under the ZIP code of the street',
    async (name) => {
      const text = await recorded(name)
      census.respond = () => ({ body: text })
      expect(await lookUp()).toMatchObject({
        found: { formatted: '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC 20502' },
        input: { lat: 38.898754, lng: -77.03535 },
      })
    },
  )

  test('coordinates.yaml: an answer to another request is refused', async () => {
    const text = await recorded('coordinates.yaml')
    census.respond = () => ({ body: text })
    await expect(lookUp()).rejects.toThrow('another shape')
  })
})
