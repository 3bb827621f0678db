import type { Position } from 'geojson'
import { expect, test } from 'vitest'
import type { LotSide } from '../../layers/parcel/data.ts'
import { metresFrom } from '../../tests/fixtures/ground.ts'
import type { Sections } from '../key-facts.ts'
import { markupOf } from '../markup.ts'
import { landCharts } from './land-charts.ts'

const ground = metresFrom([-72, 30])
const at = (x: number, y: number) => [...ground([x, y])] as Position
const closed = (...points: [number, number][]) => [...points, points[0]].map(([x, y]) => at(x, y))

/** A lot of 60 by 120 ft (18.288 by 36.576 m), the street to the south. */
const [W, H] = [18.288, 36.576]
const LOT: [number, number][] = [
  [0, 0],
  [W, 0],
  [W, H],
  [0, H],
]
const ROLES: LotSide['role'][] = ['front', 'side', 'rear', 'side']
const sides = (roles = ROLES) =>
  LOT.map((from, i) => {
    const to = LOT[(i + 1) % 4]
    const length_m = Math.hypot(to[0] - from[0], to[1] - from[1])
    return {
      ...{ length_m, length_ft: length_m / 0.3048, bearing_deg: (90 - i * 90 + 360) % 360 },
      ...{ is_curved: false, role: roles[i], parcel_keys: [], street: i === 0 ? 'MAIN ST' : null },
      beyond: i === 0 ? 'street' : 'parcel',
      geometry: { type: 'LineString', coordinates: [at(...from), at(...to)] },
    }
  })
/** A house 30 ft from the street, 10 ft from the western line and 50 ft from the rear. */
const HOUSE = closed([3.048, 9.144], [12.192, 9.144], [12.192, 21.336], [3.048, 21.336])
const SETBACKS = {
  ...{ district: 'R-1', jurisdiction: 'Town', districts_on_parcel: null, dimensional_note: null },
  ...{ dimensional_source: null, land_development_code_url: 'https://example.com/code' },
  setbacks: { front_ft: 25, side_ft: 8, rear_ft: null as number | null },
}

function sectionsOf(
  own: object,
  zoning: object | null = SETBACKS,
  house: Position[] = HOUSE,
): Sections {
  const polygon = (ring: Position[]) => ({ type: 'Polygon', coordinates: [ring] })
  const parcel = {
    geometry: { type: 'Feature', properties: {}, geometry: polygon(closed(...LOT)) },
    ...{ sides: sides(), side_count: 4, ...own },
  }
  const properties = { footprint_m2: 111.5 }
  const feature = { type: 'Feature', properties, geometry: polygon(house) }
  const structures = { geometry: { type: 'FeatureCollection', features: [feature] } }
  const section = (layer: string, data: unknown) => ({ layer, status: 'available', data })
  return {
    parcel: section('parcel', parcel),
    structures: section('structures', structures),
    ...(zoning && { zoning: section('zoning', zoning) }),
  } as unknown as Sections
}

const chartOf = (sections: Sections, system: 'us' | 'metric' = 'us') =>
  landCharts('parcel', sections, system).charts[0]

test('each side has its length, and a table with direction and what is beyond', () => {
  const { drawing, table } = chartOf(sectionsOf({}))
  const text = markupOf(drawing)
  for (const part of ['60 ft', '120 ft', 'Main St', '>N<']) expect(text).toContain(part)
  expect(table.rows).toEqual([
    ['1, front', '60 ft', 'N 90° E', 'Main St'],
    ['2, side', '120 ft', 'N 0° E', 'Another parcel'],
    ['3, rear', '60 ft', 'N 90° W', 'Another parcel'],
    ['4, side', '120 ft', 'S 0° W', 'Another parcel'],
  ])
  expect(chartOf(sectionsOf({}), 'metric').table.rows[0][1]).toBe('18.3 m')
})

test('the parcels beyond a side have their addresses, or are counted', () => {
  const keys = ['pk_1', 'pk_2', 'pk_3', 'pk_4']
  const adjacent_parcels = [
    { parcel_key: 'pk_1', situs_line1: '12 N MAIN ST', area_m2: 1, shared_m: 1 },
    { parcel_key: 'pk_2', situs_line1: '14 N MAIN ST', area_m2: 1, shared_m: 1 },
  ]
  const beyond = sides().map((side, i) => ({
    ...side,
    parcel_keys: keys.slice(0, [0, 1, 2, 4][i]),
  }))
  const { table } = chartOf(sectionsOf({ sides: beyond, adjacent_parcels }))
  expect(table.rows.map((row) => row[3])).toEqual([
    'Main St',
    '12 N Main St',
    '12 N Main St; 14 N Main St',
    '4 parcels',
  ])
  const [addressed, other] = adjacent_parcels
  const unknown = [addressed, { ...other, situs_line1: null }]
  const again = chartOf(sectionsOf({ sides: beyond, adjacent_parcels: unknown })).table.rows
  expect(again[2][3]).toBe('2 parcels')
  const none = chartOf(sectionsOf({ sides: beyond })).table.rows
  expect(none[1][3]).toBe('Another parcel')
})

test('setbacks that the zoning states are drawn as bands, each as wide as its distance', () => {
  const { drawing, notes, legend } = chartOf(sectionsOf({}))
  const text = markupOf(drawing)
  const scale = Number(
    /d="M[\d. ]+L[\d. ]+" class="setback" stroke-width="([\d.]+)"/.exec(text)![1],
  )
  const bands = [...text.matchAll(/class="setback" stroke-width="([\d.]+)"/g)].map(([, w]) => +w)
  expect(bands.map((width) => width / scale)).toEqual([
    1,
    expect.closeTo(8 / 25, 2),
    expect.closeTo(8 / 25, 2),
  ])
  expect(notes!.join(' ')).toContain(
    'Setbacks of zone R-1: front 25 ft, side 8 ft, rear not a plain number.',
  )
  expect(legend).toContainEqual({ label: 'Setback', tone: 'setback' })
})

test.each([
  [
    'no setbacks in the build',
    null,
    'This build has no setback distances for zone R-1: see the code of Town, https://example.com/code.',
  ],
  [
    'conditional rules alone',
    { front_ft: null, side_ft: null, rear_ft: null },
    'This build has no setback distances',
  ],
])('%s: none is drawn, and the chart states so', (_, setbacks, sentence) => {
  const { drawing, notes } = chartOf(sectionsOf({}, { ...SETBACKS, setbacks }))
  expect(markupOf(drawing)).not.toContain('setback')
  expect(notes!.join(' ')).toContain(sentence)
})

test.each([
  ['no zoning', null, undefined, 'No zoning of this lot is known here'],
  ['no known street', SETBACKS, [null, null, null, null], 'no street is known at the lot'],
  ['two streets', SETBACKS, ['street', 'street', null, null], 'at streets in several directions'],
])('with %s no setback is drawn', (_, zoning, roles, sentence) => {
  const own = roles ? { sides: sides(roles as LotSide['role'][]) } : {}
  const { drawing, notes } = chartOf(sectionsOf(own, zoning))
  expect(markupOf(drawing)).not.toContain('class="setback"')
  expect(notes!.join(' ')).toContain(sentence)
})

test('a building is measured to the lines of the lot', () => {
  expect(chartOf(sectionsOf({})).notes).toContain(
    'The building of 1,200 sq ft is 30 ft from the front line, 10 ft from the nearest side line and 50 ft from the rear line.',
  )
  const over = closed([-1, 9], [12, 9], [12, 21], [-0.5, 21], [0.5, 15], [1, 14])
  const { notes } = chartOf(sectionsOf({}, SETBACKS, over))
  expect(notes!.join(' ')).toContain('0 ft from the nearest side line')
  expect(notes!.join(' ')).toContain('it reaches over a line of the lot')
  const next = closed([-30, 9], [-10, 9], [-10, 21])
  expect(chartOf(sectionsOf({}, SETBACKS, next)).notes!.join(' ')).not.toContain('building')
})

test('short sides have no room for their length, and are counted', () => {
  const cut = Array.from({ length: 30 }, (_, i) => ({
    ...sides()[0],
    length_ft: 2,
    geometry: { type: 'LineString', coordinates: [at(i * 0.6, 0), at(i * 0.6 + 0.6, 0)] },
  }))
  const own = { sides: [...cut, ...sides().slice(1)], side_count: 40 }
  const { notes, drawing } = chartOf(sectionsOf(own))
  expect(notes![0]).toBe('37 of 40 sides are too short for their length here.')
  expect(markupOf(drawing)).not.toContain('>2 ft<')
})

test('sides that were not measured have a reason, and those not requested have none', () => {
  const chart = landCharts('parcel', sectionsOf({ sides: null }), 'us')
  expect(chart.charts).toEqual([])
  expect(chart.missing).toContain('were not measured')
  const none = landCharts('parcel', sectionsOf({ sides: undefined }), 'us')
  expect(none).toEqual({ charts: [], missing: null })
})
