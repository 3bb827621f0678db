import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SPOTS } from '../coverage/example-town.ts'
import { seededRandom } from '../coverage/seeded-random.ts'
import { type ExampleApp, openExampleApp } from './example-app.ts'
import { ErrorObject } from './schemas/error.ts'

let town: ExampleApp
beforeAll(async () => {
  town = await openExampleApp()
  await town.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  agent.destroy()
  await town.close()
})

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Over a socket: `inject` would tidy the path before the router sees it. */
async function send(method: string, path: string) {
  const { port } = town.app.server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, agent }, resolve).on('error', reject).end()
  })
  return { status: answer.statusCode!, headers: answer.headers, body: await text(answer) }
}

const NAMES = ['lat', 'lng', 'll', 'address', 'parcel', 'layers', 'include_geometry', 'x', '']
const LIST_NAMES = ['bbox', 'county', 'zip', 'use_code', 'limit', 'cursor', 'include_geometry']
const PATHS = [
  ...['/api/v1/layers/', '/api/v1/parcels/', '/api/v1/health', '/docs', '/', '/api//v1'],
  ...['/api/v1/layers/parcels/features', '/api/v1/tiles/parcels/', '/api/v1/archives/parcels'],
]
const PIECES = [
  ...['30.0005', '-71.9995', '30.0095,-71.9905', ',', '-', '+', '.', '9e99', 'NaN', '90', '-180'],
  ...['parcel', 'flood', 'true', 'false', 'pk_aaaa', '%', '%00', '%zz', '%F0%9F%8C%8A', '%C3%28'],
  ...['..', '/', '?', '&', '=', '#', '[]', '{', '"', "'", '<', '\\', '__proto__', 'a'.repeat(300)],
]

test('2,000 odd requests are answered or refused, and none fails', async () => {
  const random = seededRandom(20_261_120)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const odd = () => Array.from({ length: 1 + random() * 3 }, () => pick(PIECES)).join('')
  const statuses = new Map<number, number>()
  for (let i = 0; i < 2_000; i++) {
    const isList = random() < 0.3
    const names = isList ? LIST_NAMES : NAMES
    const params = Array.from({ length: random() * 4 }, () => `${pick(names)}=${odd()}`)
    if (!isList && random() < 0.4)
      params.push(`ll=${SPOTS.lot.lat},${SPOTS.lot.lng + (random() - 0.5) / 50}`)
    const usual = isList ? '/api/v1/parcels' : '/api/v1/location'
    const path = random() < 0.8 ? usual : pick(PATHS) + (random() < 0.5 ? odd() : '')
    const url = `${path}?${params.join('&')}`
    const method = random() < 0.9 ? 'GET' : pick(['HEAD', 'POST', 'PUT', 'DELETE'])
    const { status, headers, body } = await send(method, url)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect(headers['x-request-id'], url).toMatch(/^req_/)
    expect(status, `${method} ${url}: ${body}`).not.toBe(500)
    if (status >= 400 && method !== 'HEAD') ErrorObject.parse(JSON.parse(body))
  }
  // The mixture reaches answers and refusals both, else it would prove nothing.
  expect(statuses.get(200)).toBeGreaterThan(100)
  expect(statuses.get(400)).toBeGreaterThan(100)
  expect(statuses.get(404)).toBeGreaterThan(10)
})
