import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Location, SectionRows } from '../location.ts'
import type { Position } from '../point-position.ts'
import type { Answer, Section } from '../section.ts'
import type { FloodData } from './data.ts'
import { flood } from './layer.ts'

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
const STRIP = box(1, 8.5, 10, 9.5)

/**
 * The section at a point of a build with these zones in the strip, in addition to the fixture's.
 */
async function sectionInStrip(
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
    return buildSection(flood, packs, { lat: 30.009, lng }) as Section<FloodData>
  } finally {
    closePacks(packs)
  }
}

const bfe = (base_flood_elevation_ft: number, vertical_datum: string | null = 'NAVD88') => ({
  base_flood_elevation_ft,
  vertical_datum,
})

/** A parcel of 1,000 m2 with these zones drawn on it, in a study that covers 800 m2 of it. */
function onBlankLand(
  drawn: { zone: string; zone_subtype?: string; area_m2: number; partition?: string }[],
  {
    coversPoint = true,
    outside = 'minimal',
    source = 'input' as Location['point']['source'],
    slivers_m2 = 0,
  } = {},
) {
  const study = {
    partition: 'q3',
    outside,
    outside_evidence: 'x',
    source_vintage: '2020',
    parcel_m2: 800,
  }
  const found = drawn.map(({ area_m2, partition = 'q3', zone, zone_subtype = null }) => ({
    row: { zone, zone_subtype, partition, flood_zone_key: zone, base_flood_elevation_ft: null },
    area_m2,
    polygons: () => {
      throw new Error('no geometry was requested')
    },
  }))
  const table = { atPoint: [], onParcel: [], coverage: [], coverageOnParcel: [], contributed: [] }
  const zones = {
    ...table,
    // The point is in the last zone of a study that does not declare the meaning of blank land.
    atPoint: outside === 'minimal' ? [] : found.slice(-1),
    onParcel: found,
    slivers_m2,
    coverage: coversPoint ? [study] : [],
    coverageOnParcel: [study],
    inBuild: true,
  }
  const location = {
    point: { lat: 30, lng: -72, source },
    parcel: { area_m2: 1000 },
    parcels: [],
    includeGeometry: false,
  }
  const { answer } = flood.section as SectionDefinition
  return answer(
    location as unknown as Location,
    { flood_zones: zones, flood_panels: table } as unknown as SectionRows,
  ) as Answer<FloodData>
}

describe('of several zones at a point', () => {
  const floodway = { zone: 'AE', zone_subtype: 'FLOODWAY', risk: 'high' }
  const coast = { zone: 'VE', risk: 'high_coastal' }

  test('VE answers before a floodway, and a floodway before AE, in whatever order they stand', async () => {
    const all = [AE9, floodway, coast]
    for (const zones of [all, all.toReversed()]) {
      expect(
        (await sectionInStrip(zones.map((zone) => ({ ...zone, geometry: STRIP })))).data,
      ).toMatchObject({
        zone_at_point: { zone: 'VE' },
      })
    }
    const { data } = await sectionInStrip([
      { ...AE9, geometry: STRIP, flood_zone_key: 's' },
      floodway,
    ])
    expect(data!.zone_at_point).toMatchObject({ zone: 'AE', zone_subtype: 'FLOODWAY' })
  })

  test('the higher of two elevations answers, and a known one before an unknown one', async () => {
    const elevation = async (...zones: Partial<ZoneRow>[]) =>
      (await sectionInStrip(zones)).data!.zone_at_point!.base_flood_elevation_ft
    expect(await elevation(bfe(4), bfe(7), bfe(5))).toBe(7)
    expect(await elevation(bfe(-3), bfe(-2))).toBe(-2)
    expect(await elevation({ base_flood_elevation_ft: null }, bfe(-2))).toBe(-2)
    // An elevation on another datum cannot be compared: it is not published and does not win.
    expect(await elevation(bfe(99, 'NGVD29'), bfe(1))).toBe(1)
  })

  test('an area not included does not hide the map of another study', async () => {
    const { data } = await sectionInStrip([
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
  ])('but on %s is withheld, and the note states it', async (datum, note) => {
    const { data, source } = await sectionInStrip([bfe(12, datum)])
    expect(data!.zone_at_point).toMatchObject({ zone: 'AE', base_flood_elevation_ft: null })
    expect(source!.note).toContain(`A base flood elevation is withheld: ${note}`)
    expect(JSON.stringify(data)).not.toContain('12')
  })

  test('is not spoken of where nothing is withheld', async () => {
    expect((await sectionInStrip([bfe(12)])).source!.note).not.toContain('withheld')
  })
})

describe('panels', () => {
  test('of two that overlap, the newer answers, and a dated one before one without a date', async () => {
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
      const { data } = await sectionInStrip([{}], undefined, { flood_panels })
      expect(data!.firm_panel).toEqual({ panel: 'P2', effective_date: '2019-01-01' })
    }
  })

  test('a build without the table has none, and still answers', async () => {
    const { flood_panels: _, ...others } = fixture.tables
    const packs = await packFixture({ ...fixture, tables: others }, folder)
    const section = buildSection(flood, packs, { lat: 30.002, lng: -71.999 }) as Section<FloodData>
    expect(section).toMatchObject({ status: 'available', data: { firm_panel: null, mapped: true } })
    closePacks(packs)
  })
})

describe('the summary', () => {
  test('calls no point safe whose risk nobody determined', async () => {
    const packs = await packFixture(fixture, folder)
    let undetermined = 0
    for (const location of fixture.points) {
      const { summary, data } = buildSection(flood, packs, location) as Section<FloodData>
      if (data && data.is_in_flood_zone !== null) continue
      undetermined++
      expect(summary, location.name).not.toMatch(/not in a |outside|minimal|safe/i)
    }
    expect(undetermined).toBeGreaterThan(8)
    closePacks(packs)
  })

  test('leads with the parcel where a high-risk zone touches it, and names the point', async () => {
    const packs = await packFixture(fixture, folder)
    const { summary } = buildSection(flood, packs, { lat: 30.0025, lng: -71.9675 })
    expect(summary).toBe(
      'Partly in a high-risk flood zone: 50 % of the parcel is in zones A and AE; the queried point is in zone X, minimal flood hazard.',
    )
    closePacks(packs)
  })

  const at = (source: Location['point']['source'], area_m2: number) =>
    onBlankLand([{ zone: 'AE', area_m2 }], { source }).summary

  test.each([
    ['input', 'the queried point'],
    ['geocoded', 'the address point'],
    ['parcel_anchor', 'a point inside the parcel'],
  ] as const)('of a point by %s calls it %s', (source, name) => {
    expect(at(source, 200)).toBe(
      `Partly in a high-risk flood zone: 20 % of the parcel is in zone AE; ${name} is in zone X, minimal flood hazard; 20 % of the parcel is not mapped, which is not the same as low risk.`,
    )
  })

  test.each([
    [0.04, 'less than 0.01 %'],
    [0.06, '0.01 %'],
    [1, '0.1 %'],
    [123.4, '12.34 %'],
  ])('of %d m2 of a thousand in AE reads %s', (area_m2, share) => {
    expect(at('input', area_m2)).toContain(`flood zone: ${share} of the parcel is in zone AE;`)
  })
})

describe('how much of a parcel of 1,000 m2 is in high-risk zones', () => {
  const [high, other] = ['AE', 'X'] as const
  const partOf = (drawn: [zone: string, area_m2: number][]) => {
    const zones = drawn.map(([zone, area_m2]) => ({ zone, area_m2, partition: 'nfhl' }))
    const { data, summary } = onBlankLand(zones, { outside: 'unmapped' })
    return { part: data!.parcel_in_flood_zone, unmapped: data!.unmapped_pct, summary }
  }

  test.each<[string, [string, number][], string | null]>([
    ['nothing of it', [[other, 1000]], 'none'],
    ['nothing of what is mapped', [[other, 300]], 'none'],
    ['a part of it', [[high, 400], [other, 600]], 'part'],
    ['a part, and nothing else is mapped', [[high, 400]], 'part'],
    ['a little of it', [[high, 0.02], [other, 999.98]], 'part'],
    ['all of it', [[high, 1000]], 'whole'],
    ['all of it but the rounding of a border', [[high, 999.5]], 'whole'],
    ['nearly all of it', [[high, 999.4]], 'part'],
    ['all of it, in two zones', [['A', 400], [high, 600]], 'whole'],
    ['all of it, under a floodway that is drawn over', [[high, 1000], ['AO', 300]], 'whole'],
    ['nobody knows how much: zones are drawn over each other', [['A', 600], [high, 600]], 'part'],
    ['nothing that anybody determined', [['D', 1000]], null],
    ['nothing that is land', [['OPEN WATER', 1000]], null],
    ['nothing that is included', [['AREA NOT INCLUDED', 1000]], null],
    ['nothing that is mapped', [], null],
  ])('%s', (_, drawn, part) => {
    const answer = partOf(drawn)
    expect(answer.part).toBe(part)
    const lead = part === 'part' ? /^Partly / : part === 'whole' ? /^Wholly / : /^(?!Partly|Wholly)/
    expect(answer.summary).toMatch(lead)
  }) // biome-ignore format: a table

  test('with a part that is not mapped does not read as safe', () => {
    const point: [string, number][] = [[other, 300]]
    expect(partOf(point)).toMatchObject({
      unmapped: 70,
      summary: expect.stringContaining(
        '70 % of the parcel is not mapped, which is not the same as low risk.',
      ),
    })
    expect(partOf([['D', 700], ...point]).summary).toMatch(
      /; the risk of 70 % of the parcel is not determined\.$/,
    )
  })
})

test('the clipped zones carry the words of their rows, the worst first', async () => {
  const packs = await packFixture(fixture, folder)
  const point = { lat: 30.0035, lng: -71.9985 }
  const { data } = buildSection(flood, packs, point, true) as Section<FloodData>
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

describe('blank land of a study that draws hazards only', () => {
  const zonesOf = ({ data }: Answer<FloodData>) =>
    data!.zones_on_parcel!.map(({ zone, coverage_pct }) => [zone, coverage_pct])

  test('is zone X, ranked like a drawn one and added to it', () => {
    const answer = onBlankLand([
      { zone: 'OPEN WATER', area_m2: 300 },
      { zone: 'X', zone_subtype: 'AREA OF MINIMAL FLOOD HAZARD', area_m2: 100 },
    ])
    expect(zonesOf(answer)).toEqual([
      ['X', 50],
      ['OPEN WATER', 30],
    ])
    expect(answer.data).toMatchObject({ highest_risk_zone_on_parcel: 'X', unmapped_pct: 20 })
  })

  test('is not made smaller by what another study draws', () => {
    const answer = onBlankLand([{ zone: 'AE', area_m2: 200, partition: 'nfhl' }])
    expect(zonesOf(answer)).toEqual([
      ['AE', 20],
      ['X', 80],
    ])
  })

  test('does not count for a point that the study does not cover', () => {
    expect(onBlankLand([], { coversPoint: false })).toMatchObject({
      status: 'not_covered',
      reason: expect.stringContaining('part of its parcel lies inside one'),
    })
  })

  test('of half a square metre is the rounding of shared borders, and of more is land', () => {
    const withZone = (area_m2: number) => zonesOf(onBlankLand([{ zone: 'AE', area_m2 }]))
    expect(withZone(799.5)).toEqual([['AE', 79.95]])
    expect(withZone(799.4)).toEqual([
      ['AE', 79.94],
      ['X', 0.06],
    ])
  })

  test('of as much as the slivers that are left out does not count', () => {
    const slivers = (slivers_m2: number) =>
      onBlankLand([{ zone: 'AE', area_m2: 790 }], { slivers_m2 })
    expect(zonesOf(slivers(10))).toEqual([['AE', 79]])
    expect(slivers(10).data!.unmapped_pct).toBe(20)
    expect(zonesOf(slivers(9))).toEqual([
      ['AE', 79],
      ['X', 0.1],
    ])
  })

  test('is listed with the zones drawn on the parcel where the point is outside of the study', () => {
    const answer = onBlankLand([{ zone: 'AE', area_m2: 200 }], { coversPoint: false })
    expect(answer).toMatchObject({
      status: 'available',
      data: { is_in_flood_zone: null, mapped: false, parcel_in_flood_zone: 'part' },
      summary: expect.stringMatching(
        /^Partly in a high-risk flood zone: 20 % of the parcel is in zone AE; the study does not map the queried point;/,
      ),
    })
  })

  test('an area not included is never the highest risk', () => {
    const answer = onBlankLand([{ zone: 'AREA NOT INCLUDED', area_m2: 800 }])
    expect(answer.data!.highest_risk_zone_on_parcel).toBeNull()
    expect(answer.data!.unmapped_pct).toBe(100)
  })
})

test('the study is as old as the panel at the point, and the summary names what the point is', async () => {
  const packs = await packFixture(fixture, await mkdtemp(join(folder, 'packs-')))
  const at = (position?: Position) =>
    buildDossierFromPacks(packs, {
      ...{ lat: 30.002, lng: -71.999, layers: ['flood'] },
      ...(position && { source: 'geocoded' as const, position }),
    }).layers.flood
  expect(at().source).toMatchObject({ vintage: 'map panel of 2011-05-16', age: '15 years old' })
  expect(at().summary).toContain('the queried point is in')
  expect(at('lot_centre').summary).toContain('the middle of the lot is in')
  expect(at('building').summary).toContain('the point inside a building of the lot is in')
  closePacks(packs)
})
