import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UPSTREAMS } from '../../layers/index.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { LayerEntry } from '../schemas/layers.ts'
import { layerCatalog } from './layer-catalog.ts'

test('a layer without an archive is described by the first of its tables in the build', () => {
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
  // Layers without a section come last.
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

test('five editions, attributions and areas are named, and the rest is counted', () => {
  const entryOf = (sources: number) => {
    const rows = Array.from({ length: sources }, (_, i) => ({
      table_name: 'parcels',
      partition: 'p',
      area_name: `Area ${i}`,
      source_vintage: `${2020 + i}`,
      source_attribution: 'Nobody',
      retrieved_at: '2026-01-02',
    }))
    const tables = [{ name: 'parcels', partitions: [{ id: 'p', rows: 1, county_fips: '99001' }] }]
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

describe('a county counts where a dossier can answer', () => {
  /** The tax entry of a build with sales of counties, and parcels of counties. */
  const taxOf = (sales: string[], parcels: string[], onRoll = parcels) => {
    const table = (name: string, counties: string[]) => ({
      name,
      partitions: counties.map((fips) => ({ id: `c${fips}`, rows: 7, county_fips: fips })),
    })
    const rows = [table('sales', sales), table('parcels', parcels)].flatMap((each) =>
      each.partitions.map(({ id }) => ({
        table_name: each.name,
        partition: id,
        area_name: `${each.name} of ${id}`,
        source_vintage: '2025',
        source_attribution: 'Nobody',
        retrieved_at: '2026-01-02',
      })),
    )
    const tables = [table('sales', sales), table('parcels', parcels)]
    const manifest = { created_at: '2026-01-02', archives: [], tables }
    const coverage = { rows: rows.length, values: (row: number) => rows[row] }
    // Each county has a parcel that the roll lacks, and one that it may have.
    const lots = parcels.flatMap((fips) =>
      [false, onRoll.includes(fips)].map((has_roll) => ({ partition: `c${fips}`, has_roll })),
    )
    const pack = { rows: lots.length, value: (row: number, name: 'has_roll') => lots[row][name] }
    const packs = new Map<string, object>([
      ['coverage', coverage],
      ['parcels', pack],
    ])
    const build = { manifest, packs } as unknown as ServedBuild
    return layerCatalog(build, '', () => {}).find(({ id }) => id === 'tax')!
  }

  test('sales without a parcel to find them by do not count', () => {
    const entry = taxOf(['12011'], [])
    expect(entry).toMatchObject({ status: 'planned' })
    expect(entry).not.toHaveProperty('coverage')
  })

  test('nor do sales with the parcels of another county', () => {
    expect(taxOf(['12011', '23019'], ['23019']).coverage).toEqual({
      label: 'parcels of c23019; sales of c23019',
      states: ['ME'],
      county_count: 1,
      feature_count: 7,
    })
  })

  test('a roll alone counts: the section answers from it', () => {
    expect(taxOf([], ['23019', '37161']).coverage).toMatchObject({
      states: ['ME', 'NC'],
      county_count: 2,
      feature_count: 14,
    })
  })

  test('parcels on no roll do not count', () => {
    expect(taxOf([], ['23019', '37161'], ['23019']).coverage).toMatchObject({
      label: 'parcels of c23019',
      states: ['ME'],
      feature_count: 7,
    })
    expect(taxOf([], ['37161'], [])).toMatchObject({ status: 'planned' })
  })
})

test('observations without parcels count where their provider states what it covers', () => {
  const marketOf = (polygons: number) => {
    const partitions = [{ id: 'p', rows: 7, county_fips: '12011' }]
    const tables = [{ name: 'market_observations', partitions }]
    const manifest = { created_at: '2026-01-02', archives: [], tables }
    const row = { table_name: 'market_observations', partition: 'p', area_name: 'Broward County' }
    const polygonEnds = Array.from({ length: polygons }, (_, i) => i + 1)
    const coverage = { rows: 1, values: () => row, polygons: () => ({ polygonEnds }) }
    const packs = new Map([['coverage', coverage]])
    const build = { manifest, packs } as unknown as ServedBuild
    return layerCatalog(build, '', () => {}).find(({ id }) => id === 'market')!
  }
  expect(marketOf(1).coverage).toMatchObject({ label: 'Broward County', county_count: 1 })
  expect(marketOf(0)).toMatchObject({ status: 'planned' })
})

test('a layer of a state or the nation counts the counties that it covers, each once', async () => {
  const { tables: rows, ...fixture } = readFixture('boundaries')
  // A code of an older edition, on ground that the finest file draws as Alder.
  const [, , older] = rows.counties
  const counties = [...rows.counties, { ...older, county_key: 'coarse:99009', geoid: '99009' }]
  const folder = await mkdtemp(join(tmpdir(), 'plat-layer-catalog-'))
  // Alder and Birch are drawn by both files, Cedar by the coarse one alone, which covers it.
  const packs = await packFixture({ ...fixture, tables: { ...rows, counties } }, folder)
  try {
    const partitions = ['tiger', 'coarse'].map((id) => ({ id, rows: 3 }))
    const tables = [{ name: 'counties', partitions }]
    const manifest = { created_at: '2026-01-02', archives: [], tables }
    const build = { manifest, packs } as unknown as ServedBuild
    const entry = layerCatalog(build, '', () => {}).find(({ id }) => id === 'boundaries')!
    expect(entry.coverage).toMatchObject({ states: ['ZZ'], county_count: 3, feature_count: 6 })
    const [fine] = partitions
    const part = {
      manifest: { ...manifest, tables: [{ ...tables[0], partitions: [fine] }] },
      packs,
    }
    const [parcel, boundaries] = ['parcel', 'boundaries'].map((wanted) =>
      layerCatalog(part as unknown as ServedBuild, '', () => {}).find(({ id }) => id === wanted),
    )
    expect(boundaries!.coverage).toMatchObject({ county_count: 2 })
    expect(parcel).toMatchObject({ status: 'planned' })
  } finally {
    closePacks(packs)
    await rm(folder, { recursive: true })
  }
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

test('a live layer is available where the service queries it, with any build', () => {
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
  // Air quality alone does not make weather available.
  for (const live of ['none', 'none,open-meteo-air-quality']) {
    expect(weatherOf(live)).toMatchObject({ status: 'planned' })
    expect(weatherOf(live)).not.toHaveProperty('coverage')
  }
  expect(weatherOf('default', null)).toMatchObject({ status: 'planned' })
})
