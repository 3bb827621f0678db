import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import { GRID } from '../../geometry/polygons.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Section } from '../section.ts'
import { PERMITS_MAX, type PermitsData, RADIUS_M } from './data.ts'
import { feedNames } from './feed-names.ts'
import { permits } from './layer.ts'

testLayer(permits, { whenBlank: 'empty' })

const fixture = readFixture('permits')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-permits-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Rows = LayerFixture['coverage']
const [B1] = fixture.tables.permits
/** Covered, and 300 m from every permit of the fixture. */
const BLANK = { lat: 30.005, lng: -71.997 }

/** The section with more permits, or other coverages. */
async function sectionAt(
  { lat, lng }: { lat: number; lng: number },
  { more = [], coverage = fixture.coverage }: { more?: Rows; coverage?: Rows } = {},
) {
  const tables = { ...fixture.tables, permits: [...fixture.tables.permits, ...more] }
  const packs = await packFixture(
    { ...fixture, tables, coverage },
    await mkdtemp(join(folder, 'packs-')),
  )
  try {
    return buildSection(permits, packs, { lat, lng }) as Section<PermitsData>
  } finally {
    closePacks(packs)
  }
}

/** Permits of the county so many metres north of a point. */
function northOf({ lat, lng }: typeof BLANK, metres: number[], values: Rows[number] = {}): Rows {
  return metres.map((each, i) => ({
    ...B1,
    permit_key: `county:N-${i}`,
    permit_number: `N-${i}`,
    geometry: `POINT (${lng} ${(lat + each / 110_852).toFixed(7)})`,
    ...values,
  }))
}

describe('the radius', () => {
  test('ends at 150 m, and the distance is that on the ellipsoid', async () => {
    const more = northOf(BLANK, [RADIUS_M - 1, RADIUS_M + 1])
    const { data } = await sectionAt(BLANK, { more })
    expect(data!.permits.map(({ id }) => id)).toEqual(['N-0'])
    const [, lat] = /POINT \(\S+ (\S+)\)/.exec(`${more[0].geometry}`)!
    const points = [BLANK.lat, Number(lat)].map(
      (each) => [BLANK.lng * GRID, Math.round(each * GRID)] as const,
    )
    expect(data!.permits[0].distance_m).toBeCloseTo(distanceM(points[0], points[1]), 1)
  })

  test('is in the note unless a feed covers the whole of it', async () => {
    const edge = 'reach past the edge'
    const noteAt = async (lat: number) => (await sectionAt({ lat, lng: -71.994 })).source!.note
    // 30.01 N is the edge; 150 m are 0.00135 degrees.
    expect(await noteAt(30.0086)).not.toContain(edge)
    expect(await noteAt(30.0087)).toContain(edge)
  })
})

test('of a hundred permits the nearest fifty are listed, and all are counted', async () => {
  const more = northOf(
    BLANK,
    Array.from({ length: 100 }, (_, i) => 100 - i),
  )
  const { data, summary } = await sectionAt(BLANK, { more })
  expect(data!.permits).toHaveLength(PERMITS_MAX)
  expect(data!.permit_count).toBe(100)
  expect(data!.permits[0].id).toBe('N-99')
  expect(data!.permits.at(-1)!.id).toBe('N-50')
  expect(summary).toContain('There are 100 permits')
  expect(summary).toContain('the nearest 50 are listed')
})

test('at one address the newest permit comes first, and one without a date last', async () => {
  const dates = ['2020-01-01', null, '2024-06-01', '1999-12-31']
  const more = dates.map((issued_at, i) => ({
    ...northOf(BLANK, [10], { issued_at })[0],
    permit_key: `county:D-${i}`,
    permit_number: `D-${i}`,
  }))
  for (const permitsThere of [more, more.toReversed()]) {
    const { data } = await sectionAt(BLANK, { more: permitsThere })
    expect(data!.permits.map(({ id }) => id)).toEqual(['D-2', 'D-0', 'D-3', 'D-1'])
  }
})

describe('a feed that could not be read', () => {
  const lacking = fixture.coverage.map((row) =>
    row.coverage_key === 'permits/county' ? { ...row, feeds_unavailable: 'A; B' } : row,
  )

  test('makes a blank point one without an answer, and the reason names it', async () => {
    const section = await sectionAt(BLANK, { coverage: lacking })
    expect(section).toMatchObject({
      status: 'not_available',
      data: null,
      reason: expect.stringContaining('A; B'),
      hint: expect.stringMatching(/\S/),
    })
    expect(section.source!.name).toBe('Fixture County permits (fictional)')
    expect((await sectionAt(BLANK)).status).toBe('empty')
  })

  test('of another authority is not missed here', async () => {
    const { data } = await sectionAt({ lat: 30.0005, lng: -71.9995 })
    expect(data!.feeds_unavailable).toEqual([])
  })

  test('is named once, though two partitions name it', () => {
    expect(feedNames(['A; B', null, 'B; C'])).toEqual(['A', 'B', 'C'])
    expect(feedNames([null])).toEqual([])
  })
})

describe('feeds of two authorities at one point', () => {
  const point = { lat: 30.005, lng: -71.9804 }
  const more = northOf(point, [20], { feed_through: '2024-12-31' })

  test('are both named, the nearest permit’s first, as its source is', async () => {
    const { data, source, sources } = await sectionAt(point, { more })
    expect(data!.feed).toBe('Fixture County permits (fictional); Fixton permits (fictional)')
    expect(source!.name).toBe('Fixture County permits (fictional)')
    expect(sources!.map(({ name }) => name)).toEqual([
      'Fixture County permits (fictional)',
      'Fixton permits (fictional)',
    ])
  })

  test('are complete until the earlier of their last dates', async () => {
    const { data } = await sectionAt(point, { more })
    expect(data!.feed_through).toBe('2024-12-31')
    const undated = northOf(point, [20], { feed_through: null })
    expect((await sectionAt(point, { more: undated })).data!.feed_through).toBeNull()
  })
})

describe('columns of a parcel', () => {
  const { columns } = permits.section as Exclude<typeof permits.section, 'none'>

  test('are of what lies in it, also past the fifty that are listed', async () => {
    const point = { lat: 30.0005, lng: -71.9995 }
    const near = northOf(
      point,
      Array.from({ length: PERMITS_MAX }, (_, i) => i / 10),
    )
    const late = northOf(point, [50], { issued_at: '2025-09-09', permit_type: 'Last' })[0]
    const more = [...near, { ...late, permit_key: 'county:L', permit_number: 'L' }]
    const { data } = await sectionAt(point, { more })
    expect(data!.permits.map(({ id }) => id)).not.toContain('L')
    expect(columns!.values(data)).toEqual({
      permits_on_parcel: PERMITS_MAX + 3,
      permits_latest_issued_at: '2025-09-09',
      permits_latest_type: 'Last',
      permits_is_complete: true,
    })
  })

  test('are nothing where only neighbours have permits', async () => {
    const { data } = await sectionAt({ lat: 30.0009, lng: -71.9955 })
    expect(columns!.row.strict().parse(columns!.values(data))).toEqual({
      permits_on_parcel: null,
      permits_latest_issued_at: null,
      permits_latest_type: null,
      permits_is_complete: true,
    })
  })
})
