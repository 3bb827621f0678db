import { describe, expect, test } from 'vitest'
import type { Section } from '../layers/section.ts'
import { floodMapAge, floodVerdict } from './flood-verdict.ts'
import { keyFacts, landStrip, type Sections } from './key-facts.ts'
import { orderSections } from './section-order.ts'
import { watchList } from './watch-list.ts'

const NOW = new Date('2026-11-28')

function section(layer: string, data: object | null, changed: Partial<Section> = {}): Section {
  const status = data === null ? 'empty' : 'available'
  const base = { object: 'location_section', layer, name: layer, category: 'property' } as const
  return { ...base, status, summary: `On ${layer}.`, data, ...changed } as Section
}

const sectionsOf = (...all: Section[]): Sections =>
  Object.fromEntries(all.map((each) => [each.layer, each]))

const zone = (name: string, coverage_pct: number, zone_subtype: string | null = null) => ({
  ...{ zone: name, zone_subtype, coverage_pct, area_m2: 1, description: `Zone ${name}` },
  is_in_flood_zone: /^[AV]/.test(name),
})
const flood = (zones: ReturnType<typeof zone>[], changed: object = {}) =>
  section('flood', {
    ...{ mapped: true, is_in_flood_zone: false, unmapped_pct: 0, zone_at_point: zones[0] ?? null },
    ...{ zones_on_parcel: zones, parcel_in_flood_zone: 'none' },
    ...changed,
  })

describe('the verdict on flood risk', () => {
  const of = (one: Section) => floodVerdict(sectionsOf(one))
  const AE = [zone('AE', 86.3), zone('X', 13.7)]

  test.each([
    [
      'part of a lot',
      flood(AE, { parcel_in_flood_zone: 'part' }),
      'high',
      'Partly in a high-risk flood zone',
      '86 % of the lot is in zone AE',
    ],
    [
      'almost all of it',
      flood([zone('VE', 99.8)], { parcel_in_flood_zone: 'part' }),
      'high_coastal',
      'Partly in a high-risk flood zone',
      'more than 99 % of the lot is in zone VE',
    ],
    [
      'a point without a lot',
      flood([], { zones_on_parcel: null, is_in_flood_zone: true, zone_at_point: zone('A', 0) }),
      'high',
      'Zone A',
      null,
    ],
    [
      'minimal risk',
      flood([zone('X', 100)]),
      'minimal',
      'Outside of high-risk flood zones',
      'Zone X',
    ],
    ['zone D', flood([zone('D', 100)]), 'undetermined', 'Flood risk not determined', 'Zone D'],
    [
      'a lot with a gap',
      flood([zone('X', 60)], { unmapped_pct: 40 }),
      'minimal',
      'Outside of high-risk flood zones',
      '40 % of the lot is not mapped',
    ],
    [
      'no map',
      flood([], { mapped: false }),
      'unmapped',
      'Not mapped for flood risk',
      'Not mapped is not the same as low risk.',
    ],
  ])('%s', (_what, one, level, title, detail) => {
    expect(of(one)).toEqual({ level, title, detail })
  })

  test('has the age of its map', () => {
    const of = (vintage: string, kind = 'archive') => {
      const source = { name: 'Q3 FLOOD DATA', kind, vintage } as Section['source']
      return floodMapAge(sectionsOf({ ...flood(AE), source } as Section), NOW)
    }
    expect(of('1990s')).toBe('Map: Q3 Flood Data, 1990s, 27 to 36 years old.')
    expect(of('2021')).toBe('Map: Q3 Flood Data, 2021, 5 years old.')
    expect(of('live', 'live')).toBeNull()
    expect(floodMapAge({}, NOW)).toBeNull()
  })

  test('without an answer is not known, and never green', () => {
    const gone = section('flood', null, { status: 'not_available', reason: 'It is away.' })
    expect(of(gone)).toMatchObject({ level: 'not_known', detail: 'It is away.' })
    const uncovered = section('flood', null, { status: 'not_covered' })
    expect(of(uncovered)).toMatchObject({ level: 'not_known', title: 'Flood risk not known' })
    expect(floodVerdict({})).toBeNull()
  })
})

describe('key facts', () => {
  const all = sectionsOf(
    section('parcel', { area_m2: 9734.44, parcel_count_here: 1 }),
    section('tax', {
      roll: {
        ...{ assessment_year: 2025, last_sale_price: 1152000, last_sale_year: 2025 },
        last_sale_month: 5,
      },
      ...{ assessed_value: 865370, year_built: 1999, estimated_fields: [] },
    }),
    section('structures', { buildings: [], county_record: { year_built_actual: 2014 } }),
    section('elevation', { elevation_ft: 6.17, elevation_m: 1.88, datum: 'NAVD88' }),
    section('zoning', { district: 'RS-1', district_description: 'Residential' }),
    section('market', { observation: { home_type: 'SINGLE_FAMILY' } }),
  )

  test('a parcel that is shaped like a street is not a home, whatever stands on it', () => {
    const street = section('parcel', {
      area_m2: 9_734,
      parcel_count_here: 1,
      is_street_shaped: true,
    })
    const use = keyFacts({ ...all, parcel: street }, 'us').find(({ label }) => label === 'Use')
    expect(use).toMatchObject({ value: 'Street right-of-way', note: 'by its shape' })
  })

  test('a strip of land that the soil map calls water is a stream', () => {
    const strip = section('parcel', { area_m2: 1, parcel_count_here: 1, is_street_shaped: true })
    const soils = (pct: number) =>
      section('soils', { soil_units: [{ kind: 'water', coverage_pct: pct }] })
    expect(landStrip(sectionsOf(strip, soils(90)))).toBe('Stream or other water')
    expect(landStrip(sectionsOf(strip, soils(10)))).toBe('Street right-of-way')
    expect(landStrip(sectionsOf(soils(90)))).toBeNull()
  })

  test('the use on the roll is that of a lot without a known building', () => {
    const roll = section('tax', { roll: { use_description: 'Residential' }, estimated_fields: [] })
    expect(keyFacts(sectionsOf(roll), 'us')).toEqual([
      { label: 'Use', value: 'Residential', note: 'assessment roll', layer: 'tax' },
    ])
  })

  test('are those that are known, in one order, with whose they are', () => {
    const lines = keyFacts(all, 'us').map(
      ({ label, value, note }) => `${label}: ${value} (${note})`,
    )
    expect(lines).toEqual([
      'Lot size: 2.41 acres (null)',
      'Use: Single family (by a listing provider)',
      'Zoning: RS-1 (Residential)',
      'Year built: 2014 (assessment roll)',
      'Assessed value: $865,370 (roll of 2025)',
      'Last sale: $1,152,000 (May 2025)',
      'Ground height: 6.17 ft (above NAVD88)',
    ])
    const metric = keyFacts(all, 'metric').map(({ value }) => value)
    expect([metric[0], metric.at(-1)]).toEqual(['0.97 ha', '1.88 m'])
    expect(keyFacts({}, 'us')).toEqual([])
  })

  test('an estimate is called one, and a small lot has square feet', () => {
    const guessed = sectionsOf(
      section('parcel', { area_m2: 929.03, parcel_count_here: 3 }),
      section('tax', {
        ...{ roll: null, assessed_value: 200000, year_built: 1980 },
        estimated_fields: ['assessed_value', 'year_built'],
      }),
    )
    expect(keyFacts(guessed, 'us').map(({ value, note }) => [value, note])).toEqual([
      ['10,000 sq ft', 'one of 3 stacked parcels'],
      ['1980', 'by a listing provider'],
      ['$200,000', 'an estimate'],
    ])
  })

  test('a section without data gives none', () => {
    const empty = section('parcel', { area_m2: 1, parcel_count_here: 1 }, { status: 'empty' })
    expect(keyFacts(sectionsOf(empty), 'us')).toEqual([])
  })
})

describe('what to watch', () => {
  const of = (...all: Section[]) => watchList(sectionsOf(...all), NOW, 'us').map(({ text }) => text)

  test('is listed from the worst to the least', () => {
    expect(
      of(
        section('tax', { roll: { assessment_year: 2013 } }),
        section('elevation', { terrain: { relief_ft: 22.4 } }),
        section('utilities', { wastewater: 'septic', wastewater_confidence: 'likely' }),
        section('wetlands', { parcel_coverage_pct: 12.2, is_on_wetland: false }),
        section('code_basis', { wind_borne_debris_region: true, wind_speed_mph: 148 }),
        flood([zone('AE', 50, 'FLOODWAY'), zone('X', 20)], {
          ...{ unmapped_pct: 30, parcel_in_flood_zone: 'part' },
        }),
        section('permits', {
          permits: [
            { is_on_parcel: true, finaled_at: null, status: 'ISSUED' },
            { is_on_parcel: true, finaled_at: null, status: 'FINALED' },
            { is_on_parcel: false, finaled_at: null, status: 'ISSUED' },
          ],
        }),
      ),
    ).toEqual([
      'Regulatory floodway on 50 % of the lot',
      '30 % of the lot is not mapped for flood risk',
      'Mapped wetland or water on 12 % of the lot',
      'Likely a septic system, not sewer',
      'Wind-borne debris region, design wind 148 mph',
      'The ground rises 22 ft across the lot',
      'A permit on the lot without a final inspection on record',
      'The assessment roll is of 2013, 13 years old',
    ])
  })

  test('a gap that the verdict states is not stated again', () => {
    expect(of(flood([zone('X', 97)], { unmapped_pct: 3 }))).toEqual([])
  })

  test('a flood map of long ago may have been drawn anew', () => {
    const from = (vintage: string) =>
      of({
        ...flood([zone('X', 100)]),
        source: { name: 'Q3', kind: 'archive', vintage },
      } as Section)
    expect(from('1990s')).toEqual(['The flood map is of the 1990s: FEMA’s current one may differ'])
    expect(from('2006-08-16')).toEqual(['The flood map is of 2006: FEMA’s current one may differ'])
    expect(from('map panel of 2021-03-15')).toEqual([])
  })

  test('a roll without a year is as old as its file', () => {
    const source = { name: 'City', kind: 'archive', vintage: '2013' } as Section['source']
    const roll = section('tax', { roll: { assessment_year: null } }, { source } as Partial<Section>)
    expect(of(roll)).toEqual(['The assessment roll is of 2013, 13 years old'])
  })

  test('has nothing of what is not known', () => {
    expect(of()).toEqual([])
    expect(of(section('utilities', { wastewater: null }), section('tax', { roll: null }))).toEqual(
      [],
    )
    expect(of(section('wetlands', null))).toEqual([])
  })
})

test('sections: parcel and flood, those with a warning, the rest; those without data apart', () => {
  const names = ['weather', 'soils', 'zoning', 'future_layer', 'flood', 'utilities', 'parcel']
  const all = [
    ...names.map((name) => section(name, {})),
    section('wetlands', null),
    section('market', null, { status: 'not_covered' }),
  ]
  const { shown, folded } = orderSections(sectionsOf(...all), [{ layer: 'soils', text: 'wet' }])
  expect(shown.map(({ layer }) => layer)).toEqual([
    ...['parcel', 'flood', 'soils', 'zoning', 'utilities', 'weather', 'future_layer'],
  ])
  expect(folded.map(({ layer }) => layer)).toEqual(['market', 'wetlands'])
})
