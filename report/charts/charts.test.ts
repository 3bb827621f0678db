import { expect, test } from 'vitest'
import type { Section } from '../../layers/section.ts'
import type { Drawn } from './drawing.ts'
import { sectionCharts } from './section-charts.ts'
import { shareBar } from './share-bar.ts'
import { timeChart } from './time-chart.ts'
import { timeline } from './timeline.ts'

const named = ({ children }: Drawn, name: string, kind = '') =>
  children
    .filter((child): child is Drawn => typeof child !== 'string' && child.name === name)
    .filter(({ attributes }) => `${attributes.class}`.includes(kind))

test('a bar is as wide as its shares, what is left stays empty', () => {
  const { drawing, table } = shareBar('Zones', [
    { label: 'AE', pct: 25, tone: 'high' },
    { label: 'X', pct: 0.4, tone: 'minimal' },
  ])
  expect(named(drawing, 'rect', 'tone').map(({ attributes }) => Number(attributes.width))).toEqual([
    80, 1.28,
  ])
  expect(table.rows).toEqual([
    ['AE', '25 %'],
    ['X', 'less than 1 %'],
  ])
  expect(drawing.attributes['aria-label']).toBe('Zones: AE 25 %, X less than 1 %')
})

test('shares that overlap fill the bar and no more, and many are one', () => {
  const shares = Array.from({ length: 9 }, (_, i) => ({ label: `${i}`, pct: 20, tone: '1' }))
  const { drawing, table } = shareBar('Wetlands', shares)
  const widths = named(drawing, 'rect', 'tone').map(({ attributes }) => Number(attributes.width))
  expect(widths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(320, 1)
  expect(table.rows.at(-1)).toEqual(['others', '60 %'])
})

test('values over time stand in the chart and in its table, the newest first', () => {
  const points = [
    { at: new Date('2022-07-14'), value: 1163700 },
    { at: new Date('2024-09-01'), value: 1293000 },
  ]
  const sale = [{ at: new Date('May 2025-01'), value: 1152000, text: 'May 2025' }]
  const { drawing, table } = timeChart(
    'Values',
    [
      { label: 'Estimate', points, tone: '1', isLine: true },
      { label: 'Sale', points: sale, tone: '2', isLine: false },
    ],
    (value) => `$${value}`,
  )
  expect(table.rows).toEqual([
    ['May 2025', 'Sale', '$1152000'],
    ['1 Sep 2024', 'Estimate', '$1293000'],
    ['14 Jul 2022', 'Estimate', '$1163700'],
  ])
  const dots = named(drawing, 'circle')
  expect(dots).toHaveLength(3)
  for (const { attributes } of dots) {
    expect(Number(attributes.cx)).toBeGreaterThanOrEqual(44)
    expect(Number(attributes.cx)).toBeLessThanOrEqual(312)
    expect(Number(attributes.cy)).toBeLessThan(100)
  }
  expect(named(drawing, 'polyline')).toHaveLength(1)
})

test('one value alone has a chart too', () => {
  const points = [{ at: new Date('2024-01-01'), value: 5 }]
  const series = [{ label: 'Height', points, tone: '1', isLine: true }]
  const { drawing } = timeChart('Height', series, String)
  const numbers = JSON.stringify(drawing)
  expect(numbers).not.toContain('NaN')
  expect(numbers).not.toContain('Infinity')
})

test('events are dots in the row of their kind', () => {
  const events = [
    { at: new Date('2021-03-01'), label: 'ROOF', row: 'On the lot', tone: '2' },
    { at: new Date('2026-10-29'), label: 'FENCE', row: 'Nearby', tone: '1' },
  ]
  const { drawing, table } = timeline('Permits', ['On the lot', 'Nearby'], events)
  expect(named(drawing, 'circle').map(({ attributes }) => attributes.cy)).toEqual([9, 27])
  expect(table.rows.map((row) => row[2])).toEqual(['FENCE', 'ROOF'])
  expect(drawing.attributes['aria-label']).toBe('Permits: 1 On the lot, 1 Nearby')
})

test('a page that is older than the service draws what it knows: times and zones may be of others', () => {
  const section = (layer: string, data: object) =>
    ({ layer, status: 'available', data }) as unknown as Section
  const permit = (issued_at: string) => ({
    issued_at,
    type: 'X',
    is_on_parcel: true,
    address: null,
  })
  const permits = ['2026-01-02', 'soon', '2026-03-04'].map(permit)
  const zone = { zone: 'Z9', zone_subtype: null, description: 'new', coverage_pct: 60 }
  const observation = (as_of: string) => ({ as_of, estimated_value: 1e5 })
  const sections = {
    permits: section('permits', { permits }),
    flood: section('flood', { zones_on_parcel: [zone], unmapped_pct: 0 }),
    market: section('market', {
      observations: ['2026-01-01', 'now', '2026-02-01'].map(observation),
    }),
  }
  const rowsOf = (layer: keyof typeof sections) =>
    sectionCharts(sections[layer], sections)[0].table.rows.length
  expect([rowsOf('permits'), rowsOf('flood'), rowsOf('market')]).toEqual([2, 1, 2])
})
