import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_ACCOUNT_BODY_BYTES } from '../../http/request-limits.ts'
import { KEYS, ScriptedAccounts, SIGNED_IN } from '../../tests/accounts/scripted-accounts.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'

let accounts: ScriptedAccounts
let town: ExampleApp
const lines: string[] = []
beforeAll(async () => {
  accounts = new ScriptedAccounts()
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  town = await openExampleApp({ accounts, logger })
})
beforeEach(() => {
  accounts.requests.length = 0
})
afterAll(() => town.close())

const JSON_BODY = { 'content-type': 'application/json', host: 'plat.example:8080' }
const post = (
  payload: string | Buffer,
  headers: Record<string, string> = {},
  url = '/api/auth/x',
) => town.app.inject({ method: 'POST', url, payload, headers: { ...JSON_BODY, ...headers } })

test('an account request reaches the accounts unchanged, with the address of the client', async () => {
  await post(
    '{"a": 1}',
    { cookie: SIGNED_IN, origin: 'http://plat.example:8080' },
    '/api/auth/a?b=c',
  )
  expect(accounts.requests).toEqual([
    {
      method: 'POST',
      url: '/api/auth/a?b=c',
      headers: {
        'content-type': 'application/json',
        cookie: SIGNED_IN,
        origin: 'http://plat.example:8080',
        'user-agent': expect.any(String),
      },
      body: '{"a": 1}',
      address: '127.0.0.1',
      origin: 'http://plat.example:8080',
      request_id: expect.stringMatching(/^req_/),
    },
  ])
})

test('the accounts answer all three paths and methods, and no other method', async () => {
  for (const url of ['/api/account', '/api/account/keys', '/api/auth/get-session'])
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const { statusCode, headers } = await town.app.inject({ method, url })
      expect([statusCode, headers['cache-control']], `${method} ${url}`).toEqual([200, 'no-store'])
    }
  expect(accounts.requests).toHaveLength(9)
  for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
    const { statusCode, headers } = await town.app.inject({ method, url: '/api/account/keys' })
    expect([statusCode, headers.allow], method).toEqual([405, 'GET, POST, DELETE'])
  }
  expect((await town.app.inject('/api/auth')).statusCode).toBe(404)
  expect(accounts.requests).toHaveLength(9)
})

describe('the accounts receive nothing', () => {
  test('of a proxy, a host or a key that the request names', async () => {
    await post('{}', {
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=1.2.3.4',
      'x-real-ip': '1.2.3.4',
      authorization: `Bearer ${KEYS.good}`,
      'x-api-key': KEYS.good,
      connection: 'keep-alive',
    })
    const [{ headers, address, origin }] = accounts.requests
    expect(Object.keys(headers).sort()).toEqual(['content-type', 'user-agent'])
    expect([address, origin]).toEqual(['127.0.0.1', 'http://plat.example:8080'])
  })

  test('by a target that names another host', async () => {
    await town.app.inject({ url: 'http://evil.example/api/account', headers: JSON_BODY })
    expect(accounts.requests[0]).toMatchObject({
      url: '/api/account',
      origin: 'http://plat.example:8080',
    })
  })
})

describe('a body', () => {
  test('of 16 kB is taken, of a byte more it is 413', async () => {
    expect((await post('x'.repeat(MAX_ACCOUNT_BODY_BYTES))).statusCode).toBe(200)
    const over = await post('x'.repeat(MAX_ACCOUNT_BODY_BYTES + 1))
    expect([over.statusCode, over.json().error.code]).toEqual([413, 'invalid_request'])
    expect(over.json().error.request_id).toBe(over.headers['x-request-id'])
    expect(accounts.requests).toHaveLength(1)
  })

  test('that is not UTF-8 is 400, a compressed one 415: neither reaches the accounts', async () => {
    expect((await post(Buffer.from([0x22, 0xff, 0x22]))).statusCode).toBe(400)
    const packed = gzipSync(Buffer.alloc(10_000_000))
    expect(packed.length).toBeLessThan(MAX_ACCOUNT_BODY_BYTES)
    expect((await post(packed, { 'content-encoding': 'gzip' })).statusCode).toBe(415)
    expect(accounts.requests).toEqual([])
  })

  test('of any type is forwarded unchanged: the accounts decide which they accept', async () => {
    await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    await post('{"__proto__": 1}', { 'content-type': 'text/plain' })
    expect(accounts.requests.map(({ body }) => body)).toEqual(['a=b', '{"__proto__": 1}'])
  })
})

test('the answer of the accounts comes back with all cookies, and without headers for other origins', async () => {
  const before = accounts.answers
  accounts.answers = {
    status: 302,
    headers: [
      ['Set-Cookie', 'a=1; HttpOnly'],
      ['Set-Cookie', 'b=2; HttpOnly'],
      ['Location', '/'],
      ['Allow', 'POST'],
      ['Access-Control-Allow-Origin', 'https://evil.example'],
      ['Access-Control-Allow-Credentials', 'true'],
      ['Content-Security-Policy', 'default-src *'],
      ['Content-Length', '99'],
    ],
    body: '',
  }
  const { statusCode, headers } = await town.app.inject('/api/auth/verify-email?token=abc')
  accounts.answers = before
  expect([statusCode, headers.location, headers.allow]).toEqual([302, '/', 'POST'])
  expect(headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers['access-control-allow-credentials']).toBeUndefined()
  expect(headers['content-security-policy']).not.toContain('*')
  expect(headers['content-length']).toBe('0')
  expect(headers.vary).toBe('Cookie, Origin')
})

test('accounts that are gone are 503 with Retry-After', async () => {
  const { statusCode, headers, body } = await town.app.inject('/api/account/gone')
  expect([statusCode, JSON.parse(body).error.code]).toEqual([503, 'not_available'])
  expect(headers['retry-after']).toBe('2')
})

test('no secret of a request is in a log line, whatever became of the request', async () => {
  lines.length = 0
  const secrets = ['hunter2-password', 'Tok3nInAnAddress', 'signed-in', KEYS.good, KEYS.revoked]
  const [password, token] = secrets
  const credentials = { cookie: SIGNED_IN, authorization: `Bearer ${KEYS.good}` }
  for (const url of [
    `/api/auth/reset-password/${token}?callbackURL=/`,
    `/api/auth/verify-email?token=${token}`,
    `/api/auth/delete-user/callback/${token}`,
    `/api/account/${KEYS.good}`,
    `/api/v1/layers/${KEYS.good}`,
    `/api/v1/location?ll=91,0&key=${KEYS.good}`,
    `/${KEYS.revoked}`,
    `/api/v1/layers/%zz${KEYS.revoked}`,
    '/api/v1/layers',
    '/api/account/gone',
  ]) {
    await town.app.inject({ url, headers: credentials })
    await town.app.inject({ url, headers: { 'x-api-key': KEYS.revoked } })
    await town.app.inject({ method: 'DELETE', url, headers: credentials })
    await post(JSON.stringify({ password, token }), credentials, url)
    await post('x'.repeat(MAX_ACCOUNT_BODY_BYTES + 1), credentials, url)
  }
  const answer = accounts.answer
  accounts.answer = async () => {
    throw new Error('a fault that nobody foresaw')
  }
  await post(JSON.stringify({ password }), credentials)
  accounts.answer = answer
  const logged = lines.join('')
  expect(logged).toContain('a fault that nobody foresaw')
  expect(logged).toContain('/api/auth/reset-password/*')
  for (const secret of secrets) expect(logged.includes(secret), secret).toBe(false)
})
