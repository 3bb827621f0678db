import { afterEach, expect, test } from 'vitest'
import { clientOf, type LocalService, localService, Raw } from '../tests/local-service.ts'
import { parseJson } from './json-response.ts'
import type { Upstream } from './upstream.ts'

const UPSTREAM: Upstream = {
  id: 'fixture-trial',
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

/** Asks so many questions at once; the kinds of those that failed. */
async function askAll(client: ReturnType<typeof clientOf>, round: string, count = 4) {
  const asked = Array.from({ length: count }, (_, i) =>
    client.request(UPSTREAM, { path: `/${round}/${i}`, read: parseJson }),
  )
  const ended = await Promise.allSettled(asked)
  return ended.flatMap((each) => (each.status === 'rejected' ? [each.reason.kind] : []))
}

/** A service that fails until it is well, and a client whose circuit to it has opened. */
async function opened() {
  const state = { isDown: true }
  service = await localService(() => (state.isDown ? new Raw(500, 'down') : { well: true }))
  // However long this machine takes, to the client it is no time.
  const client = clientOf([[UPSTREAM, service.url]], undefined, () => 0)
  expect(await askAll(client, 'down', 8)).toContain('failing')
  expect(client.report()[0].counts.openings).toBeGreaterThan(0)
  return { state, client }
}

test('the first dossier after a rest is answered whole, not one of its questions', async () => {
  const { state, client } = await opened()
  state.isDown = false
  // The circuit of this client rests for a millisecond, and longer each time.
  await expect.poll(() => client.report()[0].state).toBe('half_open')
  expect(await askAll(client, 'well')).toEqual([])
  expect(client.report()[0].state).toBe('closed')
})

test('of a service that is still down one question alone is sent', async () => {
  const { client } = await opened()
  await expect.poll(() => client.report()[0].state).toBe('half_open')
  const before = service.asked.length
  expect((await askAll(client, 'still')).sort()).toEqual([
    'failing',
    'resting',
    'resting',
    'resting',
  ])
  const paths = new Set(service.asked.slice(before).map(({ pathname }) => pathname))
  expect(paths.size).toBe(1)
})
