import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { Column } from '../../layers/column-mapping.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { tables, zoningDistricts } from '../../layers/zoning/tables.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture, zipFolder } from '../../tests/fixtures/partition-run.ts'
import type { FixtureFeature } from '../../tests/fixtures/stages/layer-file.ts'
import {
  COUNTY_DISTRICTS,
  COUNTY_MAPPING,
  COUNTY_PARTITION,
  COUNTY_STANDARDS,
  TOWN_MAPPING,
  TOWN_PARTITION,
  writeCountyFixture,
  writeTownFixture,
} from '../../tests/fixtures/zoning/jurisdictions.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { union } from '../stages/repair.ts'
import { readZoningMapping, type ZoningMapping } from './mapping.ts'
import { makeZoning, type ZoningPartition, zoning } from './pipeline.ts'

const fixture = readFixture('zoning')
let folder: string
/** The files of both partitions, for the tests that change none of them. */
let files: Record<'county' | 'town', string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-zoning-'))
  files = {
    county: writeCountyFixture(await mkdtemp(join(folder, 'county-'))),
    town: writeTownFixture(await mkdtemp(join(folder, 'town-'))),
  }
})
afterAll(() => rm(folder, { recursive: true }))

type Definition = ZoningPartition

async function make(
  partition: 'county' | 'town',
  { definition, mapping, districts, standards }: Partial<FixtureInput> = {},
) {
  const isOwn = districts !== undefined || standards !== undefined
  const county = isOwn
    ? writeCountyFixture(await mkdtemp(join(folder, 'county-')), districts, standards)
    : files.county
  const { town } = files
  const isCounty = partition === 'county'
  const meaning = mapping ?? (isCounty ? COUNTY_MAPPING : TOWN_MAPPING)
  const pipeline = {
    ...zoning,
    run: (each: Definition, context: Context) => makeZoning(each, meaning, context),
  }
  return await runFixture(pipeline, definition ?? (isCounty ? COUNTY_PARTITION : TOWN_PARTITION), {
    folder,
    partition,
    assets: { 'county.zip': county, 'town.zip': town },
  })
}
type Context = Parameters<typeof makeZoning>[2]
interface FixtureInput {
  definition: Definition
  mapping: ZoningMapping
  districts: FixtureFeature[]
  standards: string
}

const known = new Map<string, ReturnType<typeof make>>()
/** A partition as its files are, made once. */
function knownOf(partition: 'county' | 'town') {
  const found = known.get(partition) ?? make(partition)
  known.set(partition, found)
  return found
}

async function rowsOf(made: Map<string, PartitionTable>, table = zoningDistricts) {
  const rows = await parquetRows(table, made.get(table.name)!.file)
  return rows.sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))
}

describe('fictional files become the rows of the fixture', () => {
  test.each(['county', 'town'] as const)('of the %s', async (partition) => {
    const made = await knownOf(partition)
    for (const table of tables) {
      const expected = fixtureRows(fixture, table)
        .filter(({ values }) => values.partition === partition)
        .sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))
      expect(made.has(table.name)).toBe(expected.length > 0)
      if (expected.length === 0) continue
      expect(await rowsOf(made, table)).toEqual(expected)
      const { coverage } = made.get(table.name)!
      const { values, polygons } = fixtureRows(fixture, coverageTable).find(
        (row) => row.values.coverage_key === `${table.name}/${partition}`,
      )!
      expect([coverage.from, coverage.note]).toEqual([values.declared_by, values.source_note])
      const together = union([coverage.polygons!, polygons!])
      expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(polygons!), 1)
      expect(areaM2(together)).toBeCloseTo(areaM2(polygons!), 1)
    }
  })

  test('from a zip as well, and what was met on the way is counted', async () => {
    const zip = join(folder, 'county.zip')
    await writeFile(
      zip,
      await zipFolder(writeCountyFixture(await mkdtemp(join(folder, 'zipped-')))),
    )
    const run = (each: Definition, context: Context) => makeZoning(each, COUNTY_MAPPING, context)
    const assets = { 'county.zip': zip, 'town.zip': files.town }
    const made = await runFixture({ ...zoning, run }, COUNTY_PARTITION, {
      folder,
      partition: 'county',
      assets,
    })
    const { tally, rows } = made.get('zoning_districts')!
    expect(rows).toBe(COUNTY_DISTRICTS.length - 1 + 1)
    expect(tally.rejects).toEqual({
      'zoning.no_code': {
        count: 1,
        example: 'feature 6: ZONING is empty, described as "UNDER REVIEW"',
      },
    })
    expect(tally.cases).toEqual({
      'key.from_geometry': rows,
      'zoning.blank_standard_without_note': 1,
      'zoning.district_without_standards': 1,
      // In code and name of a polygon, and in the code of a line.
      'zoning.entity_decoded': 3,
      'zoning.standard_in_words': 1,
      'zoning.standards_without_district': 1,
    })
  })
})

test('every partition of the project agrees with its mapping', async () => {
  const partitions = await zoning.partitions()
  expect(partitions.size).toBeGreaterThan(3)
  for (const [id, partition] of partitions) {
    const mapping = await readZoningMapping(partition.mapping)
    expect(Object.keys(partition.overlays), id).toEqual(Object.keys(mapping.overlays))
    expect(partition.future_land_use === null, id).toBe(mapping.future_land_use === null)
    const readsCsv = mapping.standards !== null && 'columns' in mapping.standards
    expect(partition.standards !== null, id).toBe(readsCsv)
  }
})

test('a county covers itself without its towns', async () => {
  const [county, town] = [await knownOf('county'), await knownOf('town')]
  const areaOf = (made: Map<string, PartitionTable>) =>
    areaM2(made.get('zoning_districts')!.coverage.polygons!)
  const whole = fixtureRows(fixture, coverageTable)
  const limits = whole.find(({ values }) => values.coverage_key === 'zoning_districts/town')!
  expect(areaOf(town)).toBeCloseTo(areaM2(limits.polygons!), 1)
  // 20 by 10 thousandths of a degree, 8 by 6 of them the town's.
  expect(areaOf(county) / areaOf(town)).toBeCloseTo((200 - 48) / 48, 3)
})

test('a source that does not state its coverage declares none', async () => {
  const made = await make('county', { definition: { ...COUNTY_PARTITION, coverage: null } })
  for (const { coverage } of made.values())
    expect(coverage).toMatchObject({
      polygons: null,
      from: 'the source does not say what it covers',
    })
})

test('what a filter leaves out is counted', async () => {
  const base = { ...COUNTY_PARTITION.base, where: "ZONING <> 'PUD'" }
  const made = await make('county', { definition: { ...COUNTY_PARTITION, base } })
  const { tally } = made.get('zoning_districts')!
  const left = COUNTY_DISTRICTS.filter(({ values }) =>
    ['PUD', null].includes(values.ZONING as string),
  )
  expect(tally.cases['zoning.left_out_by_where']).toBe(left.length)
})

test('a polygon that is filed twice is one row', async () => {
  const made = await make('county', { districts: [...COUNTY_DISTRICTS, ...COUNTY_DISTRICTS] })
  const { tally, rows } = made.get('zoning_districts')!
  expect(rows).toBe(COUNTY_DISTRICTS.length)
  expect(tally.cases['key.merged_identical']).toBe(COUNTY_DISTRICTS.length - 1)
})

test('an overlay that is not in the mapping, and one that has no file, stop the run', async () => {
  const unknown = { ...COUNTY_PARTITION, overlays: { airport: COUNTY_PARTITION.base } }
  await expect(make('county', { definition: unknown })).rejects.toThrow(
    'it has overlays airport, but its mapping has floodway',
  )
  const missing = { ...COUNTY_PARTITION, overlays: {} }
  await expect(make('county', { definition: missing })).rejects.toThrow(
    'it has overlays none, but its mapping has floodway',
  )
})

/** The county's districts alone: overlays and the plan are read alike. */
const DISTRICTS_ALONE = { ...COUNTY_PARTITION, overlays: {}, future_land_use: null }
const MAPPING_ALONE = { ...COUNTY_MAPPING, overlays: {}, future_land_use: null }

describe('codes', () => {
  const at = (i: number, ZONING: string | null, CASE_NO: string | null = null) => ({
    wkt: box(i, 0, i + 1, 1),
    values: { ZONING, ZONE_DESC: null, CASE_NO },
  })
  const codesOf = async (districts: FixtureFeature[], mapping = MAPPING_ALONE) => {
    const made = await make('county', { districts, mapping, definition: DISTRICTS_ALONE })
    const rows = await rowsOf(made)
    const base = rows.filter(({ values }) => !values.is_overlay).map(({ values }) => values)
    return { codes: base.map(({ district }) => district).sort(), base, made }
  }

  test('are verbatim but for blanks around them and XML entities', async () => {
    const { codes } = await codesOf([
      at(0, '  r-1 '),
      at(1, 'G&amp;ISD'),
      at(2, 'A&#45;1'),
      at(3, 'Z&#x2D;1'),
      at(4, 'B &nbsp; C'),
      at(5, 'M&SD*'),
    ])
    expect(codes).toEqual(['A-1', 'B &nbsp; C', 'G&ISD', 'M&SD*', 'Z-1', 'r-1'])
  })

  test('that are blank, <Null> or in `null_if` are refused with an example', async () => {
    const { codes, made } = await codesOf([at(0, 'R-1'), at(1, ' '), at(2, '<Null>'), at(3, 'N/A')])
    expect(codes).toEqual(['R-1'])
    expect(made.get('zoning_districts')!.tally.rejects).toEqual({
      'zoning.no_code': { count: 3, example: 'feature 1: ZONING is empty' },
    })
  })

  test('are looked for in the columns in their order', async () => {
    const base = {
      ...COUNTY_MAPPING.base,
      code: [Column.parse('CASE_NO'), Column.parse('ZONING')],
      conditions: [],
    }
    const { codes } = await codesOf([at(0, 'Z', 'C'), at(1, 'Z'), at(2, 'Z', 'N/A')], {
      ...MAPPING_ALONE,
      base,
    })
    expect(codes).toEqual(['C', 'Z', 'Z'])
  })

  test('take their name from the file before the mapping', async () => {
    const mapping = {
      ...MAPPING_ALONE,
      descriptions: { source: 'fictional, of a test', districts: { 'R-1': 'Ours', 'R-2': 'Ours' } },
    }
    const named = { ...at(0, 'R-1'), values: { ZONING: 'R-1', ZONE_DESC: 'Theirs', CASE_NO: null } }
    const { base } = await codesOf([named, at(1, 'R-2'), at(2, 'R-3')], mapping)
    const names = Object.fromEntries(
      base.map(({ district, description }) => [district, description]),
    )
    expect(names).toEqual({ 'R-1': 'Theirs', 'R-2': 'Ours', 'R-3': null })
  })

  test('a column that the file lacks is an error that lists what there is', async () => {
    const mapping = {
      ...MAPPING_ALONE,
      base: { ...COUNTY_MAPPING.base, code: [Column.parse('ZONE_CODE')] },
    }
    await expect(codesOf([at(0, 'R-1')], mapping)).rejects.toMatchObject({
      message: expect.stringContaining('lacks the column ZONE_CODE'),
      remedy: expect.stringContaining('ZONING'),
    })
  })
})

describe('a dimensional table', () => {
  const district = [
    { wkt: box(0, 0, 1, 1), values: { ZONING: 'R-1', ZONE_DESC: null, CASE_NO: null } },
  ]
  const HEADER = COUNTY_STANDARDS.split('\n')[0]
  const read = async (...lines: string[]) => {
    const made = await make('county', {
      ...{ districts: district, definition: DISTRICTS_ALONE, mapping: MAPPING_ALONE },
      standards: [HEADER, ...lines, ''].join('\n'),
    })
    const rows = await rowsOf(made)
    const { values } = rows.find((row) => !row.values.is_overlay)!
    return { values, cases: made.get('zoning_districts')!.tally.cases }
  }

  test('loads numbers, and other texts as words of the note', async () => {
    const { values, cases } = await read('R-1,25.50,0,"1,000",35 ft,-1,"1,00",,')
    expect(values).toMatchObject({
      has_standards: true,
      front_setback_ft: 25.5,
      side_setback_ft: 0,
      rear_setback_ft: 1000,
      max_height_ft: null,
      max_far: null,
      min_lot_sqft: null,
      dimensional_note: 'max_height_ft: 35 ft | max_far: -1 | min_lot_sqft: 1,00',
      dimensional_source_section: 'Article IV',
    })
    expect(cases['zoning.standard_in_words']).toBe(3)
    expect(cases).not.toHaveProperty('zoning.blank_standard_without_note')
  })

  test('that lacks a district leaves it without setbacks, and counts it', async () => {
    const { values, cases } = await read('R-2,1,1,1,1,1,1,,')
    expect(values).toMatchObject({ has_standards: false, dimensional_source_url: null })
    expect(cases).toMatchObject({
      'zoning.district_without_standards': 1,
      'zoning.standards_without_district': 1,
    })
  })

  test('with a code twice uses the first line, and without a code none', async () => {
    const { values, cases } = await read('R-1,1,1,1,1,1,1,first,', 'R-1,2,2,2,2,2,2,,', ',3,,,,,,,')
    expect(values).toMatchObject({ front_setback_ft: 1, dimensional_note: 'first' })
    expect(cases).toMatchObject({
      'zoning.repeated_standards': 1,
      'zoning.standards_without_code': 1,
    })
  })

  test('loses a line with a comma too many, and moves no number into the next column', async () => {
    const made = await make('county', {
      ...{ districts: district, definition: DISTRICTS_ALONE, mapping: MAPPING_ALONE },
      standards: [HEADER, 'R-1,1,000,2,3,35,0.5,400,,Sec. 1', 'R-2,1,2,3,35,0.5,400,,', ''].join(
        '\n',
      ),
    })
    const { tally } = made.get('zoning_districts')!
    expect(tally.rejects['zoning.unreadable_line']).toMatchObject({ count: 1 })
    for (const { values } of await rowsOf(made)) expect(values.has_standards).toBe(false)
  })

  test('without a declared column, or without a file, stops the run with the reason', async () => {
    const standards = 'District,front\nR-1,1\n'
    await expect(make('county', { districts: district, standards })).rejects.toThrow(
      /it has no column side, .*, note, section; it has District, front/,
    )
    const definition = { ...COUNTY_PARTITION, standards: null }
    await expect(make('county', { definition })).rejects.toThrow(
      'the mapping reads it from a CSV, and the partition names none',
    )
  })
})
