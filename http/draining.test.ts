import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { DRAIN_MS, drainFrom } from './draining.ts'
import { type Listener, listen } from './listening.ts'

const LONG_MS = 600_000
/** More than the system buffers between two sockets. */
const LARGE_BYTES = 48_000_000

let listener: Listener
let begun: number
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener.close(0)
})

async function serve(): Promise<void> {
  const app = Fastify({ return503OnClosing: false })
  const large = Buffer.alloc(LARGE_BYTES, 'x')
  begun = 0
  app.get('/large', (_request, reply) => {
    begun++
    return reply.send(large)
  })
  app.get('/small', async () => 'small')
  app.post('/text', async ({ body }) => body)
  listener = await listen(app, { hosts: ['127.0.0.1'], port: 0, isShared: false })
}

/** A connection that has sent `text`, and what it has received once it is closed. */
async function client(text: string) {
  const socket = connect(listener.port, '127.0.0.1')
  sockets.push(socket)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  if (text) socket.write(text)
  let received = ''
  let bytes = 0
  const read = () =>
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (received.length < 10_000) received += chunk
    })
  socket.on('error', () => {})
  return { socket, closed, read, received: () => received, bytes: () => bytes }
}

const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const HEAD =
  'POST /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n'

describe('while a service drains', () => {
  test('a slow reader gets its whole answer', async () => {
    await serve()
    const slow = await client(GET('/large'))
    await expect.poll(() => begun).toBe(1)
    const closing = listener.close(LONG_MS)
    // Long past the time in which idle connections are looked for.
    for (let look = 0; look < 4; look++) await new Promise((resolve) => setTimeout(resolve, 60))
    slow.read()
    await closing
    await slow.closed
    expect(slow.bytes()).toBeGreaterThan(LARGE_BYTES)
  })

  test('a reader that never reads is cut off at the end', async () => {
    await serve()
    const stuck = await client(GET('/large'))
    await expect.poll(() => begun).toBe(1)
    await listener.close(100)
    stuck.read()
    await stuck.closed
    expect(stuck.bytes()).toBeLessThan(LARGE_BYTES)
  })

  test('connections that are silent or idle do not hold it', async () => {
    await serve()
    const silent = await Promise.all(
      ['', 'GET /small HT', `${HEAD}four`, GET('/small'), `${GET('/small')}GET /sm`].map(client),
    )
    for (const { read } of silent) read()
    await expect.poll(silent[3].received).toMatch(/small$/)
    await expect.poll(silent[4].received).toMatch(/small$/)
    await listener.close(LONG_MS)
    await Promise.all(silent.map(({ closed }) => closed))
    expect(silent[2].bytes()).toBe(0)
  })

  test('a request that arrives bit by bit is answered', async () => {
    await serve()
    const slow = await client(HEAD)
    slow.read()
    const closing = listener.close(LONG_MS)
    for (const letter of 'abcdefghij') {
      await turn()
      slow.socket.write(letter)
    }
    await closing
    await slow.closed
    expect(slow.received()).toMatch(/^HTTP\/1\.1 200 .*connection: close.*abcdefghij$/is)
  })
})

test('PLAT_DRAIN_SECONDS is a bounded number of seconds, by default less than docker waits', () => {
  expect(drainFrom({})).toBe(DRAIN_MS)
  expect(DRAIN_MS).toBeLessThan(8_000)
  expect(drainFrom({ PLAT_DRAIN_SECONDS: '0' })).toBe(0)
  expect(drainFrom({ PLAT_DRAIN_SECONDS: '3600' })).toBe(3_600_000)
  for (const PLAT_DRAIN_SECONDS of ['3601', '-1', '1.5', '8s', ' '])
    expect(() => drainFrom({ PLAT_DRAIN_SECONDS })).toThrow(
      /whole number of seconds from 0 to 3600/,
    )
})
