import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { floodPanels, floodZones } from '../../layers/flood/tables.ts'
import type { Row } from '../../layers/location.ts'
import type { Table } from '../../packs/table.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import {
  STUDY_PANELS,
  STUDY_ZONES,
  writeStudyFixture,
  zone,
} from '../../tests/fixtures/flood/flood-study.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture, zipFolder } from '../../tests/fixtures/partition-run.ts'
import { type FixtureFeature, writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { union } from '../stages/repair.ts'
import { FloodPartition, flood } from './pipeline.ts'

const fixture = readFixture('flood')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-flood-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A partition of the fixture's study, as a file of `partitions/`. */
function study(member: { zones: string; panels: string }) {
  const layerOf = (name: string, layer: string) => ({
    asset: 'study.zip',
    member: name,
    ...(name.endsWith('.gdb') && { layer }),
  })
  return FloodPartition.parse({
    lock: 'fixture',
    county: FIXTURE_COUNTY,
    mapping: 'nfhl',
    zones: layerOf(member.zones, 'S_FLD_HAZ_AR'),
    panels: layerOf(member.panels, 'S_FIRM_PAN'),
    coverage: 'panels',
    outside: { means: 'unmapped', evidence: null },
    vertical_datum: null,
    note: 'A fictional study',
  })
}
const SHAPEFILES = { zones: 'S_FLD_HAZ_AR.shp', panels: 'S_FIRM_PAN.shp' }

async function makeStudy(zones?: FixtureFeature[], panels?: FixtureFeature[]) {
  const place = await mkdtemp(join(folder, 'study-'))
  writeStudyFixture(place, zones, panels)
  const assets = { 'study.zip': place }
  return runFixture(flood, study(SHAPEFILES), { folder, partition: 'nfhl', assets })
}

async function rowsOf(made: Map<string, PartitionTable>, table: Table) {
  const rows = await parquetRows(table, made.get(table.name)!.file)
  return rows.sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))
}

/** The tables of a partition against the fixture: rows, geometry and declared coverage. */
async function expectFixture(made: Map<string, PartitionTable>, partition: string) {
  for (const { table, coverage } of made.values()) {
    const expected = fixtureRows(fixture, table)
      .filter(({ values }) => values.partition === partition)
      .sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))
    expect(await rowsOf(made, table)).toEqual(expected)
    const declared = fixtureRows(fixture, coverageTable).find(
      ({ values }) => values.coverage_key === `${table.name}/${partition}`,
    )!
    expect({
      outside: coverage.outside,
      outside_evidence: coverage.evidence,
      declared_by: coverage.from,
      source_note: coverage.note,
    }).toEqual(pick(declared.values, ['outside', 'outside_evidence', 'declared_by', 'source_note']))
    const [own, wanted] = [coverage.polygons!, declared.polygons!]
    expect(areaM2(own)).toBeCloseTo(areaM2(wanted), 1)
    expect(areaM2(union([own, wanted]))).toBeCloseTo(areaM2(wanted), 1)
  }
}

const pick = (row: Row, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

describe('a NFHL study becomes the rows of the fixture', () => {
  test('from a zip of shapefiles', async () => {
    const place = join(folder, 'shapefiles')
    await mkdir(place)
    const zip = join(folder, 'study.zip')
    await writeFile(zip, await zipFolder(writeStudyFixture(place)))
    const assets = { 'study.zip': zip }
    const made = await runFixture(flood, study(SHAPEFILES), { folder, partition: 'nfhl', assets })
    expect([...made.keys()]).toEqual(['flood_zones', 'flood_panels'])
    await expectFixture(made, 'nfhl')
    const { tally, rows } = made.get('flood_zones')!
    expect(rows).toBe(STUDY_ZONES.length)
    expect(tally.rejects).toEqual({})
    // AREA NOT INCLUDED with SFHA_TF T: the zone's text wins, and the case is counted.
    expect(tally.cases).toEqual({ 'flood.zone_and_sfha_disagree': 1 })
  })

  test('from a file geodatabase', async () => {
    const place = join(folder, 'geodatabase')
    await mkdir(place)
    writeStudyFixture(join(place, 'NFHL_99_20200302.gdb'))
    const members = { zones: '*.gdb', panels: '*.gdb' }
    const assets = { 'study.zip': place }
    const made = await runFixture(flood, study(members), { folder, partition: 'nfhl', assets })
    await expectFixture(made, 'nfhl')
  })
})

test('a Q3 file in the feet of its state becomes the rows of the fixture', async () => {
  const place = await mkdtemp(join(folder, 'q3-'))
  const fields = { ZONE: 'text', SFHA: 'text', FIRM_PANEL: 'text' } as const
  const panel = { FIRM_PANEL: '9900010005B' }
  const crs = 'EPSG:26847'
  writeLayerFile({
    file: join(place, 'FloodZone.shp'),
    layer: 'FloodZone',
    crs,
    fields,
    features: [
      { wkt: box(30, 0, 32, 2), values: { ZONE: 'A', SFHA: 'IN', ...panel } },
      { wkt: box(32, 0, 34, 2), values: { ZONE: 'AE', SFHA: 'IN', ...panel } },
      { wkt: box(34, 0, 36, 2), values: { ZONE: 'X500', SFHA: 'OUT', ...panel } },
      { wkt: box(36, 0, 38, 2), values: { ZONE: 'ANI', SFHA: 'OUT', ...panel } },
    ],
  })
  writeLayerFile({
    file: join(place, 'city.shp'),
    layer: 'city',
    crs: 'EPSG:4326',
    fields: { NAME: 'text' },
    features: [{ wkt: box(30, 0, 40, 10), values: { NAME: 'fictional' } }],
  })
  const { outside_evidence: evidence } = fixtureRows(fixture, coverageTable).at(-1)!.values
  const definition = FloodPartition.parse({
    lock: 'fixture',
    county: FIXTURE_COUNTY,
    mapping: 'q3',
    zones: { asset: 'q3.zip', member: 'FloodZone.shp' },
    panels: null,
    coverage: { asset: 'city.zip', member: 'city.shp' },
    outside: { means: 'minimal', evidence },
    vertical_datum: null,
    note: 'A fictional older study',
  })
  const assets = { 'q3.zip': place, 'city.zip': place }
  const made = await runFixture(flood, definition, { folder, partition: 'q3', assets })
  await expectFixture(made, 'q3')
  expect(made.get('flood_zones')!.tally.cases).toEqual({ 'key.from_geometry': 4 })
})

describe('invalid values of a study', () => {
  const at = (number: number) => box(50 + number, 0, 51 + number, 1)
  const dirty: [string, FixtureFeature][] = [
    ['flood.unknown_zone', zone(at(0), { FLD_AR_ID: 'a', FLD_ZONE: 'AB' })],
    ['flood.no_zone', zone(at(1), { FLD_AR_ID: 'b', FLD_ZONE: ' ' })],
    ['flood.no_zone', zone(at(2), { FLD_AR_ID: 'c', FLD_ZONE: 'NP' })],
    ['flood.unknown_sfha', zone(at(3), { FLD_AR_ID: 'd', FLD_ZONE: 'A', SFHA_TF: 'Q' })],
    ['flood.unknown_datum', zone(at(4), { FLD_AR_ID: 'e', FLD_ZONE: 'A', V_DATUM: 'NAVD 1892' })],
    [
      'flood.unknown_unit',
      zone(at(5), { FLD_AR_ID: 'f', FLD_ZONE: 'AE', STATIC_BFE: 4, LEN_UNIT: 'CUBITS' }),
    ],
    [
      'flood.unknown_unit',
      zone(at(6), { FLD_AR_ID: 'g', FLD_ZONE: 'AO', DEPTH: 4, LEN_UNIT: 'CUBITS' }),
    ],
    ['geometry.missing', zone(null, { FLD_AR_ID: 'h', FLD_ZONE: 'A' })],
  ]

  test('each is set aside and counted, with the first as the example', async () => {
    const made = await makeStudy([...STUDY_ZONES, ...dirty.map(([, feature]) => feature)])
    const { tally, rows } = made.get('flood_zones')!
    expect(rows).toBe(STUDY_ZONES.length)
    const expected: Record<string, { count: number; example: string }> = {}
    for (const [i, [stat]] of dirty.entries()) {
      const example = expect.stringContaining(`feature ${STUDY_ZONES.length + i}: `)
      expected[stat] ??= { count: 0, example }
      expected[stat].count++
    }
    expect(tally.rejects).toEqual(expected)
  })

  test('the first of several is the example', async () => {
    const codes = ['AB', 'AC', 'AD']
    const made = await makeStudy([
      ...STUDY_ZONES,
      ...codes.map((code, i) => zone(at(i), { FLD_AR_ID: code, FLD_ZONE: code })),
    ])
    const { example, count } = made.get('flood_zones')!.tally.rejects['flood.unknown_zone']
    expect({ example, count }).toEqual({ example: 'feature 17: FLD_ZONE "AB"', count: 3 })
  })

  test('a length without a unit is left out and counted, the zone stays', async () => {
    const made = await makeStudy([
      zone(at(0), { FLD_AR_ID: 'a', FLD_ZONE: 'AE', STATIC_BFE: 7, V_DATUM: 'NAVD88' }),
      zone(at(1), { FLD_AR_ID: 'b', FLD_ZONE: 'AO', DEPTH: 1, LEN_UNIT: null }),
    ])
    const rows = await rowsOf(made, floodZones)
    expect(rows.map(({ values }) => pick(values, ['base_flood_elevation_ft', 'depth_ft']))).toEqual(
      Array(2).fill({ base_flood_elevation_ft: null, depth_ft: null }),
    )
    expect(made.get('flood_zones')!.tally.cases).toEqual({ 'flood.length_without_unit': 2 })
  })

  test('a panel without a number is set aside, and covers nothing', async () => {
    const nameless = { wkt: box(60, 0, 70, 10), values: { FIRM_PAN: null, PANEL_TYP: 'X' } }
    const made = await makeStudy(STUDY_ZONES, [...STUDY_PANELS, nameless])
    const { tally, coverage } = made.get('flood_panels')!
    expect(tally.rejects['flood.no_panel'].count).toBe(1)
    expect(coverage.from).toBe('3 map panels of the study')
  })

  test('panels that are all unusable stop the run', async () => {
    const nameless = { wkt: box(60, 0, 70, 10), values: { FIRM_PAN: null, PANEL_TYP: 'X' } }
    await expect(makeStudy(STUDY_ZONES, [nameless])).rejects.toThrow(/none of its panels is usable/)
  })
})

describe('keys of zones', () => {
  const first = { FLD_AR_ID: 'a', FLD_ZONE: 'AE' }
  const keysOf = async (features: FixtureFeature[]) => {
    const made = await makeStudy(features)
    const rows = await rowsOf(made, floodZones)
    return {
      keys: rows.map(({ values }) => `${values.flood_zone_key}`),
      cases: made.get('flood_zones')!.tally.cases,
    }
  }

  test('a polygon that is there twice is one row', async () => {
    const twice = [zone(box(0, 0, 1, 1), first), zone(box(0, 0, 1, 1), first)]
    const { keys, cases } = await keysOf(twice)
    expect(keys).toEqual(['nfhl:99009C_a'])
    expect(cases).toEqual({ 'key.merged_identical': 1 })
  })

  test('two shapes, or two sets of values, under one id get different keys in any order', async () => {
    const tied = [
      zone(box(0, 0, 1, 1), first),
      zone(box(1, 0, 2, 1), first),
      zone(box(1, 0, 2, 1), { ...first, ZONE_SUBTY: 'FLOODWAY' }),
    ]
    const { keys, cases } = await keysOf(tied)
    expect(keys.map((key) => key.replaceAll(/[0-9a-f]{16}/g, '#')).sort()).toEqual([
      'nfhl:99009C_a:#',
      'nfhl:99009C_a:#:#',
      'nfhl:99009C_a:#:#',
    ])
    expect(new Set(keys).size).toBe(3)
    expect(cases).toEqual({ 'key.tied_told_by_shape': 1, 'key.tied_told_by_facts': 2 })
    expect((await keysOf(tied.toReversed())).keys).toEqual(keys)
  })

  test('a polygon without an id is named by its shape, wherever its ring begins', async () => {
    const nameless = { ...first, FLD_AR_ID: null }
    const turned = 'POLYGON ((-71.999 30.001, -72 30.001, -72 30, -71.999 30, -71.999 30.001))'
    const { keys, cases } = await keysOf([zone(box(0, 0, 1, 1), nameless)])
    expect(keys).toEqual([expect.stringMatching(/^nfhl:[0-9a-f]{16}$/)])
    expect(cases).toEqual({ 'key.from_geometry': 1 })
    expect((await keysOf([zone(turned, nameless)])).keys).toEqual(keys)
  })
})

test('a datum that the documents state fills in where the column is blank, and nowhere else', async () => {
  const place = await mkdtemp(join(folder, 'datum-'))
  const length = { STATIC_BFE: 5, LEN_UNIT: 'FT' }
  writeStudyFixture(place, [
    zone(box(0, 0, 1, 1), { FLD_AR_ID: 'a', FLD_ZONE: 'AE', ...length }),
    zone(box(1, 0, 2, 1), { FLD_AR_ID: 'b', FLD_ZONE: 'AE', V_DATUM: 'NGVD 29', ...length }),
  ])
  const definition = {
    ...study(SHAPEFILES),
    vertical_datum: { datum: 'NAVD88' as const, evidence: 'the fictional study report' },
  }
  const made = await runFixture(flood, definition, {
    folder,
    partition: 'nfhl',
    assets: { 'study.zip': place },
  })
  const rows = await rowsOf(made, floodZones)
  expect(rows.map(({ values }) => values.vertical_datum)).toEqual(['NAVD88', 'NGVD29'])
})

test('the order of the rows in the file changes no byte of the table', async () => {
  const forwards = await makeStudy()
  const backwards = await makeStudy([...STUDY_ZONES].reverse(), [...STUDY_PANELS].reverse())
  for (const { name } of [floodZones, floodPanels]) {
    const bytes = await readFile(forwards.get(name)!.file)
    expect(bytes.equals(await readFile(backwards.get(name)!.file))).toBe(true)
  }
})

test('an edition without V_DATUM is noted, one without FLD_ZONE stops the run', async () => {
  const place = await mkdtemp(join(folder, 'edition-'))
  writeStudyFixture(place)
  const run = { folder, partition: 'nfhl', assets: { 'study.zip': place } }
  const rename = async (fields: Record<string, 'text' | 'real'>) => {
    const file = join(place, 'S_FLD_HAZ_AR.shp')
    await rm(file)
    const values = { DFIRM_ID: '99009C', FLD_AR_ID: 'a', FLD_ZONE: 'AE', SFHA_TF: 'T' }
    const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in fields))
    writeLayerFile({
      file,
      layer: 'S_FLD_HAZ_AR',
      crs: 'EPSG:4269',
      fields,
      features: [{ wkt: box(0, 0, 1, 1), values: known }],
    })
  }
  const text = ['DFIRM_ID', 'FLD_AR_ID', 'ZONE_SUBTY', 'SFHA_TF', 'LEN_UNIT']
  const fields = {
    ...Object.fromEntries(text.map((name) => [name, 'text' as const])),
    STATIC_BFE: 'real' as const,
    DEPTH: 'real' as const,
    VELOCITY: 'real' as const,
  }
  await rename({ ...fields, FLD_ZONE: 'text' })
  const [row] = await rowsOf(await runFixture(flood, study(SHAPEFILES), run), floodZones)
  expect(row.values).toMatchObject({ zone: 'AE', vertical_datum: null, study_version: null })
  await rename(fields)
  await expect(runFixture(flood, study(SHAPEFILES), run)).rejects.toThrow(
    /lacks the column FLD_ZONE/,
  )
})
