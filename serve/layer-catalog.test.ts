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
  // Known, and in no build.
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set(['planned']))
  for (const entry of others) expect(entry).not.toHaveProperty('coverage')
})

test('five editions, attributions and areas are named in a line, and the rest is counted', () => {
  const entryOf = (sources: number) => {
    const rows = Array.from({ length: sources }, (_, i) => ({
      table_name: 'parcels',
      area_name: `Area ${i}`,
      source_vintage: `${2020 + i}`,
      source_attribution: 'Nobody',
      retrieved_at: '2026-01-02',
    }))
    const tables = [{ name: 'parcels', partitions: [{ rows: 1, county_fips: '99001' }] }]
    const manifest = { created_at: '2026-01-02', archives: [], tables }
    const coverage = { rows: rows.length, values: (row: number) => rows[row] }
    const packs = new Map([['coverage', coverage]])
    const build = { manifest, packs } as unknown as ServedBuild
    return layerCatalog(build, '', () => {}).find(({ id }) => id === 'parcel')!
  }
  expect(entryOf(5).vintage).toBe('2020; 2021; 2022; 2023; 2024')
  const { vintage, coverage, attribution } = entryOf(7)
  expect(vintage).toBe('2020; 2021; 2022; 2023; 2024; and 2 more')
  expect(coverage!.label).toBe('Area 0; Area 1; Area 2; Area 3; Area 4; and 2 more')
  expect(attribution).toBe('Nobody')
})

test('without a build every layer is planned, and fits the contract', () => {
  const entries = layerCatalog(null, 'http://localhost/api', () => {})
  expect(entries.length).toBeGreaterThan(14)
  for (const entry of entries)
    expect(LayerEntry.parse(entry)).toMatchObject({
      status: 'planned',
      rendering: { type: 'none' },
    })
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
    expect(weatherOf(live)).toMatchObject({ status: 'planned' })
    expect(weatherOf(live)).not.toHaveProperty('coverage')
  }
  expect(weatherOf('default', null)).toMatchObject({ status: 'planned' })
})
