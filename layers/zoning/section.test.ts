import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePacks } from '../../lookup/open-packs.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Section } from '../section.ts'
import { authorityRank } from './authority.ts'
import type { ZoningData } from './data.ts'
import { documentsText, readDocuments } from './documents.ts'
import { zoning } from './layer.ts'

testLayer(zoning, { whenBlank: 'empty' })

const fixture = readFixture('zoning')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-zoning-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

type DistrictRow = LayerFixture['tables']['zoning_districts'][number]
const RS1 = fixture.tables.zoning_districts.find(({ district }) => district === 'RS-1')!
/** The street of the town that the fixture leaves blank, x 19 to 20. */
const STREET = box(19, 0, 20, 6)
const ON_STREET = { lat: 30.003, lng: -71.9805 }

/** The section at a point of the street, with these districts drawn over it. */
async function sectionOnStreet(
  districts: Partial<DistrictRow>[],
  changes: Partial<LayerFixture['tables']> = {},
) {
  const rows = districts.map((each, i) => ({
    ...RS1,
    geometry: STREET,
    zoning_district_key: `s${i}`,
    ...each,
  }))
  const zoning_districts = [...fixture.tables.zoning_districts, ...(rows as DistrictRow[])]
  const tables = { ...fixture.tables, zoning_districts, ...changes } as LayerFixture['tables']
  const packs = await packFixture({ ...fixture, tables }, await mkdtemp(join(folder, 'packs-')))
  try {
    return buildSection(zoning, packs, ON_STREET) as Section<ZoningData>
  } finally {
    closePacks(packs)
  }
}

const TOWN = {
  jurisdiction: 'Town of Fixton (fictional)',
  authority_level: 'municipal',
  partition: 'town',
}

describe('where maps overlap', () => {
  const levels = ['state', 'regional', 'county', 'municipal'].map((authority_level) => ({
    authority_level,
    jurisdiction: `${authority_level} authority`,
    district: `D-${authority_level}`,
  }))

  test('the town answers before the county, the county before the region and the state', async () => {
    for (const drawn of [levels, levels.toReversed()]) {
      const { data } = await sectionOnStreet(drawn)
      expect(data!.jurisdiction).toBe('municipal authority')
      expect(data!.also_here.map(({ jurisdiction }) => jurisdiction)).toEqual([
        'county authority',
        'regional authority',
        'state authority',
      ])
    }
  })

  test('an authority of an unknown level is our own mistake', () => {
    expect(() => authorityRank('galactic')).toThrow('no such level of authority: galactic')
  })

  test('both authorities are listed as sources, the one that answers first', async () => {
    const { source, sources } = await sectionOnStreet([TOWN, {}])
    expect(source!.name).toBe('Fixton zoning (fictional)')
    expect(sources!.map(({ name }) => name)).toEqual([
      'Fixton zoning (fictional)',
      'Fixture County zoning (fictional)',
    ])
    const { source: county } = await sectionOnStreet([{}])
    expect(county!.name).toBe('Fixture County zoning (fictional)')
  })

  test('two districts of one authority give one answer in any order of the file', async () => {
    const drawn = [{ district: 'Z-2' }, { district: 'A-1' }]
    for (const districts of [drawn, drawn.toReversed()]) {
      const { data, source } = await sectionOnStreet(districts)
      expect(data!.district).toBe('A-1')
      expect(data!.also_here.map(({ district }) => district)).toEqual(['Z-2'])
      expect(source!.note).toContain('Drawn here too, without answering: Z-2 of Fixture County')
    }
  })

  test('a district drawn twice is not another district', async () => {
    const { data, source } = await sectionOnStreet([{}, { conditions: 'CASE_NO: 1' }])
    expect(data!.also_here).toEqual([])
    expect(source!.note).not.toContain('Drawn here too')
  })
})

describe('an overlay', () => {
  test('alone is not a district: the answer is empty, and names the overlay', async () => {
    const overlay = { is_overlay: true, district: 'Shoreland Zone', description: null }
    const { status, data, summary } = await sectionOnStreet([overlay])
    expect({ status, data }).toEqual({ status: 'empty', data: null })
    expect(summary).toBe(
      'No base zoning district is drawn at this location, only the overlay Shoreland Zone.',
    )
  })

  test('of the town does not stand before the base district of the county', async () => {
    const overlay = { ...TOWN, is_overlay: true, district: 'Shoreland Zone', description: null }
    const { data } = await sectionOnStreet([overlay, {}])
    expect(data).toMatchObject({ district: 'RS-1', overlays: [{ district: 'Shoreland Zone' }] })
  })
})

describe('future land use', () => {
  const [plan] = fixture.tables.future_land_use
  const drawn = (code: string, changes: Partial<typeof plan>) => ({
    ...plan,
    future_land_use_key: code,
    code,
    geometry: STREET,
    ...changes,
  })

  test('is that of the authority that answers, else that of the first authority', async () => {
    const [town, county] = [drawn('T', TOWN), drawn('C', {})]
    for (const future_land_use of [
      [town, county],
      [county, town],
    ]) {
      const ofCounty = await sectionOnStreet([{}], { future_land_use })
      expect(ofCounty.data!.future_land_use!.code).toBe('C')
      const ofTown = await sectionOnStreet([TOWN], { future_land_use })
      expect(ofTown.data!.future_land_use!.code).toBe('T')
    }
    const other = { jurisdiction: 'Another (fictional)' }
    const { data } = await sectionOnStreet([other], { future_land_use: [county, town] })
    expect(data!.future_land_use!.code).toBe('T')
  })

  test('alone does not answer for zoning, and the reason names it', async () => {
    const packs = await packFixture(
      { ...fixture, coverage: [], tables: { ...fixture.tables, zoning_districts: [RS1] } },
      await mkdtemp(join(folder, 'plan-')),
    )
    expect(buildSection(zoning, packs, { lat: 30.001, lng: -71.999 })).toMatchObject({
      status: 'not_covered',
      reason: expect.stringContaining('its future land use is RES-L, by Fixture County'),
    })
    closePacks(packs)
  })

  test('a build without the table answers the district without it', async () => {
    const { future_land_use: _, ...others } = fixture.tables
    const packs = await packFixture(
      { ...fixture, tables: others },
      await mkdtemp(join(folder, 'no-')),
    )
    expect(buildSection(zoning, packs, { lat: 30.001, lng: -71.999 })).toMatchObject({
      status: 'available',
      data: { district: 'AG-1', future_land_use: null },
    })
    closePacks(packs)
  })
})

test('a name with a full stop stays out of the summary and in the data', async () => {
  const { summary, data } = await sectionOnStreet([{ description: 'Res. Single Family' }])
  expect(summary).toMatch(/^Zoned RS-1 by Fixture County \(fictional\)/)
  expect(data!.district_description).toBe('Res. Single Family')
})

describe('governing documents', () => {
  const document = { kind: 'impact_fees', title: 'Fees', url: 'https://example.com/fees' }

  test('travel in a row as text and come back as they were', () => {
    const dated = { ...document, section: '9', retrieved_at: '2026-01-02' }
    expect(readDocuments(documentsText([document, dated]))).toEqual([document, dated])
    expect(documentsText([])).toBeNull()
    expect(readDocuments(null)).toEqual([])
  })

  test.each(['{}', '[]', '[{"kind":"x"}]', 'x'])('%s is not a list of documents', (text) => {
    expect(() => readDocuments(text)).toThrow()
  })
})
