import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import {
  build,
  COUNTY,
  closeBuilds,
  closeServices,
  countyService,
  fixture,
  HOUSE,
  northOf,
  numbersOf,
  row,
  sectionFrom,
  TOWN,
  townLayer,
  townService,
} from '../../tests/servers/live-permits.ts'
import { Raw } from '../../tests/servers/local-service.ts'
import type { SectionDefinition } from '../layer.ts'
import { permits } from './layer.ts'
import { feedsAt, LIVE_FEEDS } from './upstream.ts'

afterEach(closeServices)
afterAll(closeBuilds)

describe('with permits of the build', () => {
  const [B1] = fixture.tables.permits
  const authority = COUNTY.mapping.authority
  const pinned = (permit_number: string, metres: number, more = {}) => ({
    ...B1,
    permit_key: `county:${permit_number}`,
    permit_number,
    authority,
    status: 'APPLIED',
    geometry: `POINT (${HOUSE.lng} ${northOf(metres)})`,
    ...more,
  })
  const covering = fixture.coverage.filter(({ coverage_key }) => coverage_key === 'permits/county')

  test('one that both have is listed once, in the newer text, and the note states it', async () => {
    const packs = await build([pinned('B-1', 40), pinned('B-9', 60)], covering)
    const live = await countyService([row('B-1', 40), row('B-2', 80)])
    const section = await sectionFrom([live], packs)
    expect(section.data!.permits.map(({ id, status, feed }) => [id, status, feed])).toEqual([
      ['B-1', 'ISSUED', COUNTY.name],
      ['B-9', 'APPLIED', B1.feed],
      ['B-2', 'ISSUED', COUNTY.name],
    ])
    expect(section.source!.note).toContain('One permit of this build is shown')
    expect(section.sources!.map(({ kind }) => kind).sort()).toEqual(['archive', 'live'])
  })

  test('one number of two authorities is two permits', async () => {
    const packs = await build([pinned('B-1', 40, { authority: 'Another (fictional)' })], covering)
    const section = await sectionFrom([await countyService([row('B-1', 40)])], packs)
    expect(numbersOf(section)).toEqual(['B-1', 'B-1'])
  })

  test('those of the build stand when the feed fails, which is named', async () => {
    const packs = await build([pinned('B-1', 40)], covering)
    const section = await sectionFrom([await countyService([], () => new Raw(503, ''))], packs)
    expect(section).toMatchObject({
      status: 'available',
      data: { permit_count: 1, feeds_unavailable: [COUNTY.name] },
      source: { kind: 'archive' },
    })
  })

  test('covered ground without one has no answer when its only live feed fails', async () => {
    const packs = await build([], covering)
    const section = await sectionFrom([await countyService([], () => new Raw(503, ''))], packs)
    expect(section).toMatchObject({
      status: 'not_available',
      summary:
        'No permit is known within 150 m of this location, and a feed of an authority did not answer.',
      data: { permits: [], permit_count: 0, feeds_unavailable: [COUNTY.name], feed: B1.feed },
      source: { kind: 'archive' },
    })
    expect(section.reason).toContain(`${COUNTY.name} answered with status 503`)
    expect(section.reason).toMatch(/This build's copies have no permit here\.$/)
    expect(section.hint).toMatch(/\S/)
    expect(section.source!.note).toContain(`${COUNTY.name} answered with status 503`)
  })

  test('covered ground without one has no answer when all of its live feeds fail, and each is named with its reason', async () => {
    const fault = () => new Raw(503, '')
    const at = [await countyService([], fault), await townService(townLayer([]), fault)]
    const section = await sectionFrom(at, await build([], covering))
    expect(section).toMatchObject({
      status: 'not_available',
      summary:
        'No permit is known within 150 m of this location, and feeds of an authority did not answer.',
      data: { permits: [], permit_count: 0, feeds_unavailable: [COUNTY.name, TOWN.name] },
    })
    for (const { name } of [COUNTY, TOWN]) expect(section.reason).toContain(name)
    const shape = permits.section as SectionDefinition
    expect(shape.data.parse(section.data)).toEqual(section.data)
  })

  test('feeds that the copies lack are named after live ones that failed', async () => {
    const lacking = covering.map((each) => ({ ...each, feeds_unavailable: 'A; B' }))
    const service = await countyService([], () => new Raw(503, ''))
    const section = await sectionFrom([service], await build([], lacking))
    expect(section.data!.feeds_unavailable).toEqual(['A', 'B', COUNTY.name])
    expect(section.reason).toMatch(/answered with status 503.*could not be read in full.*: A; B\.$/)
  })

  test('covered ground without one stays empty while one of its live feeds answers, and its note names the other', async () => {
    const broken = await townService(townLayer([]), () => new Raw(503, ''))
    const section = await sectionFrom([await countyService([]), broken], await build([], covering))
    expect(section).toMatchObject({ status: 'empty', data: null, source: { kind: 'archive' } })
    expect(section.source!.note).toContain(`${TOWN.name} answered with status 503`)
  })

  test('without a feed that is on, the answer is that of the build alone', async () => {
    const packs = await build([pinned('B-1', 40)], covering)
    const query = { ...HOUSE, layers: ['permits'] }
    const alone = buildDossierFromPacks(packs, query, undefined, [permits]).layers.permits
    expect(await sectionFrom([], packs)).toEqual(alone)
  })
})

describe('the jurisdiction of a feed', () => {
  type FeedArea = Parameters<typeof feedsAt>[0]
  const at = (lng: number, lat: number, fips: string | null) =>
    feedsAt({
      point: { lng, lat },
      county: fips && { fips, counterparts: [] },
    } as unknown as FeedArea).map(({ upstream }) => upstream.id)

  test('is its county, and a box around it where it is a part', () => {
    expect(at(-87.63, 41.88, '17031')).toEqual(['permits-chicago'])
    expect(at(-88.2, 42.1, '17031')).toEqual([])
    expect(at(-87.63, 41.88, '18089')).toEqual([])
    expect(at(-80.2, 25.77, '12086')).toEqual(['permits-miami'])
    expect(at(-72, 30, '99001')).toEqual(['permits-sample-county', 'permits-sampleton'])
  })

  test('is its box where no county is known, and nothing without one', () => {
    expect(at(-87.63, 41.88, null)).toEqual(['permits-chicago'])
    expect(at(-72, 30, null)).toEqual([])
  })

  test('of the fictional ones is called only when it is switched on', () => {
    const on = LIVE_FEEDS.filter(({ upstream }) => upstream.isOn).map(({ upstream }) => upstream.id)
    expect(on).toEqual(['permits-chicago', 'permits-miami'])
  })

  test('whose feed is off is named with its switch where nothing covers the point', async () => {
    const query = { ...HOUSE, layers: ['permits'] }
    const section = buildDossierFromPacks(await build(), query, undefined, [permits]).layers.permits
    expect(section).toMatchObject({ status: 'not_covered' })
    const switched = 'PLAT_LIVE=default,permits-sample-county,permits-sampleton'
    expect(section.operator_hint).toContain(switched)
  })
})

test('every live feed reads a point as its kind has it, and requests the fields that its mapping needs', () => {
  expect(LIVE_FEEDS.length).toBeGreaterThan(3)
  for (const { kind, location, mapping, fields, name } of LIVE_FEEDS) {
    expect([location !== undefined, mapping.location !== null], name).toEqual(
      kind === 'socrata' ? [true, true] : [false, false],
    )
    const has = (names: readonly string[]) =>
      fields.some((field) => names.some((each) => each.toUpperCase() === field.toUpperCase()))
    for (const column of [mapping.number, mapping.issued_at!, mapping.description!])
      expect(has(column.names), `${name}: ${column.names}`).toBe(true)
  }
})
