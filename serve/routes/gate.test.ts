import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  KEYS,
  LIMIT,
  ScriptedAccounts,
  SIGNED_IN,
  WAIT_S,
} from '../../tests/accounts/scripted-accounts.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../../tests/fixtures/example-town.ts'

let accounts: ScriptedAccounts
let town: ExampleApp
let app: FastifyInstance
beforeAll(async () => {
  accounts = new ScriptedAccounts()
  town = await openExampleApp({ accounts })
  app = town.app
})
beforeEach(() => {
  accounts.admissions.length = 0
})
afterAll(() => town.close())

const DOSSIER = `/api/v1/location?ll=${TOWN_LOCATIONS.lot.lat},${TOWN_LOCATIONS.lot.lng}&layers=parcel`
const GATED = [
  DOSSIER,
  DOSSIER.replace('location', 'location/report'),
  DOSSIER.replace('location', 'location/export'),
  '/api/v1/search?q=main',
  '/api/v1/parcels',
  '/api/v1/parcels/pk_aaaaaaaaaaaaaaaaaaaaaaaa',
  '/api/v1/layers',
  '/api/v1/layers/parcels',
  '/api/v1/layers/parcels/features?bbox=-72,30,-71.99,30.01',
  '/api/v1/tiles/parcels.json',
  '/api/v1/tiles/parcels/14/4915/6765.mvt',
  '/api/v1/tiles/elevation/12/1228/1691.png',
  '/api/v1/archives/parcels.pmtiles',
  '/api/v1/coverage',
  '/api/v1/coverage/map?layer=flood&county=99001',
  '/api/v1/upstreams',
]
/** The one path that is called by POST. */
const LISTS = '/api/v1/locations'
const OPEN = ['/api/v1/health', '/api/docs', '/api/openapi.json', '/api/llms.txt']
const send = (headers: Record<string, string> = {}, url = DOSSIER, method = 'GET') =>
  app.inject({ method: method as 'GET', url, headers: { host: 'plat.example', ...headers } })

const sendList = (headers: Record<string, string>, payload: string) =>
  app.inject({
    method: 'POST',
    url: LISTS,
    headers: { host: 'plat.example', 'content-type': 'application/json', ...headers },
    payload,
  })

test('every documented path but the four open ones is refused without a key, also for HEAD', async () => {
  const described = Object.keys((await app.inject('/api/openapi.json')).json().paths)
  expect(described).toHaveLength(GATED.length + OPEN.length + 1)
  for (const url of GATED)
    for (const method of ['GET', 'HEAD']) {
      const { statusCode, headers, body } = await send({}, url, method)
      expect([statusCode, headers['www-authenticate']], url).toEqual([401, 'Bearer'])
      expect(headers['x-request-id']).toMatch(/^req_/)
      expect(headers['cache-control']).toBe('no-store')
      if (method === 'GET')
        expect(JSON.parse(body).error).toMatchObject({
          code: 'unauthorized',
          hint: expect.stringContaining('x-api-key'),
          request_id: headers['x-request-id'],
        })
      else expect(body).toBe('')
    }
  for (const body of ['{"locations":[{"lat":1,"lng":1}]}', '{', '']) {
    const answer = await sendList({}, body)
    expect([answer.statusCode, answer.headers['www-authenticate']], body).toEqual([401, 'Bearer'])
  }
  for (const url of OPEN) expect((await send({}, url)).statusCode, url).toBe(200)
})

test('an invalid request without a valid key is 401, and its problem is not disclosed', async () => {
  for (const url of ['/api/v1/location?ll=91,0', '/api/v1/layers/none', '/api/v1/parcels/none'])
    expect((await send({}, url)).statusCode, url).toBe(401)
  for (const url of ['/api/v1/none', '/nothing']) expect((await send({}, url)).statusCode).toBe(404)
  expect((await send({}, DOSSIER, 'POST')).statusCode).toBe(405)
})

describe('a key', () => {
  test.each([
    ['authorization', `Bearer ${KEYS.good}`],
    ['AUTHORIZATION', `bearer ${KEYS.good}`],
    ['Authorization', `BEARER   ${KEYS.good} `],
    ['x-api-key', KEYS.good],
    ['X-API-Key', KEYS.good],
  ])('is taken from %s: %s', async (name, value) => {
    const { statusCode, headers } = await send({ [name]: value })
    expect(statusCode).toBe(200)
    expect(headers['ratelimit-limit']).toBe(`${LIMIT}`)
    expect(Number(headers['ratelimit-remaining'])).toBeLessThan(LIMIT)
  })

  test('may be sent in both headers, but not two different ones', async () => {
    const both = { authorization: `Bearer ${KEYS.good}`, 'x-api-key': KEYS.good }
    expect((await send(both)).statusCode).toBe(200)
    const { statusCode, body } = await send({ ...both, 'x-api-key': KEYS.expired })
    expect([statusCode, JSON.parse(body).error.param]).toEqual([400, 'x-api-key'])
    expect(body).not.toContain('sk_')
  })

  test.each([
    ['unknown', 401, 'sk_map_other', 'not valid'],
    ['expired', 401, KEYS.expired, 'expired'],
    ['revoked', 401, KEYS.revoked, 'revoked'],
    ['without the scope', 403, KEYS.forbidden, 'read:public'],
  ])(
    'that is %s is %i, and the answer states that without the key',
    async (_what, status, key, words) => {
      const { statusCode, headers, body } = await send({ 'x-api-key': key })
      expect(statusCode).toBe(status)
      expect(headers['www-authenticate']).toMatch(
        status === 401 ? /^Bearer error="invalid_token"$/ : /^Bearer error="insufficient_scope"/,
      )
      const { error } = JSON.parse(body)
      expect(error.code).toBe(status === 401 ? 'unauthorized' : 'forbidden')
      expect(error.message).toContain(words)
      expect(body + JSON.stringify(headers)).not.toContain(key)
    },
  )

  test('past its limit is 429 with whole seconds to wait', async () => {
    const { statusCode, headers, body } = await send({ 'x-api-key': KEYS.limited })
    expect([statusCode, JSON.parse(body).error.code]).toEqual([429, 'rate_limited'])
    expect(headers['retry-after']).toBe(`${Math.ceil(WAIT_S)}`)
    expect(headers['ratelimit-remaining']).toBe('0')
  })

  test.each([
    [0, '1'],
    [0.001, '1'],
    [1, '1'],
    [1.001, '2'],
    [59.2, '60'],
    [60, '60'],
  ])('past its limit for %d s more must wait %s s, never 0', async (retry_after_s, seconds) => {
    const allowance = { limit: 300, remaining: 0, retry_after_s }
    const scripted = vi.spyOn(accounts, 'admit')
    scripted.mockResolvedValueOnce({ kind: 'limited', allowance })
    const { statusCode, headers, body } = await send({ 'x-api-key': KEYS.good })
    scripted.mockRestore()
    expect([statusCode, headers['retry-after']]).toEqual([429, seconds])
    expect(JSON.parse(body).error).toMatchObject({
      message: 'More than 300 requests in a minute.',
      hint: `Try again after ${seconds} s.`,
    })
  })

  test('is 503 with Retry-After while it cannot be checked', async () => {
    const { statusCode, headers, body } = await send({ 'x-api-key': KEYS.gone })
    expect([statusCode, JSON.parse(body).error.code]).toEqual([503, 'not_available'])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })

  test.each(['Basic c2s6eA==', 'Bearer', 'Bearer ', KEYS.good, 'Bearer a b', ''])(
    'is not in Authorization: %j',
    async (authorization) => {
      expect((await send({ authorization })).statusCode).toBe(401)
    },
  )

  test.each(['api_key', 'key', 'access_token'])('is not in the address: ?%s=', async (name) => {
    const { statusCode, body } = await send({}, `${DOSSIER}&${name}=${KEYS.good}`)
    expect(statusCode).toBe(401)
    expect(body).not.toContain(KEYS.good)
  })

  test.each([
    ['', 1],
    ['&limit=1', 1],
    ['&limit=1000', 1],
    ['&limit=1001', 2],
    ['&limit=4000', 4],
    ['&limit=5000', 5],
    ['&limit=05000', 5],
    ['&limit=5001', 1],
    ['&limit=99999999999', 1],
    ['&limit=-3', 1],
    ['&limit=x', 1],
    ['&limit=0', 1],
    ['&limit=5000&limit=5000', 1],
  ])('features count as one request for each 1,000 of the limit: %s as %i', async (query, cost) => {
    const url = `/api/v1/layers/parcels/features?bbox=-72,30,-71.99,30.01${query}`
    await send({ 'x-api-key': KEYS.good }, url)
    expect(accounts.admissions.map((each) => each.cost)).toEqual([cost])
  })

  test.each([
    [{ locations: Array(100).fill({ lat: 0, lng: 0 }), layers: ['tax'] }, 100],
    [{ locations: [{ lat: 0, lng: 0 }] }, 1],
    [{ locations: Array(101).fill({ lat: 0, lng: 0 }) }, 1],
    [
      {
        locations: [
          { lat: 0, lng: 0 },
          { lat: 91, lng: 0 },
        ],
      },
      1,
    ],
    ['{', 1],
  ])(
    'a list counts as one request an entry, and as one where it is not valid',
    async (body, cost) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      await sendList({ 'x-api-key': KEYS.good }, text)
      expect(accounts.admissions.map((each) => each.cost)).toEqual([cost])
    },
  )

  test('counts one for every other request', async () => {
    for (const url of GATED)
      await send({ 'x-api-key': KEYS.good }, `${url}${url.includes('?') ? '&' : '?'}limit=100`)
    expect(accounts.admissions.map(({ cost }) => cost)).toEqual(GATED.map(() => 1))
    const tiles = GATED.map((url) => (/\.(mvt|png)$/.test(url) ? 'tiles' : 'requests'))
    expect(accounts.admissions.map(({ meter }) => meter)).toEqual(tiles)
  })

  test('past its limit for a request that counts as more learns its cost', async () => {
    const url = '/api/v1/layers/parcels/features?bbox=-72,30,-71.99,30.01&limit=5000'
    const { body } = await send({ 'x-api-key': KEYS.limited }, url)
    expect(JSON.parse(body).error.hint).toBe('This one counts as 5. Try again after 7 s.')
  })

  test('has the rest of its limit in errors and partial answers too', async () => {
    const key = { 'x-api-key': KEYS.good }
    for (const url of ['/api/v1/location?ll=91,0', '/api/v1/layers/none', '/api/v1/layers']) {
      const { headers } = await send(key, url)
      expect(Number(headers['ratelimit-remaining']), url).toBeGreaterThanOrEqual(0)
    }
  })
})

describe('a session', () => {
  const signedIn = (headers: Record<string, string>) => send({ cookie: SIGNED_IN, ...headers })

  test.each([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://plat.example' },
  ] as Record<string, string>[])("counts for the service's own pages: %j", async (headers) => {
    expect((await signedIn(headers)).statusCode).toBe(200)
  })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { origin: 'https://evil.example' },
    { origin: 'https://plat.example' },
    { origin: 'null' },
    { origin: 'http://plat.example.evil.example' },
  ] as Record<string, string>[])('never counts for another one: %j', async (headers) => {
    expect((await signedIn(headers)).statusCode).toBe(401)
    expect(accounts.admissions[0].credential).toBeNull()
  })

  test('is ignored where a key was sent', async () => {
    expect((await signedIn({ 'x-api-key': KEYS.expired })).statusCode).toBe(401)
  })
})
