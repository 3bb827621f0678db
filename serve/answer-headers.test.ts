import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS, ScriptedAccounts, SIGNED_IN } from '../tests/accounts/scripted-accounts.ts'
import { type ExampleApp, openExampleApp } from '../tests/fixtures/example-app.ts'

let town: ExampleApp
let secure: ExampleApp
beforeAll(async () => {
  town = await openExampleApp({ accounts: new ScriptedAccounts() })
  const reach = { url: 'https://plat.example', proxies: [] }
  secure = await openExampleApp({ accounts: new ScriptedAccounts(), reach })
})
afterAll(() => Promise.all([town.close(), secure.close()]))

const LAYERS = '/api/v1/layers'
const KEY = { 'x-api-key': KEYS.good }
const headersOf = async (url: string, headers = {}, method = 'GET') =>
  (await town.app.inject({ method: method as 'GET', url, headers })).headers

describe('a page of another origin', () => {
  test('may read every answer of the service, also refusals, without cookies', async () => {
    for (const [url, headers] of [
      [LAYERS, KEY],
      [LAYERS, {}],
      [LAYERS, { 'x-api-key': KEYS.limited }],
      ['/api/v1/location?ll=91,0', KEY],
      ['/api/v1/nothing', KEY],
      [`/api/v1/layers/${'x'.repeat(2_401)}`, KEY],
      ['/api/v1/layers/%zz', KEY],
      ['/api/docs', {}],
      ['/docs', {}],
    ] as const) {
      const received = await headersOf(url, { origin: 'https://other.example', ...headers })
      expect(received['access-control-allow-origin'], url).toBe('*')
      expect(received['access-control-allow-credentials'], url).toBeUndefined()
      expect(received['cross-origin-resource-policy'], url).toBe('cross-origin')
      const exposed = `${received['access-control-expose-headers']}`
      for (const name of ['X-Request-Id', 'Retry-After', 'RateLimit-Remaining', 'ETag'])
        expect(exposed.split(', ')).toContain(name)
    }
  })

  test('learns from a preflight what it may send, without a key and with any headers', async () => {
    for (const url of [LAYERS, '/api/v1/location?ll=1,1', '/api/v1/archives/parcels.pmtiles']) {
      const answer = await town.app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin: 'https://other.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization,x-evil',
        },
      })
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers':
          'authorization, x-api-key, content-type, if-match, if-none-match, range, if-range, x-request-id',
        'access-control-max-age': '7200',
      })
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
    expect((await town.app.inject({ method: 'OPTIONS', url: '/api/nothing' })).statusCode).toBe(404)
  })

  test('learns nothing of accounts', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const received = await headersOf(
        '/api/account/keys',
        { origin: 'https://other.example', cookie: SIGNED_IN },
        method,
      )
      expect(received['access-control-allow-methods'], method).toBeUndefined()
      if (method === 'OPTIONS') continue
      expect(received['access-control-allow-origin'], method).toBeUndefined()
      expect(received['cross-origin-resource-policy'], method).toBe('same-origin')
    }
  })
})

describe('every answer', () => {
  const URLS = ['/api/v1/health', LAYERS, '/api/docs', '/docs', '/nothing', '/api/account', '/%zz']

  test('has the type that it states, cannot be framed, and runs no code', async () => {
    for (const url of URLS) {
      expect(await headersOf(url), url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none';.*frame-ancestors 'none'$/,
        ),
      })
    }
  })

  test('requires https for a year where the service is reached by it, and nowhere else', async () => {
    for (const url of URLS) {
      const { headers } = await secure.app.inject(url)
      expect(headers['strict-transport-security'], url).toBe('max-age=31536000')
      expect((await headersOf(url))['strict-transport-security'], url).toBeUndefined()
    }
  })

  test('with bytes of a build is cached by the client that sent a key, and by no shared cache', async () => {
    const answer = await town.app.inject({ url: '/api/v1/tiles/parcels.json', headers: KEY })
    expect(answer.headers['cache-control']).not.toContain('public')
  })
})
