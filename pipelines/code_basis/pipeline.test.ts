import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { fireHazardZones, tables } from '../../layers/code_basis/tables.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { getTable } from '../../layers/index.ts'
import type { Row } from '../../layers/location.ts'
import {
  climateLine,
  climateText,
  designText,
  FIXTURE_FILES,
  pfdsText,
  writeListsFixture,
} from '../../tests/fixtures/code_basis/code-lists.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { CodeBasisPartition, type Input } from './partition-file.ts'
import { codeBasis } from './pipeline.ts'

const fixture = readFixture('code_basis')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-code-basis-'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (member: string) => ({ asset: 'lists.zip', member })
const INPUTS: Record<string, Input[]> = {
  lists: [
    { table: 'climate_zones', ...file('climate.csv'), edition: 'IECC 2012' },
    { table: 'design_values', ...file('design.csv') },
    { table: 'rainfall_frequencies', ...file('pfds_30_-71.9.csv'), county_fips: '99101' },
    { table: 'rainfall_frequencies', ...file('pfds_30.5_-71.5.csv'), county_fips: '99101' },
  ],
  california: [
    { table: 'fire_hazard_zones', ...file('fhszs.shp') },
    { table: 'fire_hazard_zones', ...file('FHSZLRA25.shp') },
    { table: 'title24_zones', ...file('zips.json'), edition: 'Fixture list 2022' },
  ],
}

async function make(
  partition: string,
  inputs: Input[],
  files: Record<string, string> = {},
  fire: Parameters<typeof writeListsFixture>[2] = {},
  coverage: unknown = file(partition === 'california' ? 'california.shp' : 'extent.shp'),
) {
  const place = writeListsFixture(
    await mkdtemp(join(folder, 'lists-')),
    { ...FIXTURE_FILES, ...files },
    fire,
  )
  const definition = CodeBasisPartition.parse({
    lock: 'fixture',
    area: 'the fixture (fictional)',
    inputs,
    coverage,
    declared_by: 'the fixture, drawn by hand',
    note: partition === 'california' ? 'Fictional zones.' : 'Fictional lists.',
  })
  return runFixture(codeBasis, definition, { folder, partition, assets: { 'lists.zip': place } })
}

const known = new Map<string, ReturnType<typeof make>>()
/** A partition of the fixture's own files, made once. */
function knownOf(partition: string) {
  const found = known.get(partition) ?? make(partition, INPUTS[partition])
  known.set(partition, found)
  return found
}

async function rowsOf(made: Map<string, PartitionTable>, name: string): Promise<Row[]> {
  const table = getTable(name)
  const rows = await parquetRows(table, made.get(name)!.file)
  return rows.map(({ values }) => values)
}

function tallyOf(made: Map<string, PartitionTable>, name: string) {
  const { rejects, cases } = made.get(name)!.tally
  const counted = Object.entries(rejects).map(([stat, { count }]) => [stat, count])
  return { rejects: Object.fromEntries(counted), cases }
}

describe('files of the publishers become the rows of the fixture', () => {
  test.each(Object.keys(INPUTS))('partition %s', async (partition) => {
    const made = await knownOf(partition)
    const names = tables.map(({ name }) => name)
    expect([...made.keys()]).toEqual(
      names.filter((name) => INPUTS[partition].some(({ table }) => table === name)),
    )
    for (const { table, coverage, file: parquet } of made.values()) {
      const byKey = (a: { values: Row }, b: { values: Row }) =>
        `${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1
      const expected = fixtureRows(fixture, table).sort(byKey)
      const rows = (await parquetRows(table, parquet)).sort(byKey)
      expect(rows.map(({ values }) => values)).toEqual(expected.map(({ values }) => values))
      expect(rows.map(({ polygons }) => polygons)).toEqual(expected.map(({ polygons }) => polygons))
      const declared = fixtureRows(fixture, coverageTable).find(
        ({ values }) => values.coverage_key === `${table.name}/${partition}`,
      )!
      const { declared_by, outside, outside_evidence, source_note } = declared.values
      expect({
        declared_by: coverage.from,
        outside: coverage.outside,
        outside_evidence: coverage.evidence,
        source_note: coverage.note,
      }).toEqual({ declared_by, outside, outside_evidence, source_note })
      expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(declared.polygons!), 1)
    }
  })

  test('what is counted: computed values, ZIP codes of other states, land in no fire zone', async () => {
    const lists = await knownOf('lists')
    expect(tallyOf(lists, 'design_values')).toEqual({
      rejects: {},
      cases: { 'code_basis.seismic_computed': 1 },
    })
    const california = await knownOf('california')
    expect(tallyOf(california, 'title24_zones')).toEqual({
      rejects: {},
      cases: { 'code_basis.zip_of_another_state': 1 },
    })
    expect(tallyOf(california, 'fire_hazard_zones')).toEqual({
      rejects: {},
      cases: { 'code_basis.in_no_fire_zone': 1, 'key.from_geometry': 3 },
    })
  })

  test('a source that does not state its coverage declares none', async () => {
    const made = await make('lists', INPUTS.lists, {}, {}, null)
    for (const { coverage } of made.values()) expect(coverage.polygons).toBeNull()
  })
})

describe('a county list', () => {
  const climate = [INPUTS.lists[0]]
  const GOOD = climateLine(99101, 'Fixture County (fictional)', '6', 'moist')

  test('sets aside rows without a valid county, code or zone, each by name', async () => {
    const made = await make('lists', climate, {
      'climate.csv': climateText(
        GOOD,
        climateLine(99102, 'Wet County', '6', 'wet'),
        climateLine(99103, 'Bare County', '6', ''),
        climateLine(99104, 'Seven County', '7', 'moist'),
        climateLine(99105, 'Flag County', '6', 'moist', 'yes'),
        climateLine(99106, 'Code County', '6', 'moist').replace(/,99106$/, ',99107'),
        climateLine(2900, 'Fixture', '7', '').replace('Fixture ZZ', '(all)'),
      ),
    })
    expect(await rowsOf(made, 'climate_zones')).toMatchObject([{ county_fips: '99101' }])
    expect(tallyOf(made, 'climate_zones').rejects).toEqual({
      'code_basis.unknown_climate_zone': 3,
      'code_basis.unknown_flag': 1,
      'code_basis.unreadable_county': 1,
      'code_basis.whole_state': 1,
    })
  })

  test('loads the zone of a county whose name is garbled', async () => {
    const garbled = climateLine(72111, 'Pe\uFFFDuelas Municipio', '1', 'moist', 't')
    const made = await make('lists', climate, { 'climate.csv': climateText(garbled) })
    expect(await rowsOf(made, 'climate_zones')).toMatchObject([
      { county_fips: '72111', county_name: null, iecc_zone: '1A', is_warm_humid: true },
    ])
    expect(tallyOf(made, 'climate_zones').cases).toEqual({ 'code_basis.garbled_county_name': 1 })
  })

  test('that has a county twice is loaded where both lines agree, and refused elsewhere', async () => {
    const made = await make('lists', climate, {
      'climate.csv': climateText(
        GOOD,
        GOOD,
        climateLine(99102, 'Twice County', '5', 'moist'),
        climateLine(99102, 'Twice County', '6', 'moist'),
      ),
    })
    expect(await rowsOf(made, 'climate_zones')).toMatchObject([{ county_fips: '99101' }])
    expect(tallyOf(made, 'climate_zones')).toEqual({
      rejects: { 'code_basis.rows_disagree': 2 },
      cases: { 'key.merged_identical': 1 },
    })
  })

  test('without its columns, or that is not a table, is refused with the list of its columns', async () => {
    await expect(
      make('lists', climate, { 'climate.csv': 'county,zone\n99101,6A\n' }),
    ).rejects.toThrow(/no column AreaName, .*it has county, zone/)
    await expect(make('lists', climate, { 'climate.csv': '' })).rejects.toThrow(
      'read the code_basis: climate.csv',
    )
  })

  test('counts a line that cannot be read, and reads the others', async () => {
    const text = climateText(`${GOOD},one more`, GOOD)
    const made = await make('lists', climate, { 'climate.csv': text })
    expect(made.get('climate_zones')!.rows).toBe(1)
    expect(Object.keys(made.get('climate_zones')!.tally.rejects)).toEqual([
      'code_basis.unreadable_line',
    ])
  })
})

describe('design values', () => {
  const design = [INPUTS.lists[1]]
  const read = async (...lines: string[]) => {
    const made = await make('lists', design, { 'design.csv': designText(...lines) })
    return { rows: await rowsOf(made, 'design_values'), ...tallyOf(made, 'design_values') }
  }

  test('a number that cannot be read is left out and counted, and the row stays', async () => {
    const { rows, rejects } = await read('99101,ASCE 7-16,36 in,-5,A,0.1,0.05,115,false,Doc,,')
    expect(rows).toMatchObject([
      { frost_depth_ft: null, ground_snow_load_psf: null, wind_speed_mph: 115 },
    ])
    expect(rejects).toEqual({
      'code_basis.unreadable_frost_depth_ft': 1,
      'code_basis.unreadable_ground_snow_load_psf': 1,
    })
  })

  test('zero is a value: no snow is expected', async () => {
    const { rows } = await read('99101,ASCE 7-16,0,0,A,0.1,0.05,115,false,Doc,,')
    expect(rows).toMatchObject([{ frost_depth_ft: 0, ground_snow_load_psf: 0 }])
  })

  test('editions, categories and flags are closed sets', async () => {
    const good = '99101,ASCE 7-16,,,A,,,115,false,Doc,,'
    const { rows, rejects } = await read(
      good,
      '99102,7-16,,,A,,,115,false,Doc,,',
      '99107,ASCE 7-98,,,A,,,115,false,Doc,,',
      '99103,ASCE 7-16,,,G,,,115,false,Doc,,',
      '99104,ASCE 7-16,,,A,,,115,perhaps,Doc,,',
      '9105,ASCE 7-16,,,A,,,115,true,Doc,,',
      '99106,ASCE 7-22,,,,,,115,true,Doc,1.5,0.6',
    )
    expect(rows).toMatchObject([{ county_fips: '99101' }])
    expect(rejects).toEqual({
      'code_basis.unknown_edition': 2,
      'code_basis.unknown_seismic_category': 1,
      'code_basis.unknown_flag': 1,
      'code_basis.unreadable_county': 1,
      'code_basis.no_site_coefficients': 1,
    })
  })

  test('a category that its own values contradict stays and is counted; E needs an S1', async () => {
    const { rows, cases } = await read(
      '99101,ASCE 7-16,,,A,0.9,0.5,115,false,Doc,,',
      '99102,ASCE 7-16,,,E,1.6,0.9,115,false,Doc,,',
    )
    expect(rows.map((row) => row.seismic_design_category)).toEqual(['A', 'E'])
    expect(cases).toEqual({ 'code_basis.category_and_values_disagree': 1 })
  })
})

describe('a rainfall estimate', () => {
  const rain = [INPUTS.lists[2]]
  const GOOD = pfdsText('30', '-71.9', '12.1')
  test.each([
    ['in millimetres', GOOD.replace('(inches)', '(millimeters)'), 'depths in inches'],
    ['of intensities', GOOD.replace('Precipitation depth', 'Precipitation intensity'), 'not int'],
    ['of annual maxima', GOOD.replace('Partial duration', 'Annual maximum'), 'partial duration'],
    ['without its volume', GOOD.replace(/NOAA Atlas.*\n/, ''), 'does not state volume'],
    ['without the 24-hour row', GOOD.replace('24-hr', '25-hr'), 'no 24-hour depth of 100 years'],
    ['without 100 years', GOOD.replace(',100,', ',101,'), 'no 24-hour depth of 100 years'],
    ['with a dash for the depth', pfdsText('30', '-71.9', '-'), 'no 24-hour depth of 100 years'],
    [
      'of a point outside every volume',
      "result = 'none';\nErrorMsg = 'Error 3.0: Selected location is not within a project area';\n",
      'the server answered "Error 3.0: Selected location is not within a project area"',
    ],
  ])('%s is refused', async (_about, text, problem) => {
    await expect(make('lists', rain, { 'pfds_30_-71.9.csv': text })).rejects.toThrow(problem)
  })

  test('is read from the estimates, not from the confidence limits after them', async () => {
    const lower = GOOD.slice(GOOD.indexOf('PRECIPITATION')).replace('12.1', '9.99')
    const text = GOOD.replace(
      'PRECIPITATION FREQUENCY ESTIMATES',
      'x\nPRECIPITATION FREQUENCY ESTIMATES',
    )
    const both = `${text}\n${lower.replace('PRECIPITATION FREQUENCY ESTIMATES', 'LOWER LIMITS')}`
    const made = await make('lists', rain, { 'pfds_30_-71.9.csv': both })
    expect(await rowsOf(made, 'rainfall_frequencies')).toMatchObject([
      { rainfall_100yr_24hr_in: 12.1, lat: 30, lng: -71.9, county_fips: '99101' },
    ])
  })
})

describe('zones of California', () => {
  const [state, local, zips] = INPUTS.california

  test('a list with a zone past 16 or a ZIP code of four digits, and a file that is not a list', async () => {
    const made = await make('california', [zips], {
      'zips.json': JSON.stringify({ CA_17: ['94001'], CA_01: ['9400', '94002'] }),
    })
    expect(await rowsOf(made, 'title24_zones')).toMatchObject([{ zip: '94002', zone: '1' }])
    expect(tallyOf(made, 'title24_zones').rejects).toEqual({
      'code_basis.unknown_title24_zone': 1,
      'code_basis.unreadable_zip': 1,
    })
    for (const [text, problem] of [
      ['<html>', 'is not JSON'],
      ['{"CA_01":"94002"}', 'is not a list of ZIP codes by zone'],
    ])
      await expect(make('california', [zips], { 'zips.json': text })).rejects.toThrow(problem)
  })

  test('a severity or an area never seen is a reject, and words count as much as codes', async () => {
    const zone = (values: Record<string, string | number | null>, i: number) => ({
      wkt: box(10 + i, 0, 11 + i, 5),
      values,
    })
    const made = await make(
      'california',
      [local],
      {},
      {
        local: [
          { SRA: 'LRA', FHSZ: 3, FHSZ_Description: 'Very High' },
          { SRA: 'LRA', FHSZ: 4, FHSZ_Description: 'Extreme' },
          { SRA: 'LRA', FHSZ: 1, FHSZ_Description: 'High' },
          { SRA: 'City', FHSZ: 1, FHSZ_Description: 'Moderate' },
          { SRA: 'LRA', FHSZ: null, FHSZ_Description: null },
        ].map(zone),
      },
    )
    expect(await rowsOf(made, 'fire_hazard_zones')).toMatchObject([
      { severity: 'Very High', responsibility_area: 'LRA' },
    ])
    expect(tallyOf(made, 'fire_hazard_zones').rejects).toEqual({
      'code_basis.unknown_fire_severity': 1,
      'code_basis.fire_severity_disagrees': 1,
      'code_basis.unknown_responsibility_area': 1,
      'code_basis.no_fire_severity': 1,
    })
  })

  test('a geodatabase in California Albers gives the zones of the shapefile', async () => {
    const gdb = { table: 'fire_hazard_zones', asset: 'lists.zip', member: '*.gdb' } as const
    const made = await make('california', [gdb])
    const rows = await rowsOf(made, 'fire_hazard_zones')
    expect(rows.map((row) => `${row.severity} ${row.responsibility_area}`).sort()).toEqual([
      'High LRA',
      'Moderate LRA',
    ])
    expect(tallyOf(made, 'fire_hazard_zones').cases).toMatchObject({
      'code_basis.in_no_fire_zone': 1,
    })
    const [, ...drawn] = fixtureRows(fixture, fireHazardZones)
    const area = drawn.reduce((sum, { polygons }) => sum + areaM2(polygons!), 0)
    expect(made.get('fire_hazard_zones')!.area_km2).toBeCloseTo(area / 1e6, 5)
  })

  test('a layer of another schema is refused with the columns it lacks', async () => {
    const other = { ...state, member: 'california.shp' } as Input
    await expect(make('california', [other])).rejects.toThrow(/SRA/)
  })
})
