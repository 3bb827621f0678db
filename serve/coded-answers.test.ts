import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS, ScriptedAccounts } from '../tests/accounts/scripted-accounts.ts'
import { type ExampleApp, openExampleApp } from '../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../tests/fixtures/example-town.ts'

let town: ExampleApp
let now = new Date('2026-11-28T12:00:00Z')
beforeAll(async () => {
  town = await openExampleApp({ accounts: new ScriptedAccounts(), now: () => now })
})
afterAll(() => town.close())

const { lat, lng } = TOWN_LOCATIONS.lot
const DOSSIER = `/api/v1/location?ll=${lat},${lng}`
const PAGES = ['/api/openapi.json', '/api/docs', '/api/llms.txt']
const OF_BUILD = [
  '/api/v1/layers',
  '/api/v1/coverage?layer=parcel',
  '/api/v1/parcels?limit=5',
  '/api/v1/layers/parcels/features?bbox=-72,30,-71.9,30.1',
]
const FILES = [
  `/api/v1/location/report?ll=${lat},${lng}`,
  ...['csv', 'geojson'].map(
    (format) => `/api/v1/location/export?ll=${lat},${lng}&format=${format}`,
  ),
]
const ALL = [...PAGES, ...OF_BUILD, DOSSIER, ...FILES]

const send = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  town.app.inject({
    method,
    url,
    headers: { 'x-api-key': KEYS.good, 'x-request-id': 'one', ...headers },
  })

describe('an answer of JSON or a page', () => {
  test.each(ALL)(
    '%s has the same body in Brotli, gzip and plain, each with its length',
    async (url) => {
      const plain = await send(url)
      const brotli = await send(url, { 'accept-encoding': 'gzip, deflate, br' })
      const gzip = await send(url, { 'accept-encoding': 'gzip' })
      expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
      for (const [answer, coding] of [
        [plain, undefined],
        [brotli, 'br'],
        [gzip, 'gzip'],
      ] as const) {
        expect(answer.headers).toMatchObject({
          vary: 'Accept-Encoding',
          'x-request-id': 'one',
          'content-length': `${answer.rawPayload.length}`,
          'content-type': plain.headers['content-type'],
        })
        expect(answer.headers['content-encoding']).toBe(coding)
      }
      expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      const head = await send(url, { 'accept-encoding': 'br' }, 'HEAD')
      expect(head.rawPayload).toHaveLength(0)
      expect(head.headers).toMatchObject({
        'content-encoding': 'br',
        'content-length': `${brotli.rawPayload.length}`,
      })
    },
  )

  test.each([...PAGES, ...OF_BUILD])('%s has a strong tag for each coding', async (url) => {
    const tags = new Set<string>()
    for (const coding of ['identity', 'br', 'gzip']) {
      const sent = { 'accept-encoding': coding }
      const { headers } = await send(url, sent)
      expect(headers.etag).toMatch(/^"[\w-]+"$/)
      tags.add(`${headers.etag}`)
      const known = await send(url, { ...sent, 'if-none-match': headers.etag })
      expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
      expect(known.headers).toMatchObject({
        etag: headers.etag,
        vary: 'Accept-Encoding',
        'cache-control': headers['cache-control'],
        'x-request-id': 'one',
      })
      expect(known.headers['content-encoding']).toBeUndefined()
      expect((await send(url, { ...sent, 'if-match': '"other"' })).statusCode).toBe(412)
    }
    expect(tags.size).toBe(3)
  })

  test('is private where it needs a key, and never stored where it is a dossier', async () => {
    for (const url of OF_BUILD)
      expect((await send(url)).headers['cache-control'], url).toBe('private, no-cache')
    for (const url of PAGES)
      expect((await send(url)).headers['cache-control'], url).toBe('no-cache')
    for (const url of [DOSSIER, ...FILES])
      expect((await send(url)).headers['cache-control'], url).toBe('no-store')
  })

  test('is checked for its key before its tag', async () => {
    const { etag } = (await send('/api/v1/layers')).headers
    const refused = await send('/api/v1/layers', {
      'x-api-key': KEYS.expired,
      'if-none-match': etag,
    })
    expect(refused.statusCode).toBe(401)
    expect(refused.headers.etag).toBeUndefined()
  })
})

describe('the tag of a dossier', () => {
  test('is weak, and stays while nothing but the time and the id of the request differ', async () => {
    const first = await send(DOSSIER)
    now = new Date('2026-11-28T13:00:00Z')
    const second = await send(DOSSIER, { 'x-request-id': 'two' })
    expect(second.body).not.toBe(first.body)
    expect(first.headers.etag).toMatch(/^W\/"\w+"$/)
    expect(second.headers.etag).toBe(first.headers.etag)
    for (const coding of ['identity', 'br']) {
      const sent = { 'accept-encoding': coding, 'if-none-match': first.headers.etag }
      expect((await send(DOSSIER, sent)).statusCode).toBe(304)
    }
    expect((await send(DOSSIER, { 'if-match': first.headers.etag })).statusCode).toBe(412)
  })

  test('differs for another query, and for other sections', async () => {
    const { etag } = (await send(DOSSIER)).headers
    for (const url of [`${DOSSIER}&layers=parcel`, '/api/v1/location?ll=0,-30']) {
      const other = await send(url, { 'if-none-match': etag })
      expect([other.statusCode, other.headers.etag === etag], url).toEqual([200, false])
    }
  })
})

test('errors are plain, without a tag', async () => {
  const { statusCode, headers } = await send('/api/v1/location?ll=91,0', {
    'accept-encoding': 'br',
    'if-none-match': '*',
  })
  expect(statusCode).toBe(400)
  for (const name of ['content-encoding', 'etag', 'vary'])
    expect(headers[name], name).toBeUndefined()
  expect(headers).toMatchObject({ 'x-request-id': 'one', 'cache-control': 'no-store' })
})
