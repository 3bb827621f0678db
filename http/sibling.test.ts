import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CLIENT_FORWARDED_MAX, mountSibling } from './sibling.ts'

let folder: string
let sibling: Server
let app: FastifyInstance
let answer: (request: IncomingMessage, response: ServerResponse) => void
let received: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-sibling-'))
  received = []
  const socketPath = join(folder, 'socket')
  sibling = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await once(sibling.listen(socketPath), 'listening')
  app = Fastify()
  mountSibling(app, { socketPath }, () => 'http://plat.example')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  app.server.closeAllConnections()
  sibling.closeAllConnections()
  await app.close()
  sibling.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(options: RequestOptions = {}) {
  const { port } = app.server.address() as AddressInfo
  const sending = request({
    host: '127.0.0.1',
    port,
    path: '/api/scenes',
    agent: false,
    ...options,
  })
  sending.on('error', () => {})
  return sending.end()
}

async function get(options?: RequestOptions) {
  const [message] = (await once(open(options), 'response')) as [IncomingMessage]
  return { status: message.statusCode, headers: message.headers, body: await text(message) }
}

test('a request that is answered 503 is sent once', async () => {
  answer = (_request, response) => {
    response.writeHead(503, { 'retry-after': '2' }).end('busy')
  }
  expect(await get()).toMatchObject({ status: 503, body: 'busy' })
  expect(received).toEqual(['GET /api/scenes'])
})

test('a client has a bounded number of requests; others are answered meanwhile', async () => {
  const waiting: ServerResponse[] = []
  answer = (_request, response) => waiting.push(response)
  const sent = Array.from({ length: CLIENT_FORWARDED_MAX }, () => open())
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(CLIENT_FORWARDED_MAX)
  const refused = await get()
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(JSON.parse(refused.body).error).toMatchObject({ code: 'service_unavailable' })
  expect(received).toHaveLength(CLIENT_FORWARDED_MAX)
  const other = get({ localAddress: '127.0.0.2' })
  await expect.poll(() => waiting.length).toBe(CLIENT_FORWARDED_MAX + 1)
  waiting.at(-1)!.end('other')
  expect(await other).toMatchObject({ status: 200, body: 'other' })
  // Answers that were sent, and clients that left, make room again.
  waiting[0].end('done')
  for (const each of sent.slice(1)) each.destroy()
  answer = (_request, response) => response.end('next')
  await expect.poll(async () => (await get()).status).toBe(200)
})

test('a sibling that is gone is answered 503 in the form of its contract', async () => {
  answer = (_request, response) => response.destroy()
  const { status, body } = await get({ path: '/api/scenes/prj_1' })
  expect(status).toBe(503)
  expect(JSON.parse(body).error).toMatchObject({
    code: 'service_unavailable',
    doc_url: 'http://plat.example/docs#error-service_unavailable',
  })
})
