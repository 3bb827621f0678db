import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { answerClientError, answerRawRequests } from './client-errors.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const CONNECT = 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'
const BROKEN = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A connection to a server with one handler, and all that is received on it. */
async function open(handler: RequestListener) {
  server = createServer(handler)
  server.on('clientError', answerClientError)
  answerRawRequests(server, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
  socket.on('error', () => {})
  return { socket, answers: text(socket).catch(() => '') }
}

const connections = () => new Promise((done) => server.getConnections((_, count) => done(count)))
const statusesIn = (all: string) => [...all.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code)

test('an answer in progress is cut off without further bytes when its request is malformed', async () => {
  const begun = Promise.withResolvers<void>()
  const { socket, answers } = await open((_request, response) => {
    response.write('the first half')
    begun.resolve()
  })
  socket.write(BROKEN)
  await begun.promise
  socket.write('zz\r\n')
  const all = await answers
  expect(statusesIn(all)).toEqual(all === '' ? [] : ['200'])
  expect(all).not.toContain('400')
})

test('a request that is malformed before its answer begins is 400, after the answers before it', async () => {
  const first = Promise.withResolvers<void>()
  const responses: ServerResponse[] = []
  const { socket, answers } = await open(async (request, response) => {
    responses.push(response)
    if (request.method === 'POST') return
    await first.promise
    response.end('whole')
  })
  socket.write(`${GET}${BROKEN}zz\r\n`)
  await once(server, 'clientError')
  const waiting = responses[0].listenerCount('close')
  socket.write(`${GET}more that is not read as requests\r\n`)
  await once(server, 'clientError')
  expect(responses[0].listenerCount('close')).toBe(waiting)
  first.resolve()
  const all = await answers
  expect(statusesIn(all)).toEqual(['200', '400'])
  expect(all.indexOf('whole')).toBeLessThan(all.indexOf('400 Bad Request'))
})

test('a client that leaves while its first answer is made leaves nothing behind', async () => {
  const first = Promise.withResolvers<void>()
  const { socket } = await open(async (_request, response) => {
    await first.promise
    response.end('for nobody')
  })
  socket.write(`${GET}GARBAGE\r\n\r\n`)
  await once(server, 'clientError')
  socket.destroy()
  first.resolve()
  await expect.poll(connections).toBe(0)
})

test('a client of CONNECT that resets, or never closes its side, leaves nothing behind', async () => {
  const first = Promise.withResolvers<void>()
  const { socket } = await open(async (_request, response) => {
    await first.promise
    response.end('for nobody')
  })
  socket.write(`${GET}${CONNECT}`)
  await once(server, 'connect')
  socket.resetAndDestroy()
  await expect.poll(connections).toBe(0)
  first.resolve()
  server.timeout = 100
  const { port } = server.address() as { port: number }
  const half = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  half.write(CONNECT)
  expect(statusesIn(await text(half))).toEqual(['405'])
  expect(half.writable).toBe(true)
  await expect.poll(connections).toBe(0)
  half.destroy()
})

test('a request behind an upgrade in one packet does not get the answer of the next one', async () => {
  const seen: string[] = []
  const { socket, answers } = await open((request, response) => {
    seen.push(`${request.url}`)
    response.end(request.url)
  })
  const upgrade = 'GET /1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
  socket.write(`${upgrade}GET /2 HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(await answers).toMatch(/\r\nConnection: close\r\n.*\/1/s)
  expect(seen).toEqual(['/1'])
})

test.each([
  ['CONNECT', CONNECT, '405'],
  ['bytes that are not HTTP', 'GARBAGE\r\n\r\n', '400'],
  ['a request, then bytes that are not HTTP', `${GET}GARBAGE\r\n\r\n`, '400'],
])('a client that goes on after the refusal of %s is cut off', async (_what, bytes, status) => {
  const { socket } = await open((_request, response) => response.end('whole'))
  // A write to the closed connection fails, which ends the wait.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  let received = ''
  socket.on('data', (part) => {
    received += part
  })
  socket.allowHalfOpen = true
  const dripping = setInterval(() => socket.write('x'), 50)
  socket.write(bytes)
  await closed
  clearInterval(dripping)
  expect(statusesIn(received).at(-1)).toBe(status)
})
