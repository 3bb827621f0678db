import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { rectangleWkt } from '../../tests/fixtures/ground.ts'
import {
  type LayerFixture,
  packFixture,
  readFixture,
  wktToPolygons,
} from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Section } from '../section.ts'
import type { SoilsData } from './data.ts'
import { soils } from './layer.ts'

testLayer(soils, { whenBlank: 'empty' })

const fixture = readFixture('soils')
const [HALYARD] = fixture.tables.soil_map_units
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-soils-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

type UnitRow = LayerFixture['tables']['soil_map_units'][number]

/**
 * The section at a point of the fixture's city, y 30.006 to 30.010, with these units drawn there.
 */
async function sectionOfDrawn(units: Partial<UnitRow>[], changes: Partial<LayerFixture> = {}) {
  const rows = units.map((unit, i) => ({
    ...HALYARD,
    partition: 'city',
    soil_map_unit_key: `s${i}`,
    ...unit,
  }))
  const soil_map_units = [...fixture.tables.soil_map_units, ...(rows as UnitRow[])]
  const tables = { ...fixture.tables, soil_map_units, ...changes.tables } as LayerFixture['tables']
  const packs = await packFixture(
    { ...fixture, ...changes, tables },
    await mkdtemp(join(folder, 'packs-')),
  )
  try {
    return buildSection(soils, packs, { lat: 30.0085, lng: -71.9655 }) as Section<SoilsData>
  } finally {
    closePacks(packs)
  }
}

const strip = (west: number, east: number) => rectangleWkt(west, 30.008, east, 30.009)
const HERE = strip(-71.966, -71.965)
/** A parcel ten ten-thousandths of a degree wide. */
const PARCEL = {
  ...fixture.tables.parcels[0],
  parcel_key: 'pk_drawnaaaaaaaaaaaaaaaaaaa',
  area_m2: areaM2(wktToPolygons(HERE)),
  geometry: HERE,
}
const parcels = [...fixture.tables.parcels, PARCEL] as LayerFixture['tables']['parcels']
const withParcel = { tables: { parcels } }

describe('map units on a parcel', () => {
  test('of one key are one row, whatever polygons they stand in', async () => {
    const drawn = [0, 1, 2, 3].map((i) => ({
      mukey: i % 2 ? '2' : '1',
      geometry: strip(-71.966 + i * 0.0002, -71.966 + (i + 1) * 0.0002),
    }))
    const { data } = await sectionOfDrawn(drawn, withParcel)
    expect(data!.soil_units.map(({ mukey, coverage_pct }) => [mukey, coverage_pct])).toEqual([
      ['1', 40],
      ['2', 40],
    ])
    expect(data!.unmapped_pct).toBe(20)
  })

  test('leave no gap where a sliver of another unit is left out', async () => {
    // The eastern unit reaches 4 cm over the border: 0.04 % of a parcel as narrow as this one.
    const drawn = [
      { mukey: '1', geometry: strip(-71.966, -71.965 - 4e-7) },
      { mukey: '2', geometry: strip(-71.965 - 4e-7, -71.964) },
    ]
    const { data } = await sectionOfDrawn(drawn, withParcel)
    expect(data!.soil_units.map(({ mukey, coverage_pct }) => [mukey, coverage_pct])).toEqual([
      ['1', 99.96],
    ])
    expect(data!.unmapped_pct).toBe(0)
  })

  test('of one size stand by their key, in whatever order the table has them', async () => {
    const drawn = ['30', '10', '20'].map((mukey) => ({ mukey, geometry: HERE }))
    for (const units of [drawn, drawn.toReversed()]) {
      const { data } = await sectionOfDrawn(units, withParcel)
      expect(data!.soil_units.map(({ mukey }) => mukey)).toEqual(['10', '20', '30'])
      expect(data!.unmapped_pct).toBe(-200)
    }
  })

  test('of two builds of one survey stay two, and the larger one is the main source', async () => {
    const drawn = [
      { mukey: '1', geometry: strip(-71.966, -71.9656) },
      { mukey: '1', partition: 'survey', geometry: HERE },
    ]
    const { data, source, sources } = await sectionOfDrawn(drawn, withParcel)
    expect(data!.soil_units.map(({ mukey, coverage_pct }) => [mukey, coverage_pct])).toEqual([
      ['1', 100],
      ['1', 40],
    ])
    expect(source!.name).toBe('Fixture soil survey (fictional)')
    expect(sources!.map(({ name }) => name)).toEqual([
      'Fixture soil survey (fictional)',
      'Fixture soil polygons (fictional)',
    ])
  })
})

describe('the summary', () => {
  const share = (columns: number, unit: Partial<UnitRow> = {}) => ({
    geometry: strip(-71.966, -71.966 + columns * 0.0001),
    ...unit,
  })
  const rest = (columns: number) => ({
    mukey: '2',
    geometry: strip(-71.965 - columns * 0.0001, -71.965),
  })

  test('uses "mostly" from more than half on, and gives no share of a whole', async () => {
    const lead = async (...units: Partial<UnitRow>[]) =>
      (await sectionOfDrawn(units, withParcel)).summary.split(', ')[0]
    const named = 'Halyard fine sandy loam'
    expect(await lead(share(10))).toBe(named)
    expect(await lead(share(7), rest(3))).toBe(`Mostly ${named}`)
    expect(await lead(share(4), rest(3))).toBe(`In its largest part ${named}`)
  })

  test('has the share, both letters of a dual group, and the number of other units', async () => {
    const { summary } = await sectionOfDrawn(
      [share(7, { hydrologic_group: 'B/D' }), rest(3)],
      withParcel,
    )
    expect(summary).toBe(
      'Mostly Halyard fine sandy loam, 3 to 8 percent slopes (70 %), well drained, hydrologic group B/D (D unless drained); 1 other map unit on the parcel.',
    )
  })

  test('counts units that share a point', async () => {
    const drawn = ['1', '2', '3'].map((mukey) => ({ mukey, geometry: HERE }))
    const { summary, data } = await sectionOfDrawn(drawn)
    expect(data!.evaluated_against).toBe('point')
    expect(summary).toMatch(/; 2 other map units here\.$/)
  })

  test('has the share of land that was left for later', async () => {
    const later = { symbol: 'NOTCOM', map_unit: 'No Digital Data Available', mukey: '3' }
    const { summary, data } = await sectionOfDrawn([share(7, later), rest(3)], withParcel)
    expect(summary).toBe(
      'The soil survey has not mapped this land (70 %); 1 other map unit on the parcel.',
    )
    expect(data!.unmapped_pct).toBe(70)
  })
})

test('the note counts the units of several that have no row in the tables', async () => {
  const drawn = [{ mukey: '1' }, { mukey: '2', has_tabular: false, map_unit: null }]
  const { source } = await sectionOfDrawn(drawn.map((unit) => ({ ...unit, geometry: HERE })))
  expect(source!.note).toContain('The survey tables have no row for 1 of these 2 map units.')
})

test('rows of a survey that declares no coverage still answer, with their source', async () => {
  const coverage = fixture.coverage.map(({ geometry, ...row }) =>
    row.partition === 'city' ? row : { ...row, geometry },
  ) as LayerFixture['coverage']
  const section = await sectionOfDrawn([{ geometry: HERE }], { coverage })
  expect(section).toMatchObject({
    status: 'available',
    source: { name: 'Fixture soil polygons (fictional)' },
  })
})
