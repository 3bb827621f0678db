import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { askLayer, testLayer } from '../../tests/test-layer.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Location, SectionRows } from '../location.ts'
import { closePacks } from '../open-packs.ts'
import type { Answer, Section } from '../section.ts'
import { flood } from './layer.ts'
import type { FloodData } from './section.ts'

testLayer(flood, { whenBlank: 'available' })

const fixture = readFixture('flood')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-flood-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

type ZoneRow = LayerFixture['tables']['flood_zones'][number]
const [AE9] = fixture.tables.flood_zones
/** The whole of the northern edge, where the fixture draws no zone: y 30.0085 to 30.0095. */
const STRIP =
  'POLYGON ((-71.999 30.0085, -71.99 30.0085, -71.99 30.0095, -71.999 30.0095, -71.999 30.0085))'

/** Asks at a spot of a build with these zones in the strip, beside the fixture's. */
async function askStrip(
  zones: Partial<ZoneRow>[],
  lng = -71.995,
  changes: Partial<LayerFixture['tables']> = {},
) {
  const rows = zones.map((zone, i) => ({
    ...AE9,
    geometry: STRIP,
    flood_zone_key: `s${i}`,
    ...zone,
  }))
  const flood_zones = [...fixture.tables.flood_zones, ...(rows as ZoneRow[])]
  const tables = { ...fixture.tables, flood_zones, ...changes } as LayerFixture['tables']
  const packs = await packFixture({ ...fixture, tables }, await mkdtemp(join(folder, 'packs-')))
  try {
    return askLayer(flood, packs, { lat: 30.009, lng }) as Section<FloodData>
  } finally {
    closePacks(packs)
  }
}

const bfe = (base_flood_elevation_ft: number, vertical_datum: string | null = 'NAVD88') => ({
  base_flood_elevation_ft,
  vertical_datum,
})

describe('of several zones at a point', () => {
  const floodway = { zone: 'AE', zone_subtype: 'FLOODWAY', risk: 'high' }
  const coast = { zone: 'VE', risk: 'high_coastal' }

  test('VE answers before a floodway, and a floodway before AE, in whatever order they stand', async () => {
    const all = [AE9, floodway, coast]
    for (const zones of [all, all.toReversed()]) {
      expect(
        (await askStrip(zones.map((zone) => ({ ...zone, geometry: STRIP })))).data,
      ).toMatchObject({
        zone_at_point: { zone: 'VE' },
      })
    }
    const { data } = await askStrip([{ ...AE9, geometry: STRIP, flood_zone_key: 's' }, floodway])
    expect(data!.zone_at_point).toMatchObject({ zone: 'AE', zone_subtype: 'FLOODWAY' })
  })

  test('the higher of two elevations answers, and a known one before an unknown one', async () => {
    const elevation = async (...zones: Partial<ZoneRow>[]) =>
      (await askStrip(zones)).data!.zone_at_point!.base_flood_elevation_ft
    expect(await elevation(bfe(4), bfe(7), bfe(5))).toBe(7)
    expect(await elevation(bfe(-3), bfe(-2))).toBe(-2)
    expect(await elevation({ base_flood_elevation_ft: null }, bfe(-2))).toBe(-2)
    // An elevation on another datum cannot be compared: it is not published and does not win.
    expect(await elevation(bfe(99, 'NGVD29'), bfe(1))).toBe(1)
  })

  test('what is not included does not hide what another study maps', async () => {
    const { data } = await askStrip([
      { zone: 'AREA NOT INCLUDED', risk: 'unmapped' },
      { zone: 'D' },
    ])
    expect(data).toMatchObject({ mapped: true, zone_at_point: { zone: 'D' } })
  })
})

describe('an elevation that is not on NAVD88', () => {
  test.each([
    ['NGVD29', 'it is on NGVD29, not NAVD88.'],
    ['local tidal datum', 'it is on local tidal datum, not NAVD88.'],
    [null, 'it is on a datum the study does not state, not NAVD88.'],
  ])('but on %s is withheld, and the note says so', async (datum, note) => {
    const { data, source } = await askStrip([bfe(12, datum)])
    expect(data!.zone_at_point).toMatchObject({ zone: 'AE', base_flood_elevation_ft: null })
    expect(source!.note).toContain(`A base flood elevation is withheld: ${note}`)
    expect(JSON.stringify(data)).not.toContain('12')
  })

  test('is not spoken of where nothing is withheld', async () => {
    expect((await askStrip([bfe(12)])).source!.note).not.toContain('withheld')
  })
})

describe('panels', () => {
  test('of two that overlap, the newer speaks, and a dated one before one without a date', async () => {
    const [first] = fixture.tables.flood_panels
    const panel = (name: string, effective_date: string | null) => ({
      ...first,
      flood_panel_key: name,
      panel: name,
      effective_date,
      geometry: STRIP,
    })
    const panels = [panel('P1', '2009-01-01'), panel('P2', '2019-01-01'), panel('P3', null)]
    for (const flood_panels of [panels, panels.toReversed()]) {
      const { data } = await askStrip([{}], undefined, { flood_panels })
      expect(data!.firm_panel).toEqual({ panel: 'P2', effective_date: '2019-01-01' })
    }
  })

  test('a build without the table has none, and still answers', async () => {
    const { flood_panels: _, ...others } = fixture.tables
    const packs = await packFixture({ ...fixture, tables: others }, folder)
    const section = askLayer(flood, packs, { lat: 30.002, lng: -71.999 }) as Section<FloodData>
    expect(section).toMatchObject({ status: 'available', data: { firm_panel: null, mapped: true } })
    closePacks(packs)
  })
})

describe('the summary', () => {
  test('calls no spot safe that nobody determined', async () => {
    const packs = await packFixture(fixture, folder)
    let undetermined = 0
    for (const spot of fixture.spots) {
      const { summary, data } = askLayer(flood, packs, spot) as Section<FloodData>
      if (data && data.is_in_flood_zone !== null) continue
      undetermined++
      expect(summary, spot.name).not.toMatch(/not in a |outside|minimal|safe/i)
    }
    expect(undetermined).toBeGreaterThan(8)
    closePacks(packs)
  })

  test('of a spot outside tells all that the parcel has in high-risk zones', async () => {
    const packs = await packFixture(fixture, folder)
    const { summary } = askLayer(flood, packs, { lat: 30.0025, lng: -71.9675 })
    expect(summary).toMatch(/; 50 % of the parcel is in high-risk zones, A and AE\.$/)
    closePacks(packs)
  })
})

test('the clipped zones carry the words of their rows, the worst first', async () => {
  const packs = await packFixture(fixture, folder)
  const spot = { lat: 30.0035, lng: -71.9985 }
  const { data } = askLayer(flood, packs, spot, true) as Section<FloodData>
  const { features } = data!.geometry as { features: { properties: Record<string, unknown> }[] }
  expect(
    features.map(({ properties }) => [properties.zone, properties.base_flood_elevation_ft]),
  ).toEqual([
    ['AE', 10],
    ['AE', 10],
    ['AE', 9],
    ['X', null],
  ])
  expect(features[0].properties).toMatchObject({ zone_subtype: 'FLOODWAY', is_in_flood_zone: true })
  closePacks(packs)
})

/** A parcel of 1,000 m2 in a study that leaves minimal land blank, with these zones drawn on it. */
function onBlankLand(
  drawn: { zone: string; zone_subtype?: string; area_m2: number; partition?: string }[],
  coversPoint = true,
) {
  const study = {
    partition: 'q3',
    outside: 'minimal',
    outside_evidence: 'x',
    source_vintage: '2020',
    parcel_m2: 800,
  }
  const found = drawn.map(({ area_m2, partition = 'q3', zone, zone_subtype = null }) => ({
    row: { zone, zone_subtype, partition, flood_zone_key: zone, base_flood_elevation_ft: null },
    area_m2,
    polygons: () => {
      throw new Error('no geometry was asked for')
    },
  }))
  const table = { atPoint: [], onParcel: [], coverage: [], coverageOnParcel: [], spoke: [] }
  const zones = {
    ...table,
    onParcel: found,
    coverage: coversPoint ? [study] : [],
    coverageOnParcel: [study],
    inBuild: true,
  }
  const location = { parcel: { area_m2: 1000 }, parcels: [], includeGeometry: false }
  const { answer } = flood.section as SectionDefinition
  return answer(
    location as unknown as Location,
    { flood_zones: zones, flood_panels: table } as unknown as SectionRows,
  ) as Answer<FloodData>
}

describe('blank land of a study that draws hazards only', () => {
  const told = ({ data }: Answer<FloodData>) =>
    data!.zones_on_parcel!.map(({ zone, coverage_pct }) => [zone, coverage_pct])

  test('is zone X, ranked like a drawn one and added to it', () => {
    const answer = onBlankLand([
      { zone: 'OPEN WATER', area_m2: 300 },
      { zone: 'X', zone_subtype: 'AREA OF MINIMAL FLOOD HAZARD', area_m2: 100 },
    ])
    expect(told(answer)).toEqual([
      ['X', 50],
      ['OPEN WATER', 30],
    ])
    expect(answer.data).toMatchObject({ highest_risk_zone_on_parcel: 'X', unmapped_pct: 20 })
  })

  test('is not made smaller by what another study draws', () => {
    const answer = onBlankLand([{ zone: 'AE', area_m2: 200, partition: 'nfhl' }])
    expect(told(answer)).toEqual([
      ['AE', 20],
      ['X', 80],
    ])
  })

  test('does not speak for a point that the study does not cover', () => {
    expect(onBlankLand([], false)).toMatchObject({
      status: 'not_covered',
      reason: expect.stringContaining('part of its parcel lies inside one'),
    })
  })

  test('of half a square metre is the rounding of shared borders, and of more is land', () => {
    const beside = (area_m2: number) => told(onBlankLand([{ zone: 'AE', area_m2 }]))
    expect(beside(799.5)).toEqual([['AE', 79.95]])
    expect(beside(799.4)).toEqual([
      ['AE', 79.94],
      ['X', 0.06],
    ])
  })

  test('what is not included is never the highest risk', () => {
    const answer = onBlankLand([{ zone: 'AREA NOT INCLUDED', area_m2: 800 }])
    expect(answer.data!.highest_risk_zone_on_parcel).toBeNull()
    expect(answer.data!.unmapped_pct).toBe(100)
  })
})
