import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../../tests/fixtures/example-town.ts'
import { LOCATIONS_MAX } from '../queries/locations-body.ts'
import type { LocationAnswers } from '../schemas/locations.ts'

let town: ExampleApp
beforeAll(async () => {
  town = await openExampleApp()
})
afterAll(() => town.close())

const { lot, nowhere } = TOWN_LOCATIONS
const list = (body: unknown) =>
  town.app.inject({ method: 'POST', url: '/api/v1/locations', payload: body as object })
const answersOf = async (body: unknown): Promise<LocationAnswers> => (await list(body)).json()
const pointOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })

test('each location is answered as GET answers it, in the order of the list', async () => {
  const points = [lot, nowhere, lot].map(pointOf)
  const layers = ['parcel', 'flood']
  const { data, request_id } = await answersOf({ locations: points, layers })
  expect(data).toHaveLength(3)
  for (const [i, { lat, lng }] of points.entries()) {
    const url = `/api/v1/location?ll=${lat},${lng}&layers=${layers}`
    const { body } = await town.get(url)
    const { as_of, request_id: own, ...rest } = body as Record<string, unknown>
    expect(data[i]).toEqual({
      status: 'answered',
      dossier: { ...rest, as_of: expect.any(String), request_id },
    })
  }
})

test('a location that fails is an item with its error, and the others are answered', async () => {
  const { data } = await answersOf({
    locations: [{ address: 'qqqqqqqq' }, pointOf(lot), { parcel: 'pk_aaaaaaaaaaaaaaaaaaaabaa' }],
    layers: ['parcel'],
  })
  expect(data.map(({ status }) => status)).toEqual(['failed', 'answered', 'failed'])
  expect(data[2]).toMatchObject({
    error: {
      code: 'not_found',
      message: expect.stringContaining('There is no parcel'),
      param: 'locations[2].parcel',
      hint: expect.stringMatching(/\S/),
    },
  })
})

test('as many as are allowed are answered', async () => {
  const locations = Array.from({ length: LOCATIONS_MAX }, () => pointOf(lot))
  const { data } = await answersOf({ locations, layers: ['parcel'] })
  expect(data).toHaveLength(LOCATIONS_MAX)
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['answered']))
})

const ONE = { lat: 1, lng: 1 }
describe('is refused as a whole, by the name of the member', () => {
  test.each<[body: unknown, param: string, hint: string]>([
    [{}, 'locations', '1 to 100'],
    [[], 'locations', '1 to 100'],
    [{ locations: [] }, 'locations', '1 to 100'],
    [{ locations: 'a' }, 'locations', '1 to 100'],
    [{ locations: Array(LOCATIONS_MAX + 1).fill(ONE) }, 'locations', '1 to 100'],
    [{ locations: [ONE, null] }, 'locations[1]', 'exactly one way'],
    [{ locations: [ONE, {}] }, 'locations[1]', 'exactly one way'],
    [{ locations: [{ ...ONE, address: '1 Main St' }] }, 'locations[0]', 'exactly one way'],
    [{ locations: [ONE, { lat: 1 }] }, 'locations[1].lng', 'exactly one way'],
    [{ locations: [ONE, { lng: 1 }] }, 'locations[1].lat', 'exactly one way'],
    [{ locations: [{ lat: 91, lng: 0 }] }, 'locations[0].lat', 'latitude'],
    [{ locations: [{ lat: -118.4, lng: 33.9 }] }, 'locations[0].lat', 'Is lat 33.9, lng -118.4'],
    [{ locations: [{ lat: '1', lng: 1 }] }, 'locations[0].lat', 'latitude'],
    [{ locations: [{ lat: 1, lng: 180.1 }] }, 'locations[0].lng', 'longitude'],
    [{ locations: [{ address: 'ab' }] }, 'locations[0].address', '3 to 500'],
    [{ locations: [{ parcel: 'pk_' }] }, 'locations[0].parcel', '4 to 200'],
    [{ locations: [{ lat: 1, lon: 1 }] }, 'locations[0].lon', 'Did you mean lng?'],
    [{ locations: [ONE], layer: ['flood'] }, 'layer', 'Did you mean layers?'],
    [{ locations: [ONE], layers: 'flood' }, 'layers', 'Known sections'],
    [{ locations: [ONE], layers: [] }, 'layers', 'Known sections'],
    [{ locations: [ONE], layers: ['floood'] }, 'layers[0]', 'Did you mean flood?'],
    // Objects that cannot be written as text.
    [{ locations: [ONE], layers: [{ toString: 1, valueOf: 1 }] }, 'layers[0]', 'Known sections'],
    [{ locations: [{ lat: 100, lng: { toString: 1, valueOf: 1 } }] }, 'locations[0].lat', 'lat'],
  ])('%j', async (body, param, hint) => {
    const { statusCode, body: text } = await list(body)
    const { error } = JSON.parse(text)
    expect([statusCode, error.code, error.param], error.message).toEqual([
      400,
      'invalid_request',
      param,
    ])
    expect(error.hint).toContain(hint)
  })

  test.each(['locations', 'layers'])('in %s, deeper than the stack', async (member) => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const { statusCode, body } = await town.app.inject({
      method: 'POST',
      url: '/api/v1/locations',
      headers: { 'content-type': 'application/json' },
      payload: `\uFEFF{"locations":[{"lat":1,"lng":1}],"${member}":[${deep}]}`,
    })
    expect([statusCode, JSON.parse(body).error.param]).toEqual([400, `${member}[0]`])
  })
})
