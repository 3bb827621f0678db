import { describe, expect, test } from 'vitest'
import type { Section } from '../layers/section.ts'
import { boxAround, drawLotMap, type LotGround, MAP_SIZE } from './lot-map.ts'
import { markupOf } from './markup.ts'
import { type ReportContent, reportPage, reportStyle } from './report-page.ts'

const EVIL = '<img src=x onerror="alert(1)">'

function section(layer: string, changed: Partial<Section>): Section {
  const base = { object: 'location_section', layer, name: layer, category: 'property' } as const
  const source = { name: `Source of ${layer}`, kind: 'archive', vintage: '2013' } as const
  return {
    ...base,
    status: 'available',
    summary: `On ${layer}.`,
    data: {},
    source,
    ...changed,
  } as Section
}

const content: ReportContent = {
  sections: {
    parcel: section('parcel', { data: { area_m2: 9734.44, parcel_count_here: 1, note: EVIL } }),
    flood: section('flood', { status: 'not_covered', data: null, reason: EVIL, hint: 'Wait.' }),
    weather: section('weather', { status: 'not_available', data: null, summary: EVIL }),
  },
  title: `12 Main St ${EVIL}`,
  point: { lat: 44.8, lng: -68.77 },
  warnings: ['They may be swapped.'],
  map: null,
  link: 'https://plat.example/?at=44.8,-68.77&x="',
  build: 'sample-0123456789ab',
  isFictional: true,
  madeAt: new Date('2026-11-28T12:00:00Z'),
  paper: 'letter',
  system: 'us',
}

describe('a report', () => {
  const page = reportPage(content)

  test('has every section with its status, reason, source and age', () => {
    for (const layer of ['parcel', 'flood', 'weather'])
      expect(page).toContain(`<article data-layer="${layer}"`)
    expect(page).toContain('Not covered: no source of this build covers the point')
    expect(page).toContain('Unavailable: the answer is missing at the moment')
    expect(page).toContain('<b>What you can do:</b> Wait.')
    expect(page).toContain('<b>Source of parcel</b> · vintage 2013, 13 years old')
  })

  test('states what it is not, that it is fictional, and where it is from', () => {
    for (const text of ['not a survey', 'is fictional', 'They may be swapped.', content.build])
      expect(page).toContain(text)
    expect(page).toContain('made on 28 Nov 2026')
    expect(page).toContain('Flood risk not known')
  })

  test('shows foreign text as text, and loads nothing', () => {
    expect(page).not.toContain('<img')
    expect(page).toContain('&#60;img src=x')
    expect(page).not.toMatch(/<script|<link rel="stylesheet|@import|url\(/)
    expect(page.match(/href="[^"]*"/g)).toEqual([
      'href="data:,"',
      'href="https://plat.example/?at=44.8,-68.77&#38;x=&#34;"',
    ])
  })

  test('has page numbers and the build on each page, on paper of either size', () => {
    expect(reportStyle('a4', content.build)).toContain('size: a4')
    expect(page).toContain('@page { size: letter; @bottom-left { content: "Plat, build sample-')
    expect(page).toContain('counter(page) " of " counter(pages)')
    expect(reportStyle('letter', '"} body{}')).toContain('build body"')
  })

  test('has other units where they are requested', () => {
    expect(page).toContain('2.41 acres')
    expect(reportPage({ ...content, system: 'metric' })).toContain('0.97 ha')
  })
})

describe('the picture of a lot', () => {
  const square = (lng: number, lat: number, size: number) => ({
    type: 'Polygon' as const,
    coordinates: [
      [
        [lng, lat],
        [lng + size, lat],
        [lng + size, lat + size],
        [lng, lat + size],
        [lng, lat],
      ],
    ],
  })
  const box = boxAround({ lng: -72, lat: 30 }, 100)
  const [west, , east] = box
  const ground: LotGround = {
    ...{ box, own: square(-72.0002, 29.9998, 0.0004), point: { lng: -72, lat: 30 } },
    parcels: [square(-72.0006, 29.9998, 0.0004)],
    buildings: [square(-72.0001, 29.9999, 0.0001)],
    flood: [{ risk: 'high', shape: square(-72.01, 29.99, 0.02) }],
    streets: [
      {
        name: 'Main St',
        line: [
          [west, 30.0003],
          [east, 30.0003],
        ],
      },
      { name: 'A Short Way', line: [[-72, 30].map(Number), [-72.00001, 30]] },
    ],
    houses: [{ number: '12', at: [-72, 30] }],
    left_out: [],
  }
  const texts = (drawn: LotGround, system: 'us' | 'metric' = 'us') =>
    [...markupOf(drawLotMap(drawn, system)).matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)

  test('is as wide as was requested, and a metre is as long in both directions', () => {
    const [w, s, e, n] = box
    const metres = (degrees: number) => degrees * 111_320
    expect(metres(e - w) * Math.cos(Math.PI / 6)).toBeCloseTo(200, 6)
    expect(metres(n - s)).toBeCloseTo((200 * MAP_SIZE.height) / MAP_SIZE.width, 6)
  })

  test('has names where there is room, house numbers, a scale and north', () => {
    expect(texts(ground)).toEqual(['12', 'Main St', '100 ft', 'N'])
    expect(texts(ground, 'metric')).toContain('50 m')
  })

  test('names a street of many short pieces, and no house where they are too many', () => {
    const line = Array.from({ length: 60 }, (_, i) => [west + ((east - west) * i) / 59, 30.0003])
    const houses = Array.from({ length: 81 }, () => ground.houses[0])
    const names = texts({ ...ground, streets: [{ name: 'Winding Rd', line }], houses })
    expect(names).toEqual(['Winding Rd', '100 ft', 'N'])
  })

  test('has no number that is not one', () => {
    const empty = { ...ground, own: null, parcels: [], buildings: [], flood: [], streets: [] }
    expect(markupOf(drawLotMap(empty, 'us'))).not.toMatch(/NaN|Infinity|undefined/)
  })
})
