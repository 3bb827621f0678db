import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Packs } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import {
  type FixturePoint,
  type LayerFixture,
  packFixture,
  readFixture,
} from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import { RowError } from '../../values/row-error.ts'
import type { Section } from '../section.ts'
import { CodeBasisData } from './data.ts'
import { distanceKm } from './distance-km.ts'
import { compareSeverity, fireSeverity, responsibilityArea } from './fire-hazard.ts'
import { IECC_ZONES, ieccZone } from './iecc-zone.ts'
import { codeBasis } from './layer.ts'

testLayer(codeBasis, { whenBlank: 'empty' })

const fixture = readFixture('code_basis')
let folder: string
let asDrawn: Packs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-code-basis-'))
  asDrawn = await packFixture(fixture, await mkdtemp(join(folder, 'fixture-')))
})
afterAll(async () => {
  closePacks(asDrawn)
  await rm(folder, { recursive: true })
})

type Tables = LayerFixture['tables']

/** The section at a point of the fixture, with changes or as it is. */
async function sectionAt(at: Pick<FixturePoint, 'lat' | 'lng'>, changes?: Partial<LayerFixture>) {
  if (!changes) return buildSection(codeBasis, asDrawn, at) as Section<CodeBasisData>
  const packsFolder = await mkdtemp(join(folder, 'packs-'))
  const packs = await packFixture({ ...fixture, ...changes }, packsFolder)
  try {
    return buildSection(codeBasis, packs, at) as Section<CodeBasisData>
  } finally {
    closePacks(packs)
  }
}

const tablesWith = (changes: Partial<Tables>) => ({
  tables: { ...fixture.tables, ...changes } as Tables,
})
const locationNamed = (name: string) =>
  fixture.points.find((location) => location.name.startsWith(name))!
const FIXTURE_COUNTY = { lat: 30.005, lng: -71.995 }
const REGION = { lat: 30.005, lng: -71.965 }

describe('the keys of the answer', () => {
  /** Required by the contract: there everywhere, null where unknown. */
  const REQUIRED = [
    'climate_zone_iecc',
    'frost_depth_ft',
    'ground_snow_load_psf',
    'seismic_design_category',
    'wind_speed_mph',
    'wind_borne_debris_region',
    'wind_exposure',
    'rainfall_100yr_24hr_in',
    'rainfall_source',
  ]
  const CALIFORNIAN = ['climate_zone_title24', 'fire_hazard_severity', 'fire_responsibility_area']
  const answered = fixture.points.filter(({ expect: { status } }) => status === 'available')

  test.each(answered)('are all there at $name', async (location) => {
    const { data } = await sectionAt(location)
    expect(Object.keys(data!)).toEqual(expect.arrayContaining(REQUIRED))
    // A designer judges the exposure; no county has it.
    expect(data!.wind_exposure).toBeNull()
  })

  test('of California are in California and nowhere else', async () => {
    for (const location of answered) {
      const { data } = await sectionAt(location)
      const isCalifornia = data!.county === 'Fixture Coast County (fictional)'
      for (const key of CALIFORNIAN)
        expect(key in data!, `${location.name} ${key}`).toBe(isCalifornia)
    }
  })

  test('of a seismic value are there where it is known', async () => {
    expect((await sectionAt(REGION)).data).toMatchObject({ seismic_sd1: 0.06 })
    expect((await sectionAt(REGION)).data).not.toHaveProperty('seismic_sds')
    expect((await sectionAt(locationNamed('Washington'))).data).not.toHaveProperty('seismic_sd1')
  })

  test('are the fields of the contract and no others', () => {
    const known = [...REQUIRED, ...CALIFORNIAN, 'seismic_sds', 'seismic_sd1', 'county']
    expect(Object.keys(CodeBasisData.shape).sort()).toEqual(known.sort())
  })
})

describe('sources', () => {
  test('list every table that answered, the climate zones first, each with its own edition', async () => {
    const { source, sources } = await sectionAt(FIXTURE_COUNTY)
    expect(source).toEqual(sources![0])
    expect(sources!.map(({ name, vintage }) => `${name} ${vintage}`)).toEqual([
      'Fixture climate zones (fictional) IECC 2012 (2012)',
      'Fixture design values (fictional) ASCE 7-16 (2020)',
      'Fixture rainfall (fictional) Volume 98 Version 2 (Volume 98)',
    ])
    expect(sources![1].note).toBe(
      'Fictional lists. Values of ASCE 7-16 (Design values of the fixture (fictional)); wind speed for Risk Category II; seismic values assume Site Class D.',
    )
    // 0.095 degree of longitude at 30 N and 0.005 of latitude.
    expect(sources![2].note).toBe(
      'Fictional lists. Rainfall is a point estimate at 30, -71.9, 9.2 km away.',
    )
  })

  test('give the reason why values are null: no table and no estimate is of the county', async () => {
    const { source } = await sectionAt(locationNamed('Washington'))
    expect(source!.note).toContain('No table in this build gives frost, snow, seismic and wind')
    const plains = await sectionAt(locationNamed('a county under its former code'))
    expect(plains.source!.note).toContain('No rainfall estimate in this build is of the county.')
    const whole = await sectionAt(FIXTURE_COUNTY)
    expect(JSON.stringify(whole.sources)).not.toMatch(/No table|No rainfall/)
  })

  test('state that the county is the nearest, where generalised lines leave the point out', async () => {
    const counties = fixture.tables.counties.map((row) => ({ ...row, scale_denominator: 500_000 }))
    const water = locationNamed('open water')
    const { status, summary, data, source } = await sectionAt(water, tablesWith({ counties }))
    expect(summary).toMatch(
      /, for the nearest county, Fixture Plains County \(fictional\), 0.5 km away\.$/,
    )
    expect([status, data!.county]).toEqual(['available', 'Fixture Plains County (fictional)'])
    expect(source!.note).toContain(
      'the values are those of the nearest, Fixture Plains County (fictional), 0.5 km away.',
    )
  })

  test('of California name the ZIP code area and the fire map', async () => {
    const { sources } = await sectionAt(locationNamed('a very high'))
    expect(sources!.map(({ name }) => name).slice(-2)).toEqual([
      'Fixture energy zones (fictional)',
      'Fixture fire zones (fictional)',
    ])
    expect(sources!.at(-2)!.note).toContain('ZIP code tabulation area 94998')
    const { sources: elsewhere } = await sectionAt(
      locationNamed('California outside every fire zone'),
    )
    expect(elsewhere!.at(-1)!.note).toContain('in no mapped fire hazard severity zone')
  })

  test('state that values were computed, and that 7-22 has another site class by default', async () => {
    const computed = (await sectionAt(locationNamed('a moderate zone'))).sources![1]
    expect(computed.note).toContain('assume Site Class D, computed of the mapped SS and S1.')
    const latest = (await sectionAt(locationNamed('a county under its former code'))).sources![1]
    expect(latest.note).toContain('assume Site Class D, not the Default class of this edition')
  })
})

describe('rainfall', () => {
  test('is that of the nearest estimate of the county', async () => {
    const rainfall_frequencies = fixture.tables.rainfall_frequencies.map((row) => ({
      ...row,
      lat: row.lat === 30.5 ? 30.01 : row.lat,
      lng: row.lat === 30.5 ? -71.99 : row.lng,
    }))
    const near = await sectionAt(FIXTURE_COUNTY, tablesWith({ rainfall_frequencies }))
    expect(near.data).toMatchObject({
      rainfall_100yr_24hr_in: 13.4,
      rainfall_source: 'NOAA Atlas 14 Volume 98 Version 2, point estimate at 30.01, -71.99',
    })
  })

  test('of Washington and Oregon is not in Atlas 14: the note names Atlas 2, and nowhere else', async () => {
    const { source } = await sectionAt(locationNamed('Washington'))
    expect(source!.note).toContain(
      'NOAA Atlas 14 has no volume for Washington: NOAA Atlas 2 (1973) is the reference for rainfall there.',
    )
    for (const location of fixture.points.filter(({ name }) => !name.startsWith('Washington')))
      expect(JSON.stringify(await sectionAt(location)), location.name).not.toContain('Atlas 2 ')
  })

  test.each([
    [{ lat: 0, lng: 0 }, { lat: 1, lng: 0 }, 111.2],
    [{ lat: 60, lng: 179.5 }, { lat: 60, lng: -179.5 }, 55.6],
    [{ lat: 30, lng: -72 }, { lat: 30, lng: -72 }, 0],
  ])('from %j to %j is %d km', (a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 1)
  })
})

describe('a county under other codes', () => {
  test('that one list has under its own code needs no counterpart', async () => {
    const own = { ...fixture.tables.climate_zones[0], climate_zone_key: 'x', county_fips: '09190' }
    const climate_zones = [...fixture.tables.climate_zones, { ...own, iecc_zone: '4A' }]
    const { data, source } = await sectionAt(REGION, tablesWith({ climate_zones }))
    expect(data).toMatchObject({ climate_zone_iecc: '4A', frost_depth_ft: 3.5 })
    expect(source!.note).toContain('differ in ground snow load')
  })

  test('whose former counties lie in two climate zones has none', async () => {
    const climate_zones = fixture.tables.climate_zones.map((row) =>
      row.county_fips === '09005' ? { ...row, iecc_zone: '6A' } : row,
    )
    const { data, source } = await sectionAt(REGION, tablesWith({ climate_zones }))
    expect(data).toMatchObject({ climate_zone_iecc: null, frost_depth_ft: 3.5 })
    expect(source!.note).toContain('The rows found differ in climate zone, ground snow load')
  })

  test('is answered by the former county that a list has, when it has but one of them', async () => {
    const climate_zones = fixture.tables.climate_zones.filter(
      ({ county_fips }) => county_fips !== '09005',
    )
    expect((await sectionAt(REGION, tablesWith({ climate_zones }))).data).toMatchObject({
      climate_zone_iecc: '5A',
    })
  })
})

describe('where nothing is covered', () => {
  test('an unknown county differs from a county outside the lists', async () => {
    const nowhere = await sectionAt({ lat: 30.005, lng: -71.935 })
    expect(nowhere.reason).toContain(
      'No county is known at this location, and design values are listed by county.',
    )
    const counties = fixture.tables.counties.map((row) => ({
      ...row,
      geometry: `${row.geometry}`.replaceAll('-71.94', '-71.93'),
    }))
    const outside = await sectionAt(
      { lat: 30.005, lng: -71.935 },
      {
        ...tablesWith({ counties, climate_zones: [], design_values: [] }),
      },
    )
    expect(outside).toMatchObject({
      status: 'not_covered',
      reason: expect.stringContaining(
        'The location lies outside what the lists of this build cover.',
      ),
    })
  })

  test('a row that is found answers all the same', async () => {
    const { status, data } = await sectionAt(FIXTURE_COUNTY, {
      coverage: fixture.coverage.map(({ geometry: _, ...row }) => row),
    })
    expect(status).toBe('available')
    expect(data).toMatchObject({ climate_zone_iecc: '6A' })
  })
})

describe('IECC climate zones', () => {
  test.each([
    ['6', 'moist', '6A'],
    ['3', 'dry', '3B'],
    ['4', 'marine', '4C'],
    ['7', null, '7'],
    ['8', '', '8'],
    ['0', 'moist', '0A'],
  ])('%s and %s are zone %s', (zone, moisture, code) => {
    expect(ieccZone(zone, moisture)).toBe(code)
  })

  test.each([
    ['7', 'moist'],
    ['6', null],
    ['6', 'marine'],
    ['9', 'moist'],
    ['6', 'wet'],
    ['6', 'constructor'],
    [null, 'moist'],
  ])('%s and %s are not a zone: a person has to decide', (zone, moisture) => {
    expect(() => ieccZone(zone, moisture)).toThrow(RowError)
  })

  test('are nineteen', () => {
    expect(new Set(IECC_ZONES).size).toBe(19)
  })
})

describe('fire hazard severity', () => {
  test.each([
    ['Very High', null, 'Very High'],
    [' moderate ', '1', 'Moderate'],
    [null, '2', 'High'],
    ['NonWildland', '-3', null],
    ['Urban Unzoned', '-2', null],
  ])('%s with code %s is %s', (words, code, severity) => {
    expect(fireSeverity(words, code)).toBe(severity)
  })

  test.each([
    ['Extreme', null, 'code_basis.unknown_fire_severity'],
    ['High', '4', 'code_basis.unknown_fire_severity'],
    ['High', '3', 'code_basis.fire_severity_disagrees'],
    ['NonWildland', '3', 'code_basis.fire_severity_disagrees'],
    [null, null, 'code_basis.no_fire_severity'],
  ])('%s with code %s is a dirty row', (words, code, stat) => {
    expect(() => fireSeverity(words, code)).toThrow(expect.objectContaining({ stat }))
  })

  test('the more severe zone comes first', () => {
    expect(['Moderate', 'Very High', 'High'].sort(compareSeverity)).toEqual([
      'Very High',
      'High',
      'Moderate',
    ])
  })

  test('lies in a responsibility area of the state, of a local agency or of the nation', () => {
    expect(['SRA', 'lra', 'FRA'].map(responsibilityArea)).toEqual(['SRA', 'LRA', 'FRA'])
    for (const area of ['', null, 'SRA/LRA'])
      expect(() => responsibilityArea(area)).toThrow(RowError)
  })
})
