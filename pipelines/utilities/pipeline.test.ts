import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coverageTable } from '../../layers/coverage-table.ts'
import {
  electricTerritories,
  wastewaterParcels,
  waterServiceAreas,
} from '../../layers/utilities/tables.ts'
import type { Table } from '../../packs/table.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { type FixtureFeature, writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import {
  INVENTORY,
  record,
  writeInventoryFixture,
  writeTerritoriesFixture,
  writeWaterAreasFixture,
} from '../../tests/fixtures/utilities/utility-files.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { UtilitiesPartition, utilities } from './pipeline.ts'
import { countOf, dayOf } from './published-value.ts'

const fixture = readFixture('utilities')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-utilities-'))
})
afterAll(() => rm(folder, { recursive: true }))

const COUNTY = { ...FIXTURE_COUNTY, local_code: 9 }
const COAST = { lock: 'fixture', area: 'Fixture coast (fictional)' }
const DEFINITIONS = {
  flwmi: {
    lock: 'fixture',
    county: COUNTY,
    mapping: 'flwmi',
    file: { asset: 'flwmi.zip', member: 'flwmi_09.shp' },
    coverage: { asset: 'flwmi.zip', member: 'county.shp' },
    note: 'A fictional inventory.',
  },
  hifld: {
    ...COAST,
    mapping: 'hifld-electric',
    file: { asset: 'electric.zip', member: 'territories.geojson' },
    coverage: null,
    note: 'Fictional territories.',
  },
  selection: {
    ...COAST,
    mapping: 'hifld-electric',
    file: { asset: 'electric.zip', member: 'selection.geojson' },
    coverage: null,
    note: 'A fictional selection.',
  },
  water: {
    ...COAST,
    mapping: 'epa-cws',
    file: { asset: 'water.zip', member: 'water.gdb' },
    coverage: { asset: 'water.zip', member: 'mapped.shp' },
    note: 'Fictional service areas.',
  },
}
const CRAFT = {
  flwmi: writeInventoryFixture,
  hifld: writeTerritoriesFixture,
  water: writeWaterAreasFixture,
}

async function make(
  partition: keyof typeof DEFINITIONS,
  features?: FixtureFeature[],
  changes: Record<string, unknown> = {},
): Promise<PartitionTable> {
  const place = await mkdtemp(join(folder, 'files-'))
  CRAFT[partition === 'selection' ? 'hifld' : partition](place, features)
  const definition = UtilitiesPartition.parse({ ...DEFINITIONS[partition], ...changes })
  const assets = { 'flwmi.zip': place, 'electric.zip': place, 'water.zip': place }
  const made = await runFixture(utilities, definition, { folder, partition, assets })
  return [...made.values()][0]
}

const known = new Map<string, Promise<PartitionTable>>()
/** A partition of its fixture's own files, made once. */
function knownOf(partition: keyof typeof DEFINITIONS): Promise<PartitionTable> {
  const found = known.get(partition) ?? make(partition)
  known.set(partition, found)
  return found
}

async function rowsOf(made: PartitionTable) {
  const rows = await parquetRows(made.table, made.file)
  return rows.sort(byKey(made.table))
}

const byKey =
  ({ key }: Table) =>
  (a: { values: Record<string, unknown> }, b: { values: Record<string, unknown> }) =>
    `${a.values[key]}` < `${b.values[key]}` ? -1 : 1

describe('files of the agencies become the rows of the fixture', () => {
  const cases = [
    ['flwmi', wastewaterParcels],
    ['hifld', electricTerritories],
    ['selection', electricTerritories],
    ['water', waterServiceAreas],
  ] as const
  test.each(cases)('%s', async (partition, table) => {
    const made = await knownOf(partition)
    const expected = fixtureRows(fixture, table)
      .filter(({ values }) => values.partition === partition)
      .sort(byKey(table))
    expect(await rowsOf(made)).toEqual(expected)
    expect(made.rows).toBe(expected.length)
    const declared = fixtureRows(fixture, coverageTable).find(
      ({ values }) => values.coverage_key === `${table.name}/${partition}`,
    )!
    expect([made.coverage.note, made.coverage.from]).toEqual([
      declared.values.source_note,
      declared.values.declared_by,
    ])
    expect(made.coverage.polygons).toEqual(declared.polygons)
  })

  test('and what was refused, left unread or merged is counted', async () => {
    const { tally } = await knownOf('flwmi')
    expect(tally.rejects).toEqual({
      'utilities.blank_parcel_id': { count: 1, example: 'feature 12: "09"' },
      'utilities.other_county': { count: 1, example: 'feature 13: "10"' },
      'utilities.unknown_wastewater': { count: 1, example: 'feature 10: "LikelyCesspit"' },
      'utilities.unknown_drinking_water': { count: 1, example: 'feature 10: "KnownCistern"' },
    })
    expect(tally.cases).toEqual({
      'utilities.merged_identical': 1,
      'utilities.merged_different': 2,
      'utilities.contradicting_wastewater': 1,
    })
    const territories = (await knownOf('hifld')).tally
    expect(territories.rejects).toEqual({
      'utilities.territory_without_name': {
        count: 1,
        example: 'feature 3: its number is 90004',
      },
    })
    expect(territories.cases).toEqual({
      'utilities.unknown_electric_type': 1,
      'key.from_geometry': 1,
    })
    const areas = (await knownOf('water')).tally
    expect(areas.rejects).toEqual({
      'utilities.water_system_without_name': {
        count: 1,
        example: 'feature 3: its number is ZZ9900004',
      },
    })
    expect(areas.cases).toEqual({ 'utilities.unknown_outline_basis': 1, 'key.from_geometry': 1 })
  })
})

describe('the inventory of a county', () => {
  test('has no county id, and another secret gives other keys', async () => {
    const rows = await rowsOf(await knownOf('flwmi'))
    expect(JSON.stringify(rows)).not.toMatch(/R-\d|0000000099/)
    const definition = UtilitiesPartition.parse(DEFINITIONS.flwmi)
    const place = writeInventoryFixture(await mkdtemp(join(folder, 'files-')))
    const run = { folder, partition: 'flwmi', assets: { 'flwmi.zip': place }, secret: 'another' }
    const [other] = (await runFixture(utilities, definition, run)).values()
    const keys = new Set(rows.map(({ values }) => values.parcel_key))
    for (const { values } of await rowsOf(other)) expect(keys.has(values.parcel_key)).toBe(false)
  })

  test('is the same whatever the order of its records', async () => {
    const turned = await make('flwmi', INVENTORY.toReversed())
    expect(await rowsOf(turned)).toEqual(await rowsOf(await knownOf('flwmi')))
  })

  test('of several records uses the surest: known before likely before somewhat likely', async () => {
    const codes = ['NA', 'UNDT', 'Cesspit', 'SWLSewer', 'LikelySeptic', 'KnownSewer']
    // The first parcel has the first record, and each further one a record more.
    const records = codes.flatMap((_, lot) =>
      codes.slice(0, lot + 1).map((WW) => record(lot, `R-${lot}`, { WW })),
    )
    const rows = await rowsOf(await make('flwmi', records))
    // Rows come in the order of their keys, which are hashes.
    const read = rows.map(({ values }) =>
      [values.wastewater, values.wastewater_confidence, values.wastewater_as_recorded].join(', '),
    )
    expect(read.sort()).toEqual([
      ', , NA',
      ', , NA; UNDT',
      ', , NA; UNDT',
      'septic, likely, LikelySeptic',
      'sewer, , SWLSewer',
      'sewer, known, KnownSewer',
    ])
  })

  test('a record without a shape is counted: it comes without its attributes', async () => {
    const records = [...INVENTORY, { ...record(0, 'R-20', { WW: 'KnownSewer' }), wkt: null }]
    const { rows, tally } = await make('flwmi', records)
    expect(rows).toBe((await knownOf('flwmi')).rows)
    expect(tally.rejects['geometry.missing'].count).toBe(1)
  })

  test('with an invalid day stays, and the day is counted', async () => {
    const place = await mkdtemp(join(folder, 'files-'))
    const fields = { CO_NO: 'text', PARCELNO: 'text', WW: 'text', WW_UPD: 'text' } as const
    const features = ['soon', '2/3/2021'].map((WW_UPD, i) =>
      record(i, `R-${i}`, { WW: 'KnownSewer', WW_UPD }),
    )
    const file = join(place, 'inventory.geojson')
    writeLayerFile({ file, layer: 'inventory', crs: 'EPSG:4326', fields, features })
    const definition = UtilitiesPartition.parse({
      ...DEFINITIONS.flwmi,
      file: { asset: 'flwmi.zip', member: 'inventory.geojson' },
      coverage: null,
    })
    const run = { folder, partition: 'flwmi', assets: { 'flwmi.zip': place } }
    const [made] = (await runFixture(utilities, definition, run)).values()
    const days = (await rowsOf(made)).map(({ values }) => values.wastewater_updated)
    expect(new Set(days)).toEqual(new Set([null, '2021-02-03']))
    expect(made.tally.rejects).toEqual({
      'utilities.unreadable_day': { count: 1, example: 'feature 0: soon' },
    })
  })

  test('without the column of counties is taken for its county’s', async () => {
    const place = await mkdtemp(join(folder, 'files-'))
    const fields = { PARCELNO: 'text', WW: 'text', WW_UPD: 'integer' } as const
    const features = [2016, 2019].map((WW_UPD, i) => ({
      wkt: record(i, null, {}).wkt,
      values: { PARCELNO: `R-${i}`, WW: 'KnownSewer', WW_UPD },
    }))
    const file = join(place, 'inventory.geojson')
    writeLayerFile({ file, layer: 'inventory', crs: 'EPSG:4326', fields, features })
    const definition = UtilitiesPartition.parse({
      ...DEFINITIONS.flwmi,
      file: { asset: 'flwmi.zip', member: 'inventory.geojson' },
      coverage: null,
    })
    const run = { folder, partition: 'flwmi', assets: { 'flwmi.zip': place } }
    const [made] = (await runFixture(utilities, definition, run)).values()
    const rows = await rowsOf(made)
    expect(rows.map(({ values }) => values.wastewater_updated).sort()).toEqual(['2016', '2019'])
    expect(made.tally.rejects).toEqual({})
  })

  test('is of one county, as keys are: a partition without one is refused', async () => {
    await expect(
      make('flwmi', INVENTORY, { county: undefined, area: 'the state' }),
    ).rejects.toThrow(/names no county/)
  })

  test('of another layout is refused with the columns that it has', async () => {
    const other = {
      mapping: 'flwmi',
      file: { asset: 'electric.zip', member: 'territories.geojson' },
    }
    await expect(make('hifld', undefined, { ...other, county: COUNTY })).rejects.toThrow(
      /lacks the column PARCELNO, WW/,
    )
  })
})

describe('a value as it was published', () => {
  test('a day comes in the spellings of a table, a spreadsheet and a service', () => {
    for (const day of ['2024/05/31', '2024-05-31T10:00:00', '5/31/2024', 1717113600000])
      expect(dayOf(day)).toBe('2024-05-31')
    expect([dayOf(' '), dayOf(null)]).toEqual([null, null])
    // A year alone, of a text or a number, and a year with its month.
    expect([dayOf('2016'), dayOf(2016), dayOf('2016-08'), dayOf('2016/08')]).toEqual([
      '2016',
      '2016',
      '2016-08',
      '2016-08',
    ])
    for (const text of ['1900', '1970', '9999', '2016-13', '2016-00', '16', '20168'])
      expect(dayOf(text), text).toBeUndefined()
    for (const text of ['2024-02-30', 'May 2024', '13/1/2024', '20240531'])
      expect(dayOf(text), text).toBeUndefined()
    for (const none of ['9999/12/31', '1900/01/01', '1/1/1970', '99999999999999', '0001-01-01'])
      expect(dayOf(none), none).toBeUndefined()
  })

  test('a count is a whole number: -999999 is null, and 0 is 0', () => {
    expect([countOf('5,200'), countOf(0), countOf(-999999), countOf(1.5), countOf('')]).toEqual([
      5200,
      0,
      null,
      null,
      null,
    ])
  })
})
