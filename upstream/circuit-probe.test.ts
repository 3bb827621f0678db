import { afterEach, expect, test } from 'vitest'
import { clientOf, type LocalService, localService, Raw } from '../tests/servers/local-service.ts'
import { parseJson } from './json-response.ts'
import type { Upstream } from './upstream.ts'

const UPSTREAM: Upstream = {
  id: 'fixture-probe',
  title: 'A service (fictional)',
  attribution: 'Nobody',
  url: 'https://example.com',
  isOn: true,
  deadline_ms: 120_000,
  responseBytesMax: 1_000,
  cache_ms: 0,
}

let service: LocalService
afterEach(() => service.close())

/** Sends several requests at once; returns the kinds of those that failed. */
async function requestAll(client: ReturnType<typeof clientOf>, round: string, count = 4) {
  const sent = Array.from({ length: count }, (_, i) =>
    client.request(UPSTREAM, { path: `/${round}/${i}`, read: parseJson }),
  )
  const ended = await Promise.allSettled(sent)
  return ended.flatMap((each) => (each.status === 'rejected' ? [each.reason.kind] : []))
}

/** A service that fails until `isDown` is false, and a client whose circuit to it has opened. */
async function opened() {
  const state = { isDown: true }
  service = await localService(() => (state.isDown ? new Raw(500, 'down') : { well: true }))
  // The stopwatch stands still, however long this machine takes.
  const client = clientOf([[UPSTREAM, service.url]], undefined, () => 0)
  expect(await requestAll(client, 'down', 8)).toContain('failing')
  expect(client.report()[0].counts.openings).toBeGreaterThan(0)
  return { state, client }
}

test('after a cooldown all requests of the first dossier are answered, not only the probe', async () => {
  const { state, client } = await opened()
  state.isDown = false
  // The cooldown of this client is a millisecond, and longer each time.
  await expect.poll(() => client.report()[0].state).toBe('half_open')
  expect(await requestAll(client, 'well')).toEqual([])
  expect(client.report()[0].state).toBe('closed')
})

test('a service that is still down receives only the probe', async () => {
  const { client } = await opened()
  await expect.poll(() => client.report()[0].state).toBe('half_open')
  const before = service.requests.length
  expect((await requestAll(client, 'still')).sort()).toEqual([
    'failing',
    'resting',
    'resting',
    'resting',
  ])
  const paths = new Set(service.requests.slice(before).map(({ pathname }) => pathname))
  expect(paths.size).toBe(1)
})
