import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { MappingEdition } from '../../layers/column-mapping.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import {
  type FixtureFiles,
  outline,
  pointWkt,
  STRUCTURES,
  structure,
  writeStructuresFixture,
} from '../../tests/fixtures/structures/structure-files.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { StructuresPartition, structures } from './pipeline.ts'

const fixture = readFixture('structures')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-structures-'))
})
afterAll(() => rm(folder, { recursive: true }))

const PARTITIONS = {
  fema: { mapping: 'usa-structures', member: 'ZZ_Structures.shp', coverage: 'limits.shp' },
  learned: { mapping: 'ms-footprints', member: 'ZZ.geojson', coverage: 'limits.shp' },
  city: { mapping: 'bangor-buildings', member: 'Buildings.shp', coverage: 'city_limit.shp' },
  nsi: { mapping: 'nsi-2022', member: 'nsi.geojson', coverage: 'limits.shp' },
  older: { mapping: 'nsi-native', member: 'older.shp', coverage: null },
}
type PartitionName = keyof typeof PARTITIONS

async function make(
  partition: PartitionName,
  files: Partial<FixtureFiles> = {},
  mapping: MappingEdition = PARTITIONS[partition].mapping,
): Promise<PartitionTable> {
  const { member, coverage } = PARTITIONS[partition]
  const asset = 'structures.zip'
  const definition = StructuresPartition.parse({
    lock: 'fixture',
    county: FIXTURE_COUNTY,
    mapping,
    file: { asset, member },
    coverage: coverage && { asset, member: coverage },
    note: 'A fictional source',
  })
  const place = writeStructuresFixture(await mkdtemp(join(folder, 'files-')), files)
  const run = { folder, partition, assets: { [asset]: place } }
  const [table] = (await runFixture(structures, definition, run)).values()
  return table
}

const known = new Map<PartitionName, Promise<PartitionTable>>()
/** A partition of its fixture's own files, made once. */
function knownOf(partition: PartitionName): Promise<PartitionTable> {
  const found = known.get(partition) ?? make(partition)
  known.set(partition, found)
  return found
}

async function rowsOf({ table, file }: PartitionTable) {
  const key = (row: { values: Record<string, unknown> }) => `${row.values[table.key]}`
  return (await parquetRows(table, file)).sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

describe('the files of a publisher become the rows of the fixture', () => {
  const cases: Record<PartitionName, Record<string, number>> = {
    fema: { 'structures.area_unlike_outline': 1 },
    learned: { 'key.from_geometry': 3 },
    city: { 'key.from_geometry': 2 },
    nsi: { 'structures.unknown_occupancy': 1, 'structures.unknown_foundation': 1 },
    older: {},
  }
  test.each(Object.keys(PARTITIONS) as PartitionName[])('%s', async (partition) => {
    const made = await knownOf(partition)
    const { table, coverage, tally, rows } = made
    const expected = fixtureRows(fixture, table).filter(
      ({ values }) => values.partition === partition,
    )
    expect(await rowsOf(made)).toEqual(expected)
    expect(rows).toBe(expected.length)
    expect(tally).toMatchObject({ rejects: {}, repairs: {}, cases: cases[partition] })
    const declared = fixtureRows(fixture, coverageTable).find(
      ({ values }) => values.coverage_key === `${table.name}/${partition}`,
    )!
    const { outside, evidence, from, note } = coverage
    expect({ outside, outside_evidence: evidence, declared_by: from, source_note: note }).toEqual({
      outside: declared.values.outside,
      outside_evidence: declared.values.outside_evidence,
      declared_by: declared.values.declared_by,
      source_note: declared.values.source_note,
    })
    if (declared.polygons === null) expect(coverage.polygons).toBeNull()
    else expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(declared.polygons), 1)
  })
})

describe('what an outline should not be', () => {
  const dirty = [
    ['without a shape', 'geometry.missing', outline(null, '{a}')],
    ['smaller than 1 m2', 'structures.remnant', outline(box(8, 8, 8.005, 8.005), '{b}')],
  ] as const
  test.each(dirty)('%s: it is set aside and counted', async (_what, stat, feature) => {
    const { tally, rows } = await make('fema', { fema: [...STRUCTURES.fema, feature] })
    expect(rows).toBe(STRUCTURES.fema.length)
    expect(tally.rejects).toMatchObject({ [stat]: { count: 1 } })
    expect(Object.keys(tally.rejects)).toEqual([stat])
  })

  test('600 m is not a height of a building: it is left out and counted', async () => {
    const made = await make('fema', { fema: [outline(box(0, 0, 1, 1), '{a}', { HEIGHT: 601 })] })
    expect((await rowsOf(made))[0].values.height_m).toBeNull()
    expect(made.tally.cases).toEqual({ 'structures.impossible_height': 1 })
  })

  test('a building that stands twice is one', async () => {
    const twice = outline(box(0, 0, 1, 1), '{a}')
    const { rows, tally } = await make('fema', { fema: [twice, twice] })
    expect([rows, tally.cases]).toEqual([1, { 'key.merged_identical': 1 }])
  })
})

describe('an edition of the inventory', () => {
  test('with a column that its mapping does not know stops the run, and names the column', async () => {
    const inventory = [structure(pointWkt(1, 1))]
    await expect(make('nsi', { inventory }, 'nsi-native')).rejects.toThrow(
      /does not know: bid, ftprntid, ftprntsrc, grnd_elv_m/,
    )
  })

  test('with a column under another name is read by what its partition changes of the mapping', async () => {
    const inventory = STRUCTURES.inventory.map((each) => ({
      ...each,
      values: { ...each.values, students: each.values.sqft, sqft: 7 },
    }))
    const change = {
      extends: 'nsi-2022',
      sqft: 'students',
      unread: { add: ['sqft'], remove: ['students'] },
    }
    const [made, base] = [await make('nsi', { inventory }, change), await knownOf('nsi')]
    expect(await rowsOf(made)).toEqual(await rowsOf(base))
  })

  test('without its elevations stops the run', async () => {
    await expect(make('older', {}, 'nsi-2022')).rejects.toThrow(/does not know: yrbuilt/)
  })

  test('has no structure without an id', async () => {
    const nameless = structure(pointWkt(1, 1), { fd_id: null })
    const { rows, tally } = await make('nsi', { inventory: [...STRUCTURES.inventory, nameless] })
    expect(rows).toBe(STRUCTURES.inventory.length)
    expect(tally.rejects).toMatchObject({ 'structures.no_id': { count: 1 } })
  })
})

test('the order of the rows in the file changes no byte of the table', async () => {
  for (const [partition, name] of [
    ['fema', 'fema'],
    ['nsi', 'inventory'],
  ] as const) {
    const forwards = await readFile((await knownOf(partition)).file)
    const backwards = await make(partition, { [name]: STRUCTURES[name].toReversed() })
    expect(forwards.equals(await readFile(backwards.file))).toBe(true)
  }
})
