import { expect, test } from 'vitest'
import type { ServedBuild } from './build-source.ts'
import { layerCatalog } from './layer-catalog.ts'

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
