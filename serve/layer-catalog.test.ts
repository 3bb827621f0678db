import { expect, test } from 'vitest'
import { UPSTREAMS } from '../layers/index.ts'
import { UpstreamClient } from '../layers/upstream/client.ts'
import { upstreamSettings } from '../layers/upstream/settings.ts'
import type { ServedBuild } from './build-source.ts'
import { layerCatalog } from './layer-catalog.ts'
import { LayerEntry } from './schemas/layers.ts'

test('a layer without an archive is told by the first of its tables that the build has', () => {
  const partitions = [{ rows: 5, county_fips: '99001' }]
  const manifest = {
    created_at: '2026-01-02',
    archives: [],
    tables: [{ name: 'street_ranges', partitions }],
  }
  const build = { manifest, packs: new Map() } as unknown as ServedBuild
  const entries = layerCatalog(build, 'http://localhost/api', (error) => {
    throw error
  })
  // What answers no section comes last.
  expect(entries.at(-1)).toMatchObject({
    slug: 'addresses',
    status: 'available',
    coverage: { label: '1 partitions', states: ['ZZ'], county_count: 1, feature_count: 5 },
  })
  const others = entries.filter(({ slug }) => slug !== 'addresses')
  expect(others.filter(({ status }) => status === 'available')).toEqual([])
})

test('a layer that is asked live is available where the service asks it, whatever the build has', () => {
  const manifest = { created_at: '2026-01-02', archives: [], tables: [] }
  const build = { manifest, packs: new Map() } as unknown as ServedBuild
  const weatherOf = (live: string, served: ServedBuild | null = build) => {
    const settings = upstreamSettings({ PLAT_LIVE: live }, UPSTREAMS)
    const upstreams = new UpstreamClient({ upstreams: UPSTREAMS, settings })
    const entries = layerCatalog(served, 'http://localhost/api', () => {}, upstreams)
    return LayerEntry.parse(entries.find(({ id }) => id === 'weather'))
  }
  expect(weatherOf('default')).toMatchObject({
    status: 'available',
    coverage: { label: 'live, worldwide' },
    vintage: 'live',
    attribution: expect.stringContaining('Open-Meteo.com (CC BY 4.0)'),
    rendering: { type: 'none' },
  })
  // Air quality alone is no weather.
  for (const live of ['none', 'none,open-meteo-air-quality']) {
    expect(weatherOf(live)).toMatchObject({ status: 'building' })
    expect(weatherOf(live)).not.toHaveProperty('coverage')
  }
  expect(weatherOf('default', null)).toMatchObject({ status: 'building' })
})
