import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { wetlandProjects, wetlands as wetlandsTable } from '../../layers/wetlands/tables.ts'
import type { Table } from '../../packs/table.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { parquetRows, runFixture, zipFolder } from '../../tests/fixtures/partition-run.ts'
import { type FixtureFeature, writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import {
  INVENTORY_PROJECTS,
  INVENTORY_WETLANDS,
  wetland,
  writeCityCopyFixture,
  writeInventoryFixture,
} from '../../tests/fixtures/wetlands/wetland-inventory.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { union } from '../stages/repair.ts'
import { WetlandPartition, wetlands } from './pipeline.ts'

const fixture = readFixture('wetlands')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-wetlands-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Made = Map<string, PartitionTable>
type Definition = Parameters<typeof WetlandPartition.parse>[0]

const FIXTURE = {
  lock: 'fixture',
  county: FIXTURE_COUNTY,
  mapping: 'nwi',
  wetlands: { asset: 'nwi.zip', member: 'ZZ_Wetlands.shp' },
  projects: { asset: 'nwi.zip', member: 'ZZ_Wetlands_Project_Metadata.shp' },
  coverage: 'projects',
  note: 'A fictional inventory',
}

const run = (partition: string, definition: Definition, assets: Record<string, string>) =>
  runFixture(wetlands, WetlandPartition.parse(definition), { folder, partition, assets })

/** A download of these features, as a partition of its own. */
async function make(
  wetlands?: FixtureFeature[],
  projects?: FixtureFeature[],
  changes: Record<string, unknown> = {},
): Promise<Made> {
  const place = await mkdtemp(join(folder, 'download-'))
  writeInventoryFixture(place, wetlands, projects)
  return run('nwi', { ...FIXTURE, ...changes }, { 'nwi.zip': place })
}

async function rowsOf(made: Made, table: Table) {
  const rows = await parquetRows(table, made.get(table.name)!.file)
  return rows.sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))
}

/** The tables of a partition against the fixture: rows, geometry and declared coverage. */
async function expectFixture(made: Made, partition: string) {
  for (const table of [wetlandsTable, wetlandProjects]) {
    const expected = fixtureRows(fixture, table)
      .filter(({ values }) => values.partition === partition)
      .sort((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))
    expect(made.has(table.name)).toBe(expected.length > 0)
    if (expected.length === 0) continue
    expect(await rowsOf(made, table)).toEqual(expected)
    const { coverage } = made.get(table.name)!
    const declared = fixtureRows(fixture, coverageTable).find(
      ({ values }) => values.coverage_key === `${table.name}/${partition}`,
    )!
    expect([coverage.outside, coverage.from, coverage.note]).toEqual([
      declared.values.outside,
      declared.values.declared_by,
      declared.values.source_note,
    ])
    if (declared.polygons === null) expect(coverage.polygons).toBeNull()
    else {
      const together = areaM2(union([coverage.polygons!, declared.polygons]))
      expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(declared.polygons), 1)
      expect(together).toBeCloseTo(areaM2(declared.polygons), 1)
    }
  }
}

describe('a download of the inventory becomes the rows of the fixture', () => {
  test('from a zip of shapefiles, whose names are cut at ten characters', async () => {
    const place = join(folder, 'shapefiles')
    await mkdir(place)
    const zip = join(folder, 'nwi.zip')
    await writeFile(zip, await zipFolder(writeInventoryFixture(place)))
    const made = await run('nwi', FIXTURE, { 'nwi.zip': zip })
    await expectFixture(made, 'nwi')
    const { tally, rows } = made.get('wetlands')!
    expect(rows).toBe(INVENTORY_WETLANDS.length)
    expect(tally.rejects).toEqual({})
    expect(tally.cases).toEqual({
      'wetlands.blank_code': 1,
      'wetlands.unknown_code': 1,
      'wetlands.zero_read_as_letter_o': 1,
      'key.from_geometry': 1,
    })
    expect(made.get('wetland_projects')!.tally.cases).toEqual({
      'wetlands.project_without_image_year': 1,
      'key.from_geometry': INVENTORY_PROJECTS.length,
    })
  })

  test('from a file geodatabase, whose names are whole', async () => {
    const place = join(folder, 'geodatabase')
    await mkdir(place)
    writeInventoryFixture(join(place, 'ZZ_geodatabase_wetlands.gdb'))
    const layer = (name: string) => ({ asset: 'nwi.zip', member: '*.gdb', layer: name })
    const files = {
      wetlands: layer('ZZ_Wetlands'),
      projects: layer('ZZ_Wetlands_Project_Metadata'),
    }
    await expectFixture(await run('nwi', { ...FIXTURE, ...files }, { 'nwi.zip': place }), 'nwi')
  })
})

test('a city’s copy with nothing but codes, in the feet of its state, becomes rows of the fixture', async () => {
  const place = writeCityCopyFixture(await mkdtemp(join(folder, 'city-')))
  const made = await run(
    'city',
    {
      ...FIXTURE,
      wetlands: { asset: 'city.zip', member: 'Wetland.shp' },
      projects: null,
      coverage: { asset: 'city.zip', member: 'city.geojson' },
      note: 'A fictional city’s copy',
    },
    { 'city.zip': place },
  )
  await expectFixture(made, 'city')
})

test('a selection that does not state its coverage declares none', async () => {
  const features = [
    wetland(box(50, 0, 52, 2), {
      ATTRIBUTE: 'PEM1A',
      WETLAND_TYPE: 'Freshwater Emergent Wetland',
      ACRES: 10.6,
    }),
  ]
  const place = writeInventoryFixture(await mkdtemp(join(folder, 'extract-')), features, [])
  const { county: _, ...nowhere } = { ...FIXTURE, area: 'Nowhere (fictional)' }
  const note = 'A fictional selection of polygons.'
  const definition = { ...nowhere, projects: null, coverage: null, note }
  await expectFixture(await run('extract', definition, { 'nwi.zip': place }), 'extract')
})

describe('invalid values of a file', () => {
  const at = (number: number) => box(number, 0, number + 1, 1)
  const rejected = (made: Made) => made.get('wetlands')!.tally.rejects
  const cases = (made: Made) => {
    const { 'key.from_geometry': _, ...others } = made.get('wetlands')!.tally.cases
    return others
  }

  test.each(['U', 'UPL', 'upland'])('%s is dry ground, and no row', async (ATTRIBUTE) => {
    const made = await make([wetland(at(0), { ATTRIBUTE: 'PEM1C' }), wetland(at(1), { ATTRIBUTE })])
    expect(made.get('wetlands')!.rows).toBe(1)
    expect(rejected(made)).toEqual({
      'wetlands.upland': {
        count: 1,
        example: expect.stringContaining(`feature 1: "${ATTRIBUTE}"`),
      },
    })
  })

  test.each<[string, string | null, Record<string, number>]>([
    ['a blank code', ' ', { 'wetlands.blank_code': 1 }],
    ['no code', null, { 'wetlands.blank_code': 1 }],
    ['a code that no list has', 'Rp1FO6CW', { 'wetlands.unknown_code': 1 }],
    ['an end that no list has', 'PEM1CX', { 'wetlands.end_of_code_not_read': 1 }],
    ['a class outside its system', 'PRS1A', { 'wetlands.code_outside_standard': 1 }],
    ['a subclass outside its class', 'PEM8C', { 'wetlands.code_outside_standard': 1 }],
    ['a zero for the letter O', 'PF01E', { 'wetlands.zero_read_as_letter_o': 1 }],
    ['a code of the standard', 'PFO1E', {}],
  ])('%s stays in its row, verbatim, and is counted', async (_what, ATTRIBUTE, counted) => {
    const made = await make([wetland(at(0), { ATTRIBUTE, WETLAND_TYPE: 'Other' })])
    expect([rejected(made), cases(made)]).toEqual([{}, counted])
    const [{ values }] = await rowsOf(made, wetlandsTable)
    expect(values.code).toBe(ATTRIBUTE?.trim() || null)
    expect(values.type === 'Other').toBe(values.description === null)
  })

  test('a wetland without a shape is set aside and counted', async () => {
    const made = await make([
      wetland(at(0), { ATTRIBUTE: 'PEM1C' }),
      wetland(null, { ATTRIBUTE: 'PEM1C' }),
    ])
    expect(rejected(made)['geometry.missing'].count).toBe(1)
  })

  test('a wetland whose ring crosses itself is mended, and the change of its area counted', async () => {
    const square = '-72 30, -71.996 30, -71.996 30.004'
    const loop = '-71.99799 30.004, -71.998 30.00401, -71.99799 30.00401, -71.998 30.004'
    const wkt = `POLYGON ((${square}, ${loop}, -72 30.004, -72 30))`
    const made = await make([wetland(wkt, { ATTRIBUTE: 'PEM1C' })])
    const { rows, tally } = made.get('wetlands')!
    expect([rows, tally.rejects]).toEqual([1, {}])
    expect(Object.values(tally.repairs).map(({ count }) => count)).toEqual([1])
  })

  test('a wetland across 180 degrees is one row with a part on either side', async () => {
    const ring = '179.99 52, 180.01 52, 180.01 52.01, 179.99 52.01, 179.99 52'
    const place = await mkdtemp(join(folder, 'aleutians-'))
    writeLayerFile({
      file: `${place}/ZZ_Wetlands.shp`,
      layer: 'ZZ_Wetlands',
      crs: 'EPSG:3338',
      fields: { ATTRIBUTE: 'text' },
      features: [{ wkt: `POLYGON ((${ring}))`, values: { ATTRIBUTE: 'PML1B' } }],
    })
    const definition = { ...FIXTURE, projects: null, coverage: null }
    const made = await run('nwi', definition, { 'nwi.zip': place })
    const [{ polygons }] = await rowsOf(made, wetlandsTable)
    expect(polygons!.polygonEnds.length).toBe(2)
    // 1,373 m by 1,113 m at 52 N.
    expect(areaM2(polygons!)).toBeCloseTo(1.528e6, -4)
  })

  test('a file without codes is refused, and what it has is named', async () => {
    const place = await mkdtemp(join(folder, 'nameless-'))
    writeLayerFile({
      file: `${place}/ZZ_Wetlands.shp`,
      layer: 'ZZ_Wetlands',
      crs: 'EPSG:5070',
      fields: { COWARDIN: 'text' },
      features: [{ wkt: at(0), values: { COWARDIN: 'PEM1C' } }],
    })
    const definition = { ...FIXTURE, projects: null, coverage: null }
    await expect(run('nwi', definition, { 'nwi.zip': place })).rejects.toThrow(
      /lacks the column ATTRIBUTE/,
    )
  })
})

describe('the coverage of mapping projects', () => {
  const [west, east, noData, notDigital] = INVENTORY_PROJECTS

  test('leaves out land whose wetlands are not in the data', async () => {
    const { coverage } = (await make(undefined, [west, noData, notDigital])).get('wetlands')!
    expect(coverage.from).toBe('1 mapping projects')
  })

  test('leaves out land of a status never seen, and counts it', async () => {
    const odd = { ...east, values: { ...east.values, STATUS: 'Pending' } }
    const made = await make(undefined, [west, odd])
    expect(made.get('wetlands')!.coverage.from).toBe('1 mapping projects')
    expect(made.get('wetland_projects')!.tally.cases).toMatchObject({
      'wetlands.unknown_project_status': 1,
    })
  })

  test('of which none is mapped stop the run, as does a missing layer', async () => {
    await expect(make(undefined, [noData, notDigital])).rejects.toThrow(
      /none of them is mapped and usable/,
    )
    await expect(make(undefined, undefined, { projects: null })).rejects.toThrow(
      /no projects are named/,
    )
  })
})
