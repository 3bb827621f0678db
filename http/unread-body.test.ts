import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { readBeforeClosing } from './unread-body.ts'

/** More than the buffers of both sides of a connection of this machine. */
const BODY = Buffer.alloc(30_000_000, 'x')
const head = (length: number) =>
  `PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

let server: Server
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

async function open(handler: RequestListener): Promise<Socket> {
  server = createServer(handler)
  readBeforeClosing(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return connect((server.address() as { port: number }).port, '127.0.0.1')
}

const refuse: RequestListener = (_request, response) => {
  response.statusCode = 413
  response.end('too large')
}

test('a client that sends all of a refused body before it reads has the answer', async () => {
  const client = await open(refuse)
  client.write(head(BODY.length))
  for (let sent = 0; sent < BODY.length; sent += 100_000)
    if (!client.write(BODY.subarray(sent, sent + 100_000))) await once(client, 'drain')
  expect(await text(client)).toMatch(/^HTTP\/1.1 413 .*too large$/s)
})

test('the second request of a connection is read to its end as well', async () => {
  const client = await open((request, response) => {
    if (request.url === '/first') request.resume().on('end', () => response.end('first'))
    else refuse(request, response)
  })
  client.write('PUT /first HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}')
  await once(client, 'readable')
  client.write(head(BODY.length))
  for (let sent = 0; sent < BODY.length; sent += 100_000)
    if (!client.write(BODY.subarray(sent, sent + 100_000))) await once(client, 'drain')
  expect(await text(client)).toMatch(/ 200 .*first.* 413 .*too large$/s)
})

test('the connection closes at once after a whole body', async () => {
  const client = await open((request, response) => {
    request.resume().on('end', () => response.end('done'))
  })
  client.write(`${head(2)}{}`)
  expect(await text(client)).toMatch(/ 200 .*done$/s)
})

test('a client that stops sending is cut off after 30 s, and one that leaves at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const connections = () => new Promise((found) => server.getConnections((_, n) => found(n)))
  const client = await open(refuse)
  client.write(`${head(99)}{`)
  const [answer] = await once(client, 'data')
  expect(`${answer}`).toMatch(/^HTTP\/1.1 413 /)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await connections()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(async () => expect(await connections()).toBe(0))

  const leaves = connect((server.address() as { port: number }).port, '127.0.0.1')
  leaves.write(`${head(99)}{`)
  await once(leaves, 'data')
  leaves.destroy()
  await vi.waitFor(async () => expect(await connections()).toBe(0))
  expect(vi.getTimerCount()).toBe(0)
})
