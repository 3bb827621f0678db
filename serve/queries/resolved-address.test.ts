import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { censusGeocoder } from '../../layers/addresses/upstream.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../../tests/fixtures/example-town.ts'
import { clientOf } from '../../tests/servers/local-service.ts'
import { LocalUpstream } from '../../tests/servers/local-upstream.ts'

/** The build in service has no addresses. */
const REQUEST = '/api/v1/location?address=1%20Sample%20Street,%20Sampleton&layers=parcel'

let census: LocalUpstream
let town: ExampleApp
beforeAll(async () => {
  census = await LocalUpstream.open(() => null)
  const upstreams = clientOf([[censusGeocoder, census.url]])
  town = await openExampleApp({ upstreams })
})
beforeEach(() => {
  census.requests.length = 0
})
afterAll(async () => {
  await town.close()
  await census.close()
})

function answerWith(...addressMatches: unknown[]) {
  census.respond = () => ({ body: { result: { addressMatches } } })
}
const match = ({ lat, lng }: { lat: number; lng: number }, street = 'SAMPLE ST') => ({
  matchedAddress: `1 ${street}, SAMPLETON, ZZ, 99801`,
  coordinates: { x: lng, y: lat },
})

describe('a lookup by the Census geocoder of an address that the build lacks', () => {
  test('that fails is 503 with Retry-After and not 404, since the address may exist', async () => {
    census.respond = () => ({ status: 429, headers: { 'retry-after': '2' } })
    const { status, headers, body } = await town.get(REQUEST)
    expect([status, body.error.code, body.error.param]).toEqual([503, 'not_available', 'address'])
    expect(headers['retry-after']).toBe('2')
    expect(body.error.message).toContain('is not in the build in service')
    expect(body.error.hint).toContain('US Census Bureau Geocoder reports too many requests')
  })
})

describe('an address, where the Census geocoder answers', () => {
  let answering: ExampleApp
  beforeAll(async () => {
    answering = await openExampleApp({
      upstreams: clientOf([[censusGeocoder, census.url]]),
    })
  })
  afterAll(() => answering.close())

  test('is 404 where it has no match, and names the geocoder', async () => {
    answerWith()
    const { status, body } = await answering.get(REQUEST)
    expect([status, body.error.code]).toEqual([404, 'not_found'])
    expect(body.error.hint).toContain('also queried and has no match')
  })

  test('is 404 with candidates where it has several', async () => {
    answerWith(match(TOWN_LOCATIONS.lot), match(TOWN_LOCATIONS.unmapped, 'SAMPLE AVE'))
    const { status, body } = await answering.get(REQUEST.replace('1%20', '2%20'))
    expect([status, body.error.code]).toEqual([404, 'not_found'])
    expect(body.error.hint).toContain('1 SAMPLE ST, SAMPLETON, ZZ 99801 (ll=30.0005,-71.9995)')
  })

  test('is a point along its street', async () => {
    answerWith(match(TOWN_LOCATIONS.lot))
    const { status, body } = await answering.get(REQUEST.replace('1%20', '3%20'))
    expect(status).toBe(200)
    expect(body.query).toEqual({ type: 'address', address: '3 Sample Street, Sampleton' })
    expect(body.point).toEqual({ ...TOWN_LOCATIONS.lot, source: 'geocoded', position: 'street' })
    expect(body.address).toMatchObject({
      formatted: '1 SAMPLE ST, SAMPLETON, ZZ 99801',
      precision: 'street',
      note: expect.stringMatching(/^Found by the US Census Bureau Geocoder on \d{4}-\d\d-\d\d, /),
    })
    expect(body.layers.parcel.status).toBe('available')
  })

  test('is not used by search', async () => {
    expect((await answering.get('/api/v1/search?q=1%20Sample%20Street')).body.data).toEqual([])
    expect(census.requests).toEqual([])
  })
})
