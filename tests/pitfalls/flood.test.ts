import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FloodData } from '../../layers/flood/data.ts'
import { STUDY_PANELS, zone } from '../fixtures/flood/flood-study.ts'
import { box } from '../fixtures/ground.ts'
import type { FixtureFeature } from '../fixtures/stages/layer-file.ts'
import { floodPart } from './parts/flood-part.ts'
import { type Lot, parcelPart } from './parts/parcel-part.ts'
import { openBuild, type QueryPoint, type SmallBuild, withBuild } from './small-build.ts'

const FEET = { LEN_UNIT: 'FEET', V_DATUM: 'NAVD88' }
const MINIMAL = { FLD_ZONE: 'X', ZONE_SUBTY: 'AREA OF MINIMAL FLOOD HAZARD', SFHA_TF: 'F' }

const flood = (build: SmallBuild, point: QueryPoint) => build.section<FloodData>('flood', point)
const dataAt = (build: SmallBuild, point: QueryPoint) => flood(build, point).data!

/** The study and the lots that most rows share: each row draws in its own band, 10 high. */
const STUDY: FixtureFeature[] = []
const LOTS: Lot[] = []
const PANEL = {
  FIRM_PAN: '99001C0001A',
  PANEL_TYP: 'COUNTYWIDE, PANEL PRINTED',
  EFF_DATE: '2020-01-02',
}
let shared: SmallBuild
beforeAll(async () => {
  const panels = [{ wkt: box(0, 0, 20, 40), values: PANEL }]
  shared = await openBuild([floodPart(STUDY, { panels }), parcelPart(LOTS)])
})
afterAll(() => shared.close())

test('4: all features at a point are read and the worst one answers, within a study and across two', async () => {
  const high = { FLD_ZONE: 'AE', STATIC_BFE: 9, ...FEET }
  const drawn = [MINIMAL, high, { ...high, ZONE_SUBTY: 'FLOODWAY' }]
  // A table orders equal shapes by id: in one box the worst is the first row, in the other the
  // last.
  const within = ['abc', 'fed'].flatMap((ids, side) =>
    drawn.map((columns, i) =>
      zone(box(side * 4, 0, side * 4 + 4, 4), { FLD_AR_ID: ids[i], ...columns }),
    ),
  )
  // Each of two studies has the flood zone of one of two boxes.
  const across = [0, 1].map((study) =>
    floodPart(
      [0, 1].map((side) =>
        zone(box(side * 4, 6, side * 4 + 4, 8), {
          FLD_AR_ID: `${side}`,
          ...(side === study ? high : MINIMAL),
        }),
      ),
      { partition: `study-${study}` },
    ),
  )
  const lots = parcelPart([
    { id: '01-0001', wkt: box(0, 0, 2, 2) },
    { id: '01-0002', wkt: box(4, 0, 6, 2) },
  ])
  await withBuild([lots, floodPart(within), ...across], (build) => {
    for (const x of [1, 5]) {
      const data = dataAt(build, [x, 1])
      expect(data).toMatchObject({
        is_in_flood_zone: true,
        zone_at_point: { zone: 'AE', zone_subtype: 'FLOODWAY' },
      })
      const subtypes = data.zones_on_parcel!.map(({ zone_subtype }) => zone_subtype)
      expect(subtypes).toEqual(['FLOODWAY', null, 'AREA OF MINIMAL FLOOD HAZARD'])
      expect(dataAt(build, [x, 7]).zone_at_point).toMatchObject({ zone: 'AE' })
    }
  })
})

test('5: an elevation of 0 is sea level and one below it stays; -9999, -8888, NP and the dates of the 8s and 9s are missing values', async () => {
  const elevations = [0, -1.5, -9999, -8888]
  const zones = elevations.map((STATIC_BFE, i) =>
    zone(box(i * 2, 0, i * 2 + 2, 4), {
      FLD_AR_ID: `${i}`,
      FLD_ZONE: 'AE',
      ZONE_SUBTY: 'NP',
      STATIC_BFE,
      ...FEET,
    }),
  )
  const panel = (west: number, FIRM_PAN: string, EFF_DATE: string) => ({
    wkt: box(west, 0, west + 4, 10),
    values: { ...PANEL, FIRM_PAN, EFF_DATE },
  })
  const panels = [panel(0, '99001C0001A', '8888-08-08'), panel(4, '99001C0002A', '9999-09-09')]
  await withBuild([floodPart(zones, { panels })], (build) => {
    const points: QueryPoint[] = [
      [1, 1],
      [3, 1],
      [5, 1],
      [7, 1],
    ]
    const answers = points.map((point) => dataAt(build, point))
    expect(answers.map(({ zone_at_point }) => zone_at_point!.base_flood_elevation_ft)).toEqual([
      0,
      -1.5,
      null,
      null,
    ])
    expect(answers.map(({ firm_panel }) => firm_panel!.effective_date)).toEqual(Array(4).fill(null))
    expect(answers[0].zone_at_point!.zone_subtype).toBeNull()
    expect(JSON.stringify(answers)).not.toMatch(/9999|8888|"NP"/)
  })
})

const CODES = ['AREA NOT INCLUDED', 'A99', 'AH', 'AO', 'AR', 'AREA']
STUDY.push(
  ...CODES.map((FLD_ZONE, i) =>
    zone(box(i * 2, 0, i * 2 + 2, 4), { FLD_AR_ID: `6-${i}`, FLD_ZONE, SFHA_TF: 'T' }),
  ),
)
LOTS.push({ id: '6', wkt: box(0, 0, 2, 4) })

test('6: AREA NOT INCLUDED begins with A and is flagged T, and is not mapped at all; A99, AH, AO and AR are zones', () => {
  const section = flood(shared, [1, 1])
  expect(section.data).toMatchObject({
    is_in_flood_zone: null,
    mapped: false,
    zone_at_point: null,
    highest_risk_zone_on_parcel: null,
    // Shares of zones and of unmapped land add to 100, not 200.
    zones_on_parcel: [],
    unmapped_pct: 100,
    parcel_in_flood_zone: null,
  })
  expect(section.summary).toContain('does not map the queried point')
  for (const x of [3, 5, 7, 9])
    expect(dataAt(shared, [x, 1])).toMatchObject({ is_in_flood_zone: true, mapped: true })
  // An unknown code needs a person's decision, and is not zone A.
  expect(dataAt(shared, [11, 1]).mapped).toBe(false)
  expect(shared.tally('study', 'flood_zones').rejects['flood.unknown_zone'].count).toBe(1)
})

STUDY.push(
  zone(box(0, 10, 2, 14), { FLD_AR_ID: '7-a', FLD_ZONE: 'AE' }),
  zone(box(2, 10, 4, 14), { FLD_AR_ID: '7-b', ...MINIMAL }),
  zone(box(4, 10, 6, 14), { FLD_AR_ID: '7-c', FLD_ZONE: 'D', SFHA_TF: 'U' }),
)
LOTS.push({ id: '7', wkt: box(4, 10, 8, 14) })

test('7: land without a polygon is not mapped, zone D is not determined, and neither is called safe', () => {
  const [high, minimal, undetermined, blank] = [1, 3, 5, 7].map((x) => flood(shared, [x, 11]))
  expect(high.data).toMatchObject({ is_in_flood_zone: true, mapped: true })
  expect(minimal.data).toMatchObject({ is_in_flood_zone: false, mapped: true })
  expect(undetermined).toMatchObject({
    status: 'available',
    data: {
      is_in_flood_zone: null,
      mapped: true,
      zone_at_point: { zone: 'D', is_in_flood_zone: false },
      unmapped_pct: 50,
    },
  })
  expect(blank).toMatchObject({
    status: 'available',
    data: { is_in_flood_zone: null, mapped: false, zone_at_point: null },
  })
  for (const { summary } of [undetermined, blank])
    expect(summary).not.toMatch(/not in a |outside|minimal|safe/i)
  expect(undetermined.data!.zone_at_point!.description).toContain('undetermined')
  expect(flood(shared, [30, 11])).toMatchObject({ status: 'not_covered', data: null })
})

test('8: mapping depends on the polygons: a polygon beyond every panel answers, a panel without a polygon does not, and the build records who declared the coverage', async () => {
  const zones = [
    zone(box(0, 0, 2, 4), { FLD_AR_ID: 'a', FLD_ZONE: 'AE' }),
    zone(box(30, 0, 34, 4), { FLD_AR_ID: 'b', FLD_ZONE: 'AE' }),
  ]
  const [printed, , notPrinted] = STUDY_PANELS
  await withBuild([floodPart(zones, { panels: [printed, notPrinted] })], (build) => {
    // No panel covers this point, but a polygon does.
    expect(flood(build, [32, 1])).toMatchObject({
      status: 'available',
      data: { is_in_flood_zone: true, mapped: true, firm_panel: null },
      source: { name: 'Fictional source study' },
    })
    expect(flood(build, [35, 1]).status).toBe('not_covered')
    // A panel alone maps nothing, printed or not: "no special flood hazard areas" is its reason.
    for (const point of [
      [5, 5],
      [5, 9],
    ] as const)
      expect(dataAt(build, point)).toMatchObject({ is_in_flood_zone: null, mapped: false })
    expect(dataAt(build, [5, 9]).firm_panel!.panel).toBe('99009C0003A')
    expect(build.packs.get('coverage')!.value(0, 'declared_by')).toBe('2 map panels of the study')
  })
})

const DATUMS = ['NAVD88', 'NGVD29', 'LOCAL TIDAL DATUM', null]
STUDY.push(
  ...DATUMS.map((V_DATUM, i) =>
    zone(box(i * 2, 20, i * 2 + 2, 24), {
      FLD_AR_ID: `9-${i}`,
      FLD_ZONE: 'AE',
      STATIC_BFE: 123.4,
      LEN_UNIT: 'FEET',
      V_DATUM,
    }),
  ),
)

test('9: an elevation on another datum than NAVD88, or on none, is withheld, and the note states why', () => {
  const [navd88, ...others] = [1, 3, 5, 7].map((x) => flood(shared, [x, 21]))
  expect(navd88.data!.zone_at_point).toMatchObject({
    base_flood_elevation_ft: 123.4,
    bfe_datum: 'NAVD88',
  })
  expect(navd88.source!.note).not.toContain('withheld')
  const names = ['NGVD29', 'local tidal datum', 'a datum the study does not state']
  for (const [i, { data, source, ...rest }] of others.entries()) {
    expect(data!.zone_at_point).toMatchObject({ zone: 'AE', base_flood_elevation_ft: null })
    expect(source!.note).toContain(`withheld: it is on ${names[i]}, not NAVD88.`)
    expect(JSON.stringify([data, source, rest])).not.toContain('123.4')
  }
})

test('10: every answer states that letters of map amendment are not in the polygons', () => {
  // In AE, in minimal X, in D on a lot, on blank land.
  for (const x of [1, 3, 5, 9]) {
    const { status, source } = flood(shared, [x, 11])
    expect(status).toBe('available')
    expect(source!.note).toContain(
      'Letters of map amendment (LOMA) are not in the zone polygons. Not a flood zone determination.',
    )
  }
})

/** Zones, the worst first: FLD_ZONE, ZONE_SUBTY, elevation, and the values at the top level. */
const LADDER: [string, string | null, number, boolean | null][] = [
  ['VE', null, 15, true],
  ['V', null, -9999, true],
  ['AE', 'FLOODWAY', 12, true],
  ['AE', null, 12, true],
  ['AE', null, 9, true],
  ['A', null, -9999, true],
  ['D', null, -9999, null],
  ['X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', -9999, false],
  ['X', '1 PCT DEPTH LESS THAN 1 FOOT', -9999, false],
  ['X', '1 PCT DRAINAGE AREA LESS THAN 1 SQUARE MILE', -9999, false],
  ['X', '1 PCT FUTURE CONDITIONS', -9999, false],
  ['X', 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE', -9999, false],
  ['X', 'AREA OF MINIMAL FLOOD HAZARD', -9999, false],
  ['OPEN WATER', null, -9999, null],
]

STUDY.push(
  // Step i reaches one step farther east than the previous one: there it is the worst remaining
  // zone.
  ...LADDER.map(([FLD_ZONE, ZONE_SUBTY, STATIC_BFE], i) =>
    zone(box(0, 30, i + 1, 34), {
      FLD_AR_ID: `11-${20 - i}`,
      FLD_ZONE,
      ZONE_SUBTY,
      STATIC_BFE,
      ...FEET,
    }),
  ),
  zone(box(0, 35, 4, 38), { FLD_AR_ID: '11-ao', FLD_ZONE: 'AO', DEPTH: 2, ...FEET }),
)
LOTS.push({ id: '11', wkt: box(0, 30, LADDER.length, 34) })

test('11: zones rank from VE over the floodway and AE down to open water; AE is a row per elevation, shaded X and levee X are not minimal X', () => {
  for (const [i, [zone, zone_subtype, elevation, isIn]] of LADDER.entries()) {
    const data = dataAt(shared, [i + 0.5, 31])
    const base_flood_elevation_ft = elevation === -9999 ? null : elevation
    expect(data.zone_at_point).toMatchObject({ zone, zone_subtype, base_flood_elevation_ft })
    expect([data.mapped, data.is_in_flood_zone], `${zone} ${zone_subtype}`).toEqual([true, isIn])
  }
  const { zones_on_parcel, highest_risk_zone_on_parcel } = dataAt(shared, [0.5, 31])
  expect(highest_risk_zone_on_parcel).toBe('VE')
  const zones = zones_on_parcel!.map((row) => [
    row.zone,
    row.zone_subtype,
    row.base_flood_elevation_ft ?? -9999,
  ])
  expect(zones).toEqual(LADDER.map((step) => step.slice(0, 3)))
  for (const { zone_subtype, description } of zones_on_parcel!.slice(7, 12)) {
    expect(description, `${zone_subtype}`).toMatch(/moderate risk|reduced flood risk/)
    expect(description).not.toContain('minimal')
  }
  expect(dataAt(shared, [1, 36]).zone_at_point).toMatchObject({
    zone: 'AO',
    depth_ft: 2,
    is_in_flood_zone: true,
  })
})
