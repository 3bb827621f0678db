import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONNECTIONS_MAX, REQUEST_TIMEOUT_MS } from '../../http/request-limits.ts'
import { createApp } from '../../serve/app.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { RawConnection } from '../contract/raw-connection.ts'
import { EMPTY_BUILDS } from './empty-build.ts'
import { workRatio } from './work-ratio.ts'

/** Timeout in place of the service's own, so that the test does not wait for it. */
const SHORT_MS = 400
const DRIBBLE_MS = 50
/** Most work of a hostile head, as a multiple of a plain one of its length. */
const RATIO_MAX = 20

let accounts: ScriptedAccounts
let app: FastifyInstance
let port: number
beforeAll(async () => {
  accounts = new ScriptedAccounts()
  app = await createApp({ accounts, builds: EMPTY_BUILDS })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

const answersTo = (bytes: string) => new RawConnection(port).exchange(Buffer.from(bytes, 'latin1'))
const statusesOf = async (bytes: string) => (await answersTo(bytes)).map(({ status }) => status)
const HEALTH = 'GET /api/v1/health HTTP/1.1\r\nHost: a\r\n'

describe('a slow client', () => {
  let slow: FastifyInstance
  let slowPort: number
  const sockets: Socket[] = []
  beforeAll(async () => {
    slow = await createApp({ accounts, builds: EMPTY_BUILDS })
    // The timeouts of the service, before they are shortened.
    expect(slow.server.requestTimeout).toBe(REQUEST_TIMEOUT_MS)
    expect(slow.server.headersTimeout).toBeLessThanOrEqual(60_000)
    expect(slow.server.maxConnections).toBe(CONNECTIONS_MAX)
    slow.server.requestTimeout = SHORT_MS
    slow.server.headersTimeout = SHORT_MS
    await slow.listen({ host: '127.0.0.1', port: 0 })
    slowPort = (slow.server.address() as { port: number }).port
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    slow.server.closeAllConnections()
    await slow.close()
  })

  /**
   * Sends a beginning, then a byte at a time while the connection is open. Returns the response.
   */
  async function dribble(begin: string): Promise<string> {
    const socket = connect(slowPort, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    const received = text(socket).catch(() => '')
    await once(socket, 'connect')
    socket.write(begin)
    const timer = setInterval(() => socket.writable && socket.write('x'), DRIBBLE_MS)
    const answer = await received
    clearInterval(timer)
    return answer
  }

  test('that sends its head byte by byte is answered 408 and dropped', async () => {
    expect(await dribble(`${HEALTH}X-Slow: `)).toMatch(/^HTTP\/1\.1 408 .*"invalid_request"/s)
  })

  test('that sends a body byte by byte is answered 408 and dropped', async () => {
    const before = accounts.requests.length
    const head = 'POST /api/account/keys HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const answer = await dribble(`${head}Content-Length: 9999\r\n\r\n{`)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(accounts.requests.length).toBe(before)
  })

  test('that sends a body in chunks without an end is dropped as well', async () => {
    const head = 'POST /api/account/keys HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await dribble(`${head}ffff\r\n`)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that connects and sends nothing is dropped', async () => {
    const socket = connect(slowPort, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    await text(socket).catch(() => '')
    expect(socket.destroyed || socket.readableEnded).toBe(true)
  })

  test('delays nobody else: with 200 of them others are answered', async () => {
    for (let i = 0; i < 200; i++) {
      const socket = connect(slowPort, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`${HEALTH}X-Slow: `)
      sockets.push(socket)
    }
    const answer = await fetch(`http://127.0.0.1:${slowPort}/api/v1/health`)
    expect(answer.status).toBe(200)
  })

  test('does not exceed the bound of connections: the next one is closed', async () => {
    const few = await createApp({ accounts, builds: EMPTY_BUILDS })
    few.server.maxConnections = 3
    await few.listen({ host: '127.0.0.1', port: 0 })
    const { port: fewPort } = few.server.address() as { port: number }
    const held = Array.from({ length: 3 }, () => connect(fewPort, '127.0.0.1'))
    await Promise.all(held.map((socket) => once(socket, 'connect')))
    await expect
      .poll(() => new Promise((resolve) => few.server.getConnections((_, n) => resolve(n))))
      .toBe(3)
    const next = connect(fewPort, '127.0.0.1')
    next.on('error', () => {})
    next.write(`${HEALTH}\r\n`)
    expect(await text(next).catch(() => '')).toBe('')
    for (const socket of held) socket.destroy()
    few.server.closeAllConnections()
    await few.close()
  })
})

describe('a request in a request', () => {
  const POST = 'POST /api/account HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const INNER = 'GET /api/v1/upstreams HTTP/1.1\r\nHost: a\r\n\r\n'

  test.each([
    ['both lengths', `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['both, the other way round', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n`],
    ['two lengths', `${POST}Content-Length: 4\r\nContent-Length: 44\r\n\r\n{}{}`],
    ['a list of lengths', `${POST}Content-Length: 4, 4\r\n\r\n{}{}`],
    ['a signed length', `${POST}Content-Length: +4\r\n\r\n{}{}`],
    ['a length below zero', `${POST}Content-Length: -1\r\n\r\n`],
    ['a length in hexadecimal', `${POST}Content-Length: 0x4\r\n\r\n{}{}`],
    ['a length past all numbers', `${POST}Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    [
      'chunked before another coding',
      `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a folded header',
      `${POST}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
    ],
    ['a blank before the colon', `${POST}Content-Length : 4\r\n\r\n{}{}`],
    [
      'a chunk that is not a number',
      `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a chunk past its size', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
    ['lines that end in LF alone', `${POST.replaceAll('\r\n', '\n')}\n`],
    ['a bare CR in a header', `${HEALTH}X-Odd: a\rContent-Length: 4\r\n\r\n`],
    ['a zero byte in a header', `${HEALTH}X-Odd: a\0b\r\n\r\n`],
  ])('with %s is refused, and the connection ends', async (_what, bytes) => {
    const before = accounts.requests.length
    const answers = await answersTo(`${bytes}${INNER}`)
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0].headers.connection).toBe('close')
    expect(accounts.requests.length).toBe(before)
  })

  test('as the body of a GET is a body and gets no answer', async () => {
    const bytes = `${HEALTH}Content-Length: ${INNER.length}\r\n\r\n${INNER}`
    expect(await statusesOf(bytes)).toEqual([200])
    const chunked = `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`
    expect(await statusesOf(`${HEALTH}Transfer-Encoding: chunked\r\n\r\n${chunked}`)).toEqual([200])
  })

  test('in a pipeline, each request gets its own answer', async () => {
    const withKey = `GET /api/v1/upstreams HTTP/1.1\r\nHost: a\r\nx-api-key: ${KEYS.good}\r\n`
    const bytes = `${withKey}\r\n${INNER}${withKey}Connection: close\r\n\r\n`
    const answers = await new RawConnection(port).exchange(Buffer.from(bytes), { waits: true })
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200])
  })
})

describe('a head', () => {
  test('with a cookie of 15 kB is read, with one of 20 kB it is 431', async () => {
    for (const cookie of [`a=${'x'.repeat(15_000)}`, 'a=;'.repeat(5_000), '='.repeat(15_000)]) {
      const bytes = `GET /api/v1/upstreams HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`
      expect(await statusesOf(bytes)).toEqual([401])
    }
    const long = `${HEALTH}Cookie: a=${'x'.repeat(20_000)}\r\n\r\n`
    expect(await statusesOf(long)).toEqual([431])
  })

  test('of thousands of headers is 431', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1\r\n`).join('')
    expect(await statusesOf(`${HEALTH}${many}\r\n`)).toEqual([431])
  })

  test('puts nothing into an answer: an id with other characters is not repeated', async () => {
    for (const id of [
      'a b',
      'a%0d%0aSet-Cookie:%20x=1',
      'a\tb',
      '\u00e9',
      '<b>',
      '"',
      "'",
      '../..',
    ]) {
      const [{ status, headers }] = await answersTo(`${HEALTH}X-Request-Id: ${id}\r\n\r\n`)
      expect(status).toBe(200)
      expect(headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test.each([
    ['authorization', 'Bearer', ' ', ' x y'],
    ['authorization', 'Bearer ', 'a', ' b'],
    ['x-api-key', 'sk_map_', 'a', ''],
    ['if-none-match', '"', 'W/"', ''],
    ['if-none-match', '', '",', '"'],
    ['accept-encoding', '', ';q=', ','],
    ['accept-encoding', '', ',', 'gzip'],
    ['range', 'bytes=', '9', '-'],
    ['range', 'bytes=', '0-0,', '1-1'],
    ['range', 'bytes=', '\t ', '1-x'],
    ['x-forwarded-for', '', '1.1.1.1,', ' '],
    ['x-request-id', '', 'a', '!'],
    ['cookie', '', 'a=b; ', ';'],
    ['host', '', 'a.', '!'],
  ])(
    'with a %s of %j and many %j costs no more than a plain one',
    async (name, begin, part, end) => {
      const length = 12_000
      const hostile = `${begin}${part.repeat(Math.floor(length / part.length))}${end}`
      const send = (value: string) =>
        app.inject({
          url: '/api/v1/layers',
          headers: {
            'x-api-key': KEYS.good,
            ...(name === 'host' ? {} : { host: 'a' }),
            [name]: value,
          },
        })
      expect([200, 400, 401]).toContain((await send(hostile)).statusCode)
      expect(await workRatio(send, hostile, 'x'.repeat(length))).toBeLessThan(RATIO_MAX)
    },
  )
})
