import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { soilComponents, soilMapUnits } from '../../layers/soils/tables.ts'
import type { Table } from '../../packs/table.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import {
  type FixtureSurvey,
  SURVEY,
  unitPolygon,
  writeSurveyFixture,
  zipTree,
} from '../../tests/fixtures/soils/soil-survey.ts'
import { writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { union } from '../stages/repair.ts'
import { SoilsPartition, soils } from './pipeline.ts'

const fixture = readFixture('soils')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-soils-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A partition of the fixture's survey, as a file of `partitions/`. */
function partition(changes: Record<string, unknown> = {}) {
  return SoilsPartition.parse({
    lock: 'fixture',
    county: FIXTURE_COUNTY,
    map_units: { asset: 'survey.zip', member: 'soilmu_a_zz009.shp' },
    tabular: { asset: 'survey.zip' },
    coverage: { asset: 'survey.zip', member: 'soilsa_a_zz009.shp' },
    note: 'A fictional soil survey',
    ...changes,
  })
}

async function makeSurvey(changes: Partial<FixtureSurvey> = {}, definition = {}) {
  const place = await mkdtemp(join(folder, 'survey-'))
  await writeSurveyFixture(place, { ...SURVEY, ...changes })
  const run = { folder, partition: 'survey', assets: { 'survey.zip': place } }
  return runFixture(soils, partition(definition), run)
}

const byKey = (table: Table, rows: Awaited<ReturnType<typeof parquetRows>>) =>
  rows.sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))

async function rowsOf(made: Map<string, PartitionTable>, table: Table) {
  return byKey(table, await parquetRows(table, made.get(table.name)!.file))
}

/** The tables of a partition against the fixture: rows, geometry and declared coverage. */
async function expectFixture(made: Map<string, PartitionTable>, id: string) {
  for (const { table, coverage } of made.values()) {
    const expected = fixtureRows(fixture, table).filter(({ values }) => values.partition === id)
    expect(await rowsOf(made, table)).toEqual(byKey(table, expected))
    const { values, polygons } = fixtureRows(fixture, coverageTable).find(
      (row) => row.values.coverage_key === `${table.name}/${id}`,
    )!
    expect(coverage).toMatchObject({
      outside: values.outside,
      evidence: values.outside_evidence,
      from: values.declared_by,
      note: values.source_note,
    })
    const together = areaM2(union([coverage.polygons!, polygons!]))
    expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(polygons!), 1)
    expect(together).toBeCloseTo(areaM2(polygons!), 1)
  }
}

test('the zip of a survey area becomes the rows of the fixture', async () => {
  const place = await mkdtemp(join(folder, 'export-'))
  await writeSurveyFixture(place, SURVEY)
  const zip = join(folder, 'survey.zip')
  await writeFile(zip, await zipTree(place))
  const assets = { 'survey.zip': zip }
  const made = await runFixture(soils, partition(), { folder, partition: 'survey', assets })
  expect([...made.keys()]).toEqual(['soil_map_units', 'soil_components'])
  await expectFixture(made, 'survey')
  const { tally } = made.get('soil_map_units')!
  expect(tally.rejects).toEqual({})
  expect(tally.cases).toEqual({
    'key.from_geometry': 11,
    'soils.map_unit_without_rows': 1,
    'soils.table_row_without_polygon': 1,
    'soils.hydric_pct_in_words': 1,
  })
})

test('polygons without tables, in the feet of their state, become the rows of the fixture', async () => {
  const place = await mkdtemp(join(folder, 'city-'))
  const city = (wkt: string, MUSYM: string, MUKEY: string) => ({
    wkt,
    values: { AREASYMBOL: 'ZZ019', SPATIALVER: 6, MUSYM, MUKEY },
  })
  writeLayerFile({
    file: join(place, 'Soils.shp'),
    layer: 'Soils',
    crs: 'EPSG:26847',
    fields: { AREASYMBOL: 'text', SPATIALVER: 'integer', MUSYM: 'text', MUKEY: 'text' },
    features: [city(box(30, 0, 34, 4), 'BuB', '800001'), city(box(34, 0, 36, 4), 'W', '800002')],
  })
  writeLayerFile({
    file: join(place, 'limit.shp'),
    layer: 'limit',
    crs: 'EPSG:4326',
    fields: { NAME: 'text' },
    features: [{ wkt: box(30, 0, 40, 10), values: { NAME: 'fictional' } }],
  })
  const definition = partition({
    map_units: { asset: 'city.zip', member: 'Soils.shp' },
    tabular: null,
    coverage: { asset: 'city.zip', member: 'limit.shp' },
    note: 'Polygons of a fictional city, without the survey tables',
  })
  const assets = { 'city.zip': place }
  const made = await runFixture(soils, definition, { folder, partition: 'city', assets })
  expect([...made.keys()]).toEqual(['soil_map_units'])
  await expectFixture(made, 'city')
  expect(made.get('soil_map_units')!.tally.cases).toEqual({
    'key.from_geometry': 2,
    'soils.map_unit_without_rows': 2,
  })
})

test('polygons with only a symbol and a key are enough', async () => {
  const place = await mkdtemp(join(folder, 'mupolygon-'))
  const file = join(place, 'gSSURGO_ZZ.gdb')
  const fields = { MUSYM: 'text', MUKEY: 'text' } as const
  const square = { wkt: box(0, 0, 4, 4), values: { MUSYM: 'HaB', MUKEY: '900001' } }
  writeLayerFile({ file, layer: 'MUPOLYGON', crs: 'EPSG:5070', fields, features: [square] })
  writeLayerFile({ file, layer: 'SAPOLYGON', crs: 'EPSG:5070', fields, features: [square] })
  const definition = partition({
    map_units: { asset: 'survey.zip', member: '*.gdb', layer: 'MUPOLYGON' },
    tabular: null,
    coverage: { asset: 'survey.zip', member: '*.gdb', layer: 'SAPOLYGON' },
  })
  const assets = { 'survey.zip': place }
  const made = await runFixture(soils, definition, { folder, partition: 'state', assets })
  const [{ values }] = await rowsOf(made, soilMapUnits)
  expect(values).toMatchObject({ symbol: 'HaB', mukey: '900001', area_symbol: null })
})

test('of two survey areas in one download the partition reads the one it names', async () => {
  const place = await mkdtemp(join(folder, 'areas-'))
  await writeSurveyFixture(place, SURVEY)
  const other = SURVEY.mapunit.map((record) => ({ ...record, muname: 'of another survey' }))
  await writeSurveyFixture(place, { ...SURVEY, mapunit: other }, 'ZZ010')
  const run = { folder, partition: 'survey', assets: { 'survey.zip': place } }
  const named = partition({ tabular: { asset: 'survey.zip', folder: 'ZZ009' } })
  await expectFixture(await runFixture(soils, named, run), 'survey')
  await expect(runFixture(soils, partition(), run)).rejects.toThrow(
    /mapunit\.txt is there more than once/,
  )
})

describe('rows that are set aside or counted', () => {
  const extra = (MUSYM: string, MUKEY: string | null) =>
    unitPolygon(box(50, 0, 51, 1), MUSYM, MUKEY)

  test('polygons without a key, with a blank one or with another text are set aside', async () => {
    const keyless = [null, ' ', 'ZZ009HaB'].map((key) => extra('HaB', key))
    const made = await makeSurvey({ polygons: [...SURVEY.polygons, ...keyless] })
    const { tally, rows } = made.get('soil_map_units')!
    expect(rows).toBe(SURVEY.polygons.length)
    expect(tally.rejects).toEqual({
      'soils.no_mukey': { count: 3, example: expect.stringContaining('feature 11: MUKEY ') },
    })
  })

  test('a symbol that the table spells otherwise is counted, and the table wins', async () => {
    const made = await makeSurvey({ polygons: [...SURVEY.polygons, extra('HAB', '900001')] })
    expect(made.get('soil_map_units')!.tally.cases['soils.symbol_differs_from_table']).toBe(1)
    const rows = await rowsOf(made, soilMapUnits)
    expect(rows.filter(({ values }) => values.symbol === 'HaB')).toHaveLength(4)
  })

  test('a value outside of its list stays verbatim and is counted', async () => {
    const [first, ...others] = SURVEY.muaggatt
    const odd = { ...first, drclassdcd: 'Soggy', hydgrpdcd: 'E', flodfreqdcd: 'Weekly' }
    const [component, ...more] = SURVEY.component
    const made = await makeSurvey({
      muaggatt: [odd, ...others],
      component: [{ ...component, hydricrating: 'Maybe', hydgrp: 'F' }, ...more],
    })
    const unit = (await rowsOf(made, soilMapUnits)).find(({ values }) => values.symbol === 'HaB')!
    expect(unit.values).toMatchObject({
      drainage_class: 'Soggy',
      hydrologic_group: 'E',
      flooding_frequency: 'Weekly',
    })
    expect(made.get('soil_map_units')!.tally.cases).toMatchObject({
      'soils.unknown_drainage_class': 1,
      'soils.unknown_hydrologic_group': 1,
      'soils.unknown_flooding_frequency': 1,
    })
    expect(made.get('soil_components')!.tally.cases).toEqual({
      'soils.unknown_hydrologic_group': 1,
      'soils.unknown_hydric_rating': 1,
    })
  })

  test('a number that cannot be read is null, and counted with an example', async () => {
    const [first, ...others] = SURVEY.muaggatt
    const made = await makeSurvey({ muaggatt: [{ ...first, wtdepannmin: '> 200' }, ...others] })
    const unit = (await rowsOf(made, soilMapUnits)).find(({ values }) => values.symbol === 'HaB')!
    expect(unit.values).toMatchObject({ water_table_depth_cm: null, bedrock_depth_cm: 92 })
    expect(made.get('soil_map_units')!.tally.rejects).toEqual({
      'soils.unreadable_wtdepannmin': { count: 1, example: 'wtdepannmin "> 200"' },
    })
  })
})

describe('the hydric percentage', () => {
  const hydricOf = async (hydclprs: string | number, component = SURVEY.component) => {
    const [first, ...others] = SURVEY.muaggatt
    const made = await makeSurvey({ muaggatt: [{ ...first, hydclprs }, ...others], component })
    const rows = await rowsOf(made, soilMapUnits)
    const { hydric_pct, hydric_pct_from } = rows.find(
      ({ values }) => values.symbol === 'HaB',
    )!.values
    return { hydric_pct, hydric_pct_from, cases: made.get('soil_map_units')!.tally.cases }
  }
  const DIFFERS = 'soils.hydric_pct_differs_from_components'

  test('is the publisher’s, and a different sum of its components is counted', async () => {
    const { hydric_pct, hydric_pct_from, cases } = await hydricOf(25)
    expect([hydric_pct, hydric_pct_from, cases[DIFFERS]]).toEqual([25, 'muaggatt', 1])
    expect((await hydricOf(5)).cases[DIFFERS]).toBeUndefined()
  })

  test('is the sum of the components where the publisher gives none', async () => {
    expect(await hydricOf('')).toMatchObject({ hydric_pct: 5, hydric_pct_from: 'component' })
  })

  test('is unknown where no component is rated, and is not 0', async () => {
    const unrated = SURVEY.component.map(({ hydricrating, ...record }) => record)
    expect(await hydricOf('', unrated)).toMatchObject({ hydric_pct: null, hydric_pct_from: null })
  })
})

test('the order of polygons and records changes no byte of the tables', async () => {
  const forwards = await makeSurvey()
  const turned = Object.fromEntries(
    Object.entries(SURVEY).map(([name, records]) => [name, records.toReversed()]),
  )
  const backwards = await makeSurvey(turned)
  for (const { name } of [soilMapUnits, soilComponents]) {
    const bytes = await readFile(forwards.get(name)!.file)
    expect(bytes.equals(await readFile(backwards.get(name)!.file))).toBe(true)
  }
})

test('polygons and tables of different surveys are refused', async () => {
  const polygons = [unitPolygon(box(0, 0, 1, 1), 'HaB', '12345')]
  await expect(makeSurvey({ polygons })).rejects.toThrow(
    /none of its MUKEY is in mapunit\.txt of survey\.zip/,
  )
})

test('a download without its tables is refused with the name of the missing file', async () => {
  const place = join(folder, 'spatial-only')
  await mkdir(place)
  const tabular = await writeSurveyFixture(place, SURVEY)
  await rm(join(tabular, 'muaggatt.txt'))
  const run = { folder, partition: 'survey', assets: { 'survey.zip': place } }
  await expect(runFixture(soils, partition(), run)).rejects.toThrow(
    /muaggatt\.txt is not among .*comp\.txt/,
  )
})
