import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { counties, places, states, zctas } from '../../layers/boundaries/tables.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import type { Table } from '../../packs/table.ts'
import {
  county,
  place,
  TIGER_COUNTIES,
  writeAtlasFixture,
  writeTigerFixture,
} from '../../tests/fixtures/boundaries/boundary-files.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { type FixtureFeature, writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { union } from '../stages/repair.ts'
import { BoundariesPartition, boundaries } from './pipeline.ts'

const fixture = readFixture('boundaries')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-boundaries-'))
})
afterAll(() => rm(folder, { recursive: true }))

const member = (name: string) => ({ asset: 'tiger.zip', member: `${name}.shp` })
const TIGER = {
  lock: 'fixture',
  area: 'Fictional State',
  mapping: 'census',
  scale_denominator: null,
  vintage: '2025',
  states: member('tl_2025_us_state'),
  counties: member('tl_2025_us_county'),
  zctas: [member('tl_2025_us_zcta520')],
  coverage: member('nation'),
  note: 'Fictional boundaries',
}
const PLACES = { place_files: [member('tl_2025_99_place')] }
const atlasLayer = (layer: string, where?: string) => ({
  asset: 'counties-10m.json',
  member: 'counties-10m.json',
  layer,
  crs: 'EPSG:4269',
  ...(where && { where }),
})
const ATLAS = {
  ...TIGER,
  mapping: 'us-atlas',
  scale_denominator: 10_000_000,
  vintage: '2017',
  states: atlasLayer('states'),
  counties: atlasLayer('counties', "id <> '99610'"),
  zctas: [],
  coverage: atlasLayer('states'),
  note: 'Fictional lines at 1:10,000,000',
}

/** Makes a partition from a folder that is every asset it names. */
async function make(definition: object, place: string, partition = 'tiger') {
  const assets = { 'tiger.zip': place, 'counties-10m.json': place }
  return runFixture(boundaries, BoundariesPartition.parse(definition), {
    folder,
    partition,
    assets,
  })
}

const newPlace = () => mkdtemp(join(folder, 'files-'))

async function makeTiger(countyFeatures: FixtureFeature[], changes: object = {}) {
  const place = writeTigerFixture(await newPlace(), {
    tl_2025_us_county: { features: countyFeatures },
  })
  return make({ ...TIGER, ...changes }, place)
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
    expect(expected.length).toBeGreaterThan(0)
    expect(await rowsOf(made, table)).toEqual(expected)
    const declared = fixtureRows(fixture, coverageTable).find(
      ({ values }) => values.coverage_key === `${table.name}/${partition}`,
    )!
    expect([coverage.outside, coverage.evidence, coverage.from, coverage.note]).toEqual(
      ['outside', 'outside_evidence', 'declared_by', 'source_note'].map(
        (name) => declared.values[name],
      ),
    )
    const together = areaM2(union([coverage.polygons!, declared.polygons!]))
    expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(declared.polygons!), 1)
    expect(together).toBeCloseTo(areaM2(declared.polygons!), 1)
  }
}

describe('become the rows of the fixture', () => {
  test('four TIGER shapefiles', async () => {
    const made = await make({ ...TIGER, ...PLACES }, writeTigerFixture(await newPlace()))
    expect([...made.keys()]).toEqual(['states', 'counties', 'zctas', 'places'])
    await expectFixture(made, 'tiger')
    for (const { tally } of made.values())
      expect([tally.rejects, tally.repairs, tally.cases]).toEqual([{}, {}, {}])
  })

  test('two layers of one TopoJSON', async () => {
    const made = await make(ATLAS, writeAtlasFixture(await newPlace()), 'coarse')
    expect([...made.keys()]).toEqual(['states', 'counties'])
    await expectFixture(made, 'coarse')
  })
})

describe('places', () => {
  const only = { states: null, counties: null, zctas: [] }
  const makePlaces = async (features: FixtureFeature[]) => {
    const at = writeTigerFixture(await newPlace(), { tl_2025_99_place: { features } })
    return make({ ...TIGER, ...only, ...PLACES }, at)
  }

  test('are named by the census’s code; the kind of an unknown code is null', async () => {
    const made = await makePlaces([
      place('00100', 'A', 'A city', '25', box(0, 0, 1, 1)),
      place('00200', 'B', 'B town', '43', box(1, 0, 2, 1)),
      place('00300', 'C', 'C village', '47', box(2, 0, 3, 1)),
      place('00400', 'D', 'D borough', '21', box(3, 0, 4, 1)),
      place('00500', 'E', 'E CDP', '57', box(4, 0, 5, 1)),
      place('00600', 'F', 'F city and borough', '53', box(5, 0, 6, 1)),
      { ...place('0060', 'G', 'G city', '25', box(6, 0, 7, 1)) },
    ])
    const rows = await rowsOf(made, places)
    expect(rows.map(({ values }) => [values.name, values.place_kind])).toEqual([
      ['A', 'city'],
      ['B', 'town'],
      ['C', 'village'],
      ['D', 'borough'],
      ['E', 'CDP'],
      ['F', null],
    ])
    expect(made.get('places')!.tally.rejects).toMatchObject({
      'boundaries.no_place_code': { count: 1 },
    })
  })

  test('of a town’s own file have its name out of “City of”, no code, and the county’s state', async () => {
    const at = await newPlace()
    const features = [{ wkt: box(0, 0, 1, 1), values: { Label: 'City of Fixton' } }]
    const file = join(at, 'limits.geojson')
    writeLayerFile({ file, layer: 'limits', crs: 'EPSG:4326', fields: { Label: 'text' }, features })
    const limits = { asset: 'tiger.zip', member: 'limits.geojson' }
    const definition = {
      ...{ ...TIGER, ...only, area: undefined, mapping: 'town-limits', coverage: limits },
      county: FIXTURE_COUNTY,
      place_files: [limits],
    }
    const [{ values }] = await rowsOf(await make(definition, at), places)
    expect(values).toMatchObject({
      geoid: null,
      name: 'Fixton',
      whole_name: 'City of Fixton',
      place_kind: 'city',
      state: 'ZZ',
      statefp: '99',
    })
    expect(values.place_key).toMatch(/^tiger:[0-9a-f]{16}$/)
    const asCounties = { ...definition, place_files: [], counties: limits }
    await expect(make(asCounties, at)).rejects.toThrow(/its mapping has no columns/)
  })
})

describe('editions spell their columns otherwise', () => {
  test('a cartographic file before 2020 has no whole name: name and code make it', async () => {
    const place = await newPlace()
    writeLayerFile({
      file: join(place, 'cb_2018_us_county_500k.shp'),
      layer: 'cb_2018_us_county_500k',
      crs: 'EPSG:4269',
      fields: { STATEFP: 'text', COUNTYFP: 'text', GEOID: 'text', NAME: 'text', LSAD: 'text' },
      features: [
        { wkt: box(0, 0, 1, 1), values: { GEOID: '22071', NAME: 'Orleans', LSAD: '15' } },
        { wkt: box(1, 0, 2, 1), values: { GEOID: '51600', NAME: 'Fairfax', LSAD: '25' } },
      ],
    })
    const file = member('cb_2018_us_county_500k')
    const made = await make(
      { ...TIGER, states: null, zctas: [], counties: file, coverage: file, scale_denominator: 5e5 },
      place,
    )
    const rows = await rowsOf(made, counties)
    expect(rows.map(({ values }) => [values.name, values.state, values.scale_denominator])).toEqual(
      [
        ['Orleans Parish', 'LA', 500_000],
        ['Fairfax city', 'VA', 500_000],
      ],
    )
  })

  test('the ZCTAs of 2010 are cut at state lines: a ZCTA in two states is two rows', async () => {
    const place = await newPlace()
    const part = (state: string, wkt: string) =>
      writeLayerFile({
        file: join(place, `zcta_${state}.geojson`),
        layer: `zcta_${state}`,
        crs: 'EPSG:4326',
        fields: { STATEFP10: 'text', ZCTA5CE10: 'text', GEOID10: 'text', PARTFLG10: 'text' },
        features: [
          {
            wkt,
            values: {
              STATEFP10: state,
              ZCTA5CE10: '03579',
              GEOID10: `${state}03579`,
              PARTFLG10: 'Y',
            },
          },
        ],
      })
    part('23', box(0, 0, 1, 1))
    part('33', box(1, 0, 2, 1))
    const file = (state: string) => ({ asset: 'tiger.zip', member: `zcta_${state}.geojson` })
    const only = { states: null, counties: null, coverage: null, vintage: '2010' }
    const made = await make({ ...TIGER, ...only, zctas: [file('23'), file('33')] }, place)
    const { tally, coverage } = made.get('zctas')!
    expect(coverage.polygons).toBeNull()
    expect(tally.cases).toEqual({ 'key.tied_told_by_shape': 2 })
    const rows = await rowsOf(made, zctas)
    expect(rows.map(({ values }) => values.zcta)).toEqual(['03579', '03579'])
    expect(rows.map(({ values }) => values.statefp).sort()).toEqual(['23', '33'])
  })

  test('a file that has none of the columns of an edition stops the run, and lists its columns', async () => {
    const place = writeTigerFixture(await newPlace())
    await expect(make({ ...TIGER, counties: member('nation') }, place)).rejects.toThrow(
      /none of the columns GEOID, GEOID10/,
    )
  })
})

describe('invalid values of a boundary file', () => {
  const at = box(20, 0, 21, 1)
  const dirty: [string, string, FixtureFeature][] = [
    ['a county without a code', 'boundaries.no_county_code', county(null, 'Dirt', at)],
    ['a county code of four digits', 'boundaries.no_county_code', county('05', 'Dirt', at)],
    ['a county without a name', 'boundaries.no_name', county('005', null, at)],
    ['a county without a shape', 'geometry.missing', county('005', 'Dirt', null)],
  ]

  test.each(dirty)('%s is set aside and counted with an example', async (_, stat, feature) => {
    const { tally, rows } = (await makeTiger([...TIGER_COUNTIES, feature])).get('counties')!
    expect(rows).toBe(2)
    expect(tally.rejects).toEqual({
      [stat]: { count: 1, example: expect.stringContaining('feature 2: ') },
    })
  })

  test('an unknown state code stays, and is counted for a person to decide', async () => {
    const odd = county('005', 'Odd', at)
    const feature = { ...odd, values: { ...odd.values, STATEFP: '97', GEOID: '97005' } }
    const made = await makeTiger([...TIGER_COUNTIES, feature])
    const [row] = await rowsOf(made, counties)
    expect(row.values).toMatchObject({ geoid: '97005', state: null, name: 'Odd County' })
    expect(made.get('counties')!.tally.cases).toEqual({ 'boundaries.unknown_state': 1 })
  })
})

test('a county across 180 degrees becomes a row on each side, and no box goes around the globe', async () => {
  const across = 'POLYGON ((179.5 51, -179.5 51, -179.5 52, 179.5 52, 179.5 51))'
  const withHole =
    'POLYGON ((-178 51, -177 51, -177 52, -178 52, -178 51), (-177.8 51.2, -177.8 51.8, -177.2 51.8, -177.2 51.2, -177.8 51.2))'
  const place = await newPlace()
  writeLayerFile({
    file: join(place, 'islands.geojson'),
    layer: 'islands',
    crs: 'EPSG:4326',
    fields: { GEOID: 'text', NAME: 'text' },
    features: [
      {
        wkt: `MULTIPOLYGON (${across.slice(8)}, ${withHole.slice(8)})`,
        values: { GEOID: '02016', NAME: 'Aleutians West' },
      },
    ],
  })
  const file = { asset: 'tiger.zip', member: 'islands.geojson' }
  const made = await make(
    { ...TIGER, states: null, zctas: [], counties: file, coverage: file },
    place,
  )
  const rows = await rowsOf(made, counties)
  const halves = rows.map(({ values, polygons }) => [
    values.county_key,
    values.geoid,
    values.name,
    boundsOf(polygons!).map((side) => side / GRID),
    polygons!.ringEnds.length,
  ])
  expect(halves).toEqual([
    ['tiger:02016:east', '02016', 'Aleutians West Census Area', [179.5, 51, 180, 52], 1],
    ['tiger:02016:west', '02016', 'Aleutians West Census Area', [-180, 51, -177, 52], 3],
  ])
  expect(made.get('counties')!.tally.cases).toEqual({
    'boundaries.split_at_antimeridian': 1,
    'geometry.split_at_antimeridian': 1,
  })
  // A degree of longitude at 51.5 N by one of latitude is 7,729 km2, and the hole is 0.36 of it.
  const area = rows.reduce((sum, { polygons }) => sum + areaM2(polygons!), 0)
  expect(area / 1e6 / 7729).toBeCloseTo(2 - 0.36, 2)
})

test('the order of the rows in the file changes no byte of the table', async () => {
  const [forwards, backwards] = [
    await makeTiger(TIGER_COUNTIES),
    await makeTiger(TIGER_COUNTIES.toReversed()),
  ].map((made) => made.get('counties')!.file)
  expect((await readFile(forwards)).equals(await readFile(backwards))).toBe(true)
})

test('every partition file fits its mapping and names what it covers', async () => {
  const partitions = await boundaries.partitions()
  expect([...partitions.keys()]).toEqual(['bangor-city', 'sample', 'us-atlas', 'zcta-2010'])
  for (const { county: of, area } of partitions.values()) expect(of?.name ?? area).toBeTruthy()
  expect(partitions.get('us-atlas')!.places).toContain('sample')
})

test('states without a postal code in their file get that of their FIPS code', async () => {
  const made = await make(ATLAS, writeAtlasFixture(await newPlace()))
  expect((await rowsOf(made, states)).map(({ values }) => values.state)).toEqual(['ZZ'])
})
