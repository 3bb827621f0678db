import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen as listenAt } from '../../http/listening.ts'
import { createApp } from '../../serve/app.ts'
import { pausedCallers } from '../accounts/paused-callers.ts'
import { type RawAnswer, RawConnection } from '../contract/raw-connection.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { EMPTY_BUILDS } from './empty-build.ts'

const HEALTH = '/api/v1/health'
const GET = `GET ${HEALTH} HTTP/1.1\r\nHost: a\r\n`
/** Needs a key, so it waits for the accounts. */
const KEYED = 'GET /api/v1/layers HTTP/1.1\r\nHost: a\r\n'
const POST = 'POST /api/account HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = await createApp({ accounts: ANY_CALLER, builds: EMPTY_BUILDS })
  port = await listen(app)
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

async function listen(service: FastifyInstance): Promise<number> {
  await service.listen({ host: '127.0.0.1', port: 0 })
  return (service.server.address() as { port: number }).port
}

const answersTo = (bytes: string) => new RawConnection(port).exchange(Buffer.from(bytes, 'latin1'))
const statusesIn = (all: string) => [...all.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code)
const statusesOf = async (bytes: string) => (await answersTo(bytes)).map(({ status }) => status)

/** Every refusal has the error object, its id in body and header, and the safety headers. */
function expectRefusal({ status, headers, body }: RawAnswer, expected: number): void {
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    expected,
    'application/json; charset=utf-8',
    'no-store',
  ])
  expect(headers['x-content-type-options']).toBe('nosniff')
  const { error } = JSON.parse(`${body}`)
  expect(error).toEqual({
    code: 'invalid_request',
    message: expect.stringMatching(/\.$/),
    ...('hint' in error && { hint: expect.stringMatching(/\.$/) }),
    request_id: headers['x-request-id'],
  })
}

describe('CONNECT', () => {
  test.each(['a:443', '127.0.0.1:22', '[::1]:80', '/api/v1/health', '*'])(
    'to %s is answered 405 with the error object, and the connection ends',
    async (target) => {
      const bytes = `CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\nthrough the tunnel`
      const [answer, ...more] = await answersTo(bytes)
      expectRefusal(answer, 405)
      expect([answer.headers.allow, answer.headers.connection]).toEqual([
        'GET, HEAD, OPTIONS',
        'close',
      ])
      expect(more).toEqual([])
    },
  )

  test('is answered at the second address of localhost too', async () => {
    const both = await createApp({ accounts: ANY_CALLER, builds: EMPTY_BUILDS })
    const address = { hosts: ['127.0.0.1', '::1'], port: 0 }
    const listener = await listenAt(both, { ...address, isShared: false })
    for (const host of listener.hosts) {
      const socket = connect(listener.port, host)
      const answers = text(socket)
      socket.write(`${GET}\r\nCONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n`)
      expect(statusesIn(await answers), host).toEqual(['200', '405'])
    }
    await listener.close()
  })

  test('after a request is answered after it', async () => {
    expect(await statusesOf(`${GET}\r\nCONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual([
      200, 405,
    ])
  })
})

describe('bytes that are not HTTP, after requests in one packet', () => {
  test.each([
    ['a word', 'GARBAGE\r\n\r\n', [200, 400]],
    ['zero bytes', '\0\0\0\0', [200, 400]],
    ['a TLS hello', '\x16\x03\x01\x02\0\x01\0', [200, 400]],
    ['a head that is too large', `${GET}X: ${'x'.repeat(20_000)}`, [200, 431]],
    ['a request and a word', `${GET}\r\nGARBAGE\r\n`, [200, 200, 400]],
    ['a wrong chunk', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [200, 400]],
    ['two lengths', `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, [200, 400]],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [200, 400]],
  ])('%s: each request has its answer, and then the bytes theirs', async (_what, bytes, all) => {
    const answers = await answersTo(`${GET}\r\n${bytes}`)
    expect(answers.map(({ status }) => status)).toEqual(all)
    expectRefusal(answers.at(-1)!, all.at(-1)!)
    expect(answers.at(-1)!.headers.connection).toBe('close')
  })

  test.each([
    ['GARBAGE\r\n\r\n', 400],
    ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ])('%j waits for the answers before it, however long they take', async (bytes, status) => {
    const callers = pausedCallers()
    const slow = await createApp({ accounts: callers.accounts, builds: EMPTY_BUILDS })
    const slowPort = await listen(slow)
    const socket = connect(slowPort, '127.0.0.1')
    const answers = text(socket)
    socket.write(`${KEYED}\r\n${bytes}`)
    await expect.poll(callers.paused).toBe(1)
    // More of the same bytes, after the service has answered another client.
    socket.write('MORE\r\n\r\n')
    expect((await fetch(`http://127.0.0.1:${slowPort}${HEALTH}`)).status).toBe(200)
    expect(socket.bytesRead).toBe(0)
    callers.resume()
    expect(statusesIn(await answers)).toEqual(['200', `${status}`])
    slow.server.closeAllConnections()
    await slow.close()
  })

  test('a request that is cut in its body is not answered twice', async () => {
    const answer = await answersTo(`${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n${GET}\r\n`)
    expect(answer.map(({ status }) => status)).toEqual([400])
  })
})

describe('a head that two servers may read in two ways', () => {
  test.each([
    ['two hosts', `${GET}Host: b\r\n\r\n`],
    ['one host twice', `${GET}Host: a\r\n\r\n`],
    ['two hosts, one in capitals', `${GET}HOST: b\r\n\r\n`],
    ['two hosts of HTTP/1.0', `GET ${HEALTH} HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['no host', `GET ${HEALTH} HTTP/1.1\r\n\r\n`],
    ['a list of hosts', `GET ${HEALTH} HTTP/1.1\r\nHost: a, b\r\n\r\n`],
    ['a path as a host', `GET ${HEALTH} HTTP/1.1\r\nHost: a/b\r\n\r\n`],
    ['a user before the host', `GET ${HEALTH} HTTP/1.1\r\nHost: u@a\r\n\r\n`],
    ['a target of another host', `GET http://b${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a target of another port', `GET http://a:81${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a target with a user', `GET http://u:p@a${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['no host on a missing path', 'GET /none HTTP/1.1\r\n\r\n'],
    ['two hosts on an account path', `${POST}Host: b\r\nContent-Length: 2\r\n\r\n{}`],
    ['HTTP/0.9', `GET ${HEALTH} HTTP/0.9\r\nHost: a\r\n\r\n`],
    ['HTTP/0.9 as it was', `GET ${HEALTH}\r\n\r\n`],
    ['HTTP/2.0', `GET ${HEALTH} HTTP/2.0\r\nHost: a\r\n\r\n`],
    ['HTTP/1.9', `GET ${HEALTH} HTTP/1.9\r\nHost: a\r\n\r\n`],
    ['HTTP/3.7', `GET ${HEALTH} HTTP/3.7\r\nHost: a\r\n\r\n`],
    ['HTTP/1.10', `GET ${HEALTH} HTTP/1.10\r\nHost: a\r\n\r\n`],
    ['a method in lower case', `get ${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('%s: 400, and nothing after it on this connection', async (_what, bytes) => {
    const answers = await answersTo(`${bytes}${GET}\r\n`)
    expect(answers).toHaveLength(1)
    expectRefusal(answers[0], 400)
    expect(answers[0].headers.connection).toBe('close')
  })

  test.each([
    ['an empty host', `GET ${HEALTH} HTTP/1.1\r\nHost:\r\n\r\n`],
    ['a host with an underscore', `GET ${HEALTH} HTTP/1.1\r\nHost: plat_serve:8080\r\n\r\n`],
    ['an IPv6 host', `GET ${HEALTH} HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n`],
    ['HTTP/1.0 without a host', `GET ${HEALTH} HTTP/1.0\r\n\r\n`],
    ['a target in absolute form', `GET http://a${HEALTH} HTTP/1.1\r\nHost: A\r\n\r\n`],
    ['its scheme in capitals', `GET HTTPS://a${HEALTH}? HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['the root of a host', 'GET http://a HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the root of a host with a query', 'GET http://a?b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s is answered', async (_what, bytes) => {
    expect(await statusesOf(bytes)).toEqual([200])
  })
})

describe('ignored input', () => {
  test.each([
    ['websocket', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'],
    ['h2c', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'],
  ])('an upgrade to %s: 200, and no answer is taken for another', async (_what, lines) => {
    const socket = connect(port, '127.0.0.1')
    const answers = text(socket)
    socket.write(`${GET}${lines}\r\nGET /none HTTP/1.1\r\nHost: a\r\n\r\n`)
    await once(socket, 'data')
    if (socket.writable) socket.write(`${GET}\r\n`)
    const all = await answers
    expect(statusesIn(all)).toEqual(['200'])
    expect(all).toMatch(/\r\nConnection: close\r\n/)
  })

  test('an unknown expectation, and the body of a GET in chunks', async () => {
    expect(await statusesOf(`${GET}Expect: tea\r\n\r\n${GET}\r\n`)).toEqual([200, 200])
    const chunked = `${GET}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`
    expect(await statusesOf(`${chunked}${GET}\r\n`)).toEqual([200, 200])
  })

  test('a date that no answer has: If-Unmodified-Since and If-Modified-Since', async () => {
    const past = 'Sat, 01 Jan 2000 00:00:00 GMT'
    for (const name of ['If-Unmodified-Since', 'If-Modified-Since'])
      expect(await statusesOf(`${GET}${name}: ${past}\r\n\r\n`)).toEqual([200])
  })
})

test.each([
  ['TRACE repeats nothing', `TRACE ${HEALTH} HTTP/1.1\r\nHost: a\r\nCookie: secret\r\n\r\n`, 405],
  ['OPTIONS of all', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['another scheme', `GET ftp://a${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n`, 404],
  ['two slashes', `GET //a${HEALTH} HTTP/1.1\r\nHost: a\r\n\r\n`, 404],
  ['a control, encoded', 'GET /api/v1/health%0d%0aX:y HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['a zero byte, encoded', 'GET /api/v1/health%00 HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['half a character', 'GET /api/v1/layers/%c3 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['backslashes', 'GET /api\\v1\\health HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['dots', 'GET /api/v1/x/../health HTTP/1.1\r\nHost: a\r\n\r\n', 404],
])('%s: the error object', async (_what, bytes, status) => {
  const [answer, ...more] = await answersTo(bytes)
  expect([answer.status, more]).toEqual([status, []])
  expect(JSON.parse(`${answer.body}`).error.request_id).toBe(answer.headers['x-request-id'])
  expect(`${answer.body}${Object.values(answer.headers)}`).not.toContain('secret')
  expect(answer.headers.x).toBeUndefined()
})

test('all whole requests of a connection are answered while a service drains', async () => {
  const callers = pausedCallers()
  const draining = await createApp({ accounts: callers.accounts, builds: EMPTY_BUILDS })
  const listener = await listenAt(draining, { hosts: ['127.0.0.1'], port: 0, isShared: false })
  const socket = connect(listener.port, '127.0.0.1')
  const answers = text(socket)
  socket.write(`${KEYED}\r\n`.repeat(10))
  await expect.poll(callers.paused).toBe(1)
  const closed = listener.close()
  callers.resume()
  expect(statusesIn(await answers)).toEqual(Array(10).fill('200'))
  await closed
})
