import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTerrainService } from '../../layers/elevation/terrain-service.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { createApp } from '../../serve/app.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { upstreamSettings, urlVariable } from '../../upstream/settings.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'

const PAGES = ['/api/openapi.json', '/api/docs', '/api/llms.txt']
/** An address inside somebody's network, with nobody behind it. */
const INSIDE = 'http://127.0.0.1:9/inside'

let sample: ServedSample
beforeAll(async () => {
  sample = await serveSample()
})
afterAll(() => sample?.close())

/** Live services at an address of the operator's own. */
function liveUpstreams(): UpstreamClient {
  const variables = UPSTREAMS.map((upstream) => [urlVariable(upstream), INSIDE])
  const settings = upstreamSettings(
    { PLAT_LIVE: 'all', ...Object.fromEntries(variables) },
    UPSTREAMS,
  )
  return new UpstreamClient({ upstreams: UPSTREAMS, settings })
}

async function pagesOf(now: string, upstreams?: UpstreamClient): Promise<string[]> {
  const app = await createApp({
    accounts: ANY_CALLER,
    builds: { acquire: () => ({ build: { ...sample.build }, release() {} }) },
    now: () => new Date(now),
    upstreams,
    terrain: createTerrainService(upstreams ?? null),
  })
  // Earlier requests must not show: counts, circuits, terrain that is ready by then.
  await app.inject('/api/v1/location?ll=29.9863009,-71.9643746')
  const headers = { host: 'geo.example' }
  const bodies = []
  for (const url of PAGES) bodies.push((await app.inject({ url, headers })).body)
  await app.close()
  return bodies
}

test('the reference of a build is the same bytes in each thread and after each restart', async () => {
  const first = await pagesOf('2026-11-22T12:00:00Z')
  expect(liveUpstreams().isOn(UPSTREAMS[0])).toBe(true)
  const second = await pagesOf('2031-01-01T00:00:00Z', liveUpstreams())
  for (const [i, url] of PAGES.entries()) {
    expect(first[i].length, url).toBeGreaterThan(10_000)
    expect(second[i] === first[i], url).toBe(true)
  }
  const [described] = second
  expect(described).not.toContain(new URL(INSIDE).host)
  const { paths } = JSON.parse(described)
  const content = paths['/v1/upstreams'].get.responses[200].content['application/json']
  expect(content.examples.example1.value).toEqual({ object: 'list', data: [] })
})
