import { expect, test } from 'vitest'
import type { ProfileData } from '../../layers/elevation/data.ts'
import type { Sections } from '../key-facts.ts'
import { markupOf } from '../markup.ts'
import { landCharts } from './land-charts.ts'

const POINT = { lat: 30, lng: -72 }
const profile = (own: Partial<ProfileData> = {}): ProfileData => ({
  ...{ along: 'parcel', from: POINT, to: POINT, length_m: 100, min_m: 10, max_m: 15 },
  ...{ slope_pct: 5, steepest_pct: 7.5, without_height_pct: 0 },
  heights: Array.from({ length: 51 }, (_, i) => ({
    at_m: i * 2,
    height_m: 10 + i / 10,
    is_on_parcel: true,
  })),
  ...own,
})
function chartOf(data: object, system: 'us' | 'metric' = 'metric') {
  const model = 'Bare earth'
  const all = { datum: 'NAVD88', model, resolution_m: 10, ...data }
  const elevation = { layer: 'elevation', status: 'available', data: all }
  return landCharts('elevation', { elevation } as unknown as Sections, system)
}
const heightsOf = (change: (i: number) => Partial<ProfileData['heights'][number]>) =>
  profile().heights.map((each, i) => ({ ...each, ...change(i) }))

test('a profile states its range, slope, datum and cells, in the chosen units', () => {
  const [chart] = chartOf({ profile: profile() }).charts
  expect(chart.notes![0]).toBe(
    'From 10 m to 15 m (NAVD88) over 100 m; from end to end it rises by 5 %, at most 7.5 % between cells.',
  )
  expect(chart.notes![1]).toContain('cells 10 m apart')
  expect(chart.table.rows[0]).toEqual(['0', '10'])
  expect(chart.table.rows.at(-1)).toEqual(['100', '15'])
  expect(chart.table.rows.length).toBeLessThanOrEqual(13)
  const [us] = chartOf({ profile: profile() }, 'us').charts
  expect(us.notes![0]).toContain('From 32.8 ft to 49.2 ft')
  expect(us.table.head).toEqual(['From A (ft)', 'Height (ft)'])
})

test('a gap in the heights is a gap in the line, and ground off the lot is paler', () => {
  const gap = heightsOf((i) => (i > 20 && i < 30 ? { height_m: null } : {}))
  const [cut] = chartOf({ profile: profile({ heights: gap, without_height_pct: 17.6 }) }).charts
  expect(markupOf(cut.drawing).match(/<polyline/g)).toHaveLength(2)
  expect(cut.notes).toContain('The source has no height for 17.6 % of the line.')
  const off = heightsOf((i) => ({ is_on_parcel: i < 25 }))
  const [left] = chartOf({ profile: profile({ heights: off }) }).charts
  expect(markupOf(left.drawing)).toContain('is-off')
  expect(left.table.rows.at(-1)).toEqual(['100', '15 (off the lot)'])
})

test('flat ground is drawn flat', () => {
  const flat = heightsOf(() => ({ height_m: 3 }))
  const [chart] = chartOf({ profile: profile({ heights: flat, min_m: 3, max_m: 3 }) }).charts
  const text = markupOf(chart.drawing)
  expect(text).not.toMatch(/NaN|Infinity/)
  const ys = [.../points="([^"]+)"/.exec(text)![1].matchAll(/,([\d.]+)/g)].map(([, y]) => y)
  expect(new Set(ys).size).toBe(1)
})

test('without a profile the reason is stated, and a location without a parcel has its own line', () => {
  const reason = 'No raster of heights in this build covers the location.'
  const without = chartOf({ profile: null, profile_reason: reason })
  expect(without).toEqual({ charts: [], missing: `No ground profile. ${reason}` })
  expect(chartOf({})).toEqual({ charts: [], missing: null })
  const [chart] = chartOf({ profile: profile({ along: 'point' }) }).charts
  expect(chart.title).toContain('through the point')
})
