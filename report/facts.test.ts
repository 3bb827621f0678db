import { expect, test } from 'vitest'
import { countFacts, type Fact, factsOf, formatDate } from './facts.ts'
import { fieldFormat } from './field-format.ts'

/** Facts as lines, with the names of groups. */
function lines(facts: readonly Fact[], path = ''): string[] {
  return facts.flatMap((fact) =>
    fact.kind === 'value'
      ? [`${path}${fact.label}: ${fact.text}`]
      : lines(fact.facts, `${path}${fact.label} > `),
  )
}

test('null is not known, which is neither no nor zero', () => {
  const facts = factsOf({ is_in_flood_zone: null, is_on_wetland: false, ground_snow_load_psf: 0 })
  expect(lines(facts)).toEqual([
    'In a high-risk flood zone: not known',
    'On wetland: no',
    'Ground snow load: 0 psf',
  ])
  expect(facts.map((fact) => fact.kind === 'value' && fact.isKnown)).toEqual([false, true, true])
})

test('the point and its parcel are two facts of flood risk', () => {
  const answer = { is_in_flood_zone: false, parcel_in_flood_zone: 'part', unmapped_pct: 0 }
  expect(lines(factsOf(answer))).toEqual([
    'In a high-risk flood zone: no',
    'Parcel in a high-risk flood zone: part',
    'Not mapped: 0 %',
  ])
})

test('numbers have units, and money and years their own form', () => {
  const roll = { just_value: 1205900, assessment_year: 2025, area_m2: 9734.44, max_height_ft: 35 }
  expect(lines(factsOf(roll))).toEqual([
    'Market value (just value): $1,205,900',
    'Assessment year: 2025',
    'Area: 2.41 acres',
    'Maximum height: 35 ft',
  ])
  expect(lines(factsOf(roll, 'metric')).slice(2)).toEqual([
    'Area: 0.97 ha',
    'Maximum height: 10.7 m',
  ])
  expect(lines(factsOf({ temperature_c: -3.5, humidity_pct: 59, slope_deg: 7 }))).toEqual([
    ...['Temperature: 25.7 °F', 'Humidity: 59 %', 'Slope: 7°'],
  ])
})

test('the underscore of a parcel key stays', () => {
  expect(lines(factsOf({ parcel_key: 'pk_abcdefghijklmnopqrstuvwx' }))).toEqual([
    'Parcel key: pk_abcdefghijklmnopqrstuvwx',
  ])
  expect(lines(factsOf({ precision: 'boundary_file' }))).toEqual(['Precision: boundary file'])
})

test('a list of objects is a group, an empty list is "none"', () => {
  const data = {
    zones_on_parcel: [
      { zone: 'AE', coverage_pct: 60 },
      { zone: 'X', coverage_pct: 40 },
    ],
    stacked_parcel_keys: [],
    feeds_unavailable: ['one', 'other'],
  }
  expect(lines(factsOf(data))).toEqual([
    'Zones on parcel > 1 of 2 > Zone: AE',
    'Zones on parcel > 1 of 2 > Share of the parcel: 60 %',
    'Zones on parcel > 2 of 2 > Zone: X',
    'Zones on parcel > 2 of 2 > Share of the parcel: 40 %',
    'Feeds unavailable: one, other',
  ])
  expect(countFacts(factsOf(data))).toBe(5)
})

test('a list of a thousand is cut and states how many are missing', () => {
  const shown = lines(factsOf({ permits: Array.from({ length: 1_000 }, (_, id) => ({ id })) }))
  expect(shown).toHaveLength(25)
  expect(shown.at(-1)).toBe('Permits > More: and 976 more in the exports')
})

test('deeply nested data is cut', () => {
  let deep: object = { value: 1 }
  for (let i = 0; i < 10_000; i++) deep = { inner: deep }
  expect(lines(factsOf(deep)).join()).toContain('see the JSON')
})

test('of a measure in two units the one of the system is listed', () => {
  const both = { area_m2: 9734.44, area_acres: 2.4054, elevation_ft: 6.17, elevation_m: 1.88 }
  expect(lines(factsOf(both))).toEqual(['Area: 2.4054 acres', 'Elevation: 6.17 ft'])
  expect(lines(factsOf(both, 'metric'))).toEqual(['Area: 0.97 ha', 'Elevation: 1.88 m'])
  const weather = {
    temperature_c: 26.1,
    temperature_f: 79,
    wind_speed_kmh: 11,
    wind_speed_mph: 6.8,
  }
  expect(lines(factsOf(weather))).toEqual(['Temperature: 79 °F', 'Wind speed: 6.8 mph'])
})

test('codes of several words are words, names in capitals in title case', () => {
  const data = {
    home_type: 'SINGLE_FAMILY',
    drinking_water: 'LikelyPublic',
    name: 'SAMPLE POWER & LIGHT CO. (FICTIONAL)',
    zone: 'AE',
    id: 'B-LIVE-0040',
  }
  expect(lines(factsOf(data))).toEqual([
    'Home type: Single family',
    'Drinking water: Likely public',
    'Name: Sample Power & Light Co. (fictional)',
    'Zone: AE',
    'ID: B-LIVE-0040',
  ])
})

test('a code is left out only where another field has it in words', () => {
  expect(lines(factsOf({ wastewater: 'septic', wastewater_as_recorded: 'KnownSeptic' }))).toEqual([
    'Wastewater: septic',
  ])
  expect(lines(factsOf({ wastewater: null, wastewater_as_recorded: 'Undetermined' }))).toEqual([
    'Wastewater: not known',
    'Wastewater as recorded: Undetermined',
  ])
})

test('what the next line has again, and what does not apply, is left out', () => {
  const permit = { type: 'FENCE', status: 'ISSUED', description: '6 FT "SHADOW BOX" FENCE' }
  expect(lines(factsOf({ permit_count: 1, permits: [permit], feed_through: null }))).toEqual([
    ...['Permits > 1 of 1 > Type: Fence', 'Permits > 1 of 1 > Status: Issued'],
    'Permits > 1 of 1 > Description: 6 ft "shadow box" fence',
  ])
  expect(lines(factsOf({ permit_count: 40, permits: [] }))).toEqual([
    ...['Permit count: 40', 'Permits: none'],
  ])
  expect(factsOf({ terrain_status: 'computing', terrain: null })).toEqual([])
  expect(lines(factsOf({ terrain_status: 'unavailable', terrain: null }))).toHaveLength(2)
  expect(factsOf({ planes: { electric: 'covered' }, hourly: [{}], is_day: true })).toEqual([])
  const inventory = {
    occupancy_type: 'RES1',
    occupancy_description: 'dwelling',
    bfe_datum: 'NAVD88',
  }
  expect(lines(factsOf({ ...inventory, base_flood_elevation_ft: null }))).toEqual([
    ...['Occupancy description: dwelling', 'Base flood elevation: not known'],
  ])
  expect(lines(factsOf({ estimated_fields: ['property_tax_rate_pct'] }))).toEqual([
    'Estimated: property tax rate',
  ])
})

test('shapes are drawn and not listed', () => {
  expect(factsOf({ geometry: { type: 'Feature' }, mapped: true })).toHaveLength(1)
})

test('only web addresses become links', () => {
  const link = (url: string) => {
    const [fact] = factsOf({ url })
    return fact.kind === 'value' ? fact.link : undefined
  }
  expect(link('https://example.com/a?b=c')).toBe('https://example.com/a?b=c')
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'https://',
    ' http://x',
  ])
    expect(link(bad), bad).toBeUndefined()
})

test('dates are written out, other texts stay', () => {
  expect(formatDate('2021-03-15')).toBe('15 Mar 2021')
  expect(formatDate('2026-11-21T18:30:45.253Z')).toBe('21 Nov 2026, 18:30 UTC')
  expect(formatDate('2021-13-01')).toBeNull()
  expect(formatDate('SLF-70693')).toBeNull()
})

test('an unknown field is shown with its own name', () => {
  expect(fieldFormat('roof_snow_depth_cm')).toMatchObject({ label: 'Roof snow depth', unit: 'cm' })
  expect(fieldFormat('constructor')).toMatchObject({ label: 'Constructor', unit: null })
})
