import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ArcgisFault, arcgisService, type ServedLayer } from '../../tests/arcgis-service.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { clientOf, type LocalService, Raw } from '../../tests/local-service.ts'
import { type ServedRow, type SocrataFault, socrataService } from '../../tests/socrata-service.ts'
import { askDossier, assembleDossier, type Packs } from '../dossier.ts'
import { closePacks } from '../open-packs.ts'
import type { Section } from '../section.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { permits } from './layer.ts'
import { feedsAt, LIVE_FEEDS } from './live-feed.ts'
import { PERMITS_MAX, type PermitsData } from './section.ts'

const fixture = readFixture('permits')
const feed = (id: string) => LIVE_FEEDS.find(({ upstream }) => upstream.id === `permits-${id}`)!
const COUNTY = feed('sample-county')
const TOWN = feed('sampleton')
/** On a parcel of the county of both feeds; one degree of latitude is 110,852 m there. */
const HOUSE = { lat: 30.0005, lng: -71.9995 }
const northOf = (metres: number) => Number((HOUSE.lat + metres / 110_852).toFixed(7))

let folder: string
const opened: Packs[] = []
const services: LocalService[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-permits-live-'))
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
})
afterAll(async () => {
  for (const packs of opened) closePacks(packs)
  await rm(folder, { recursive: true })
})

/** A build with parcels of the feeds' county, and with these permits and coverages. */
async function build(
  pinned: LayerFixture['coverage'] = [],
  coverage: LayerFixture['coverage'] = [],
): Promise<Packs> {
  const parcels = fixture.tables.parcels.map((row) => ({ ...row, county_fips: '99001' }))
  const place = await mkdtemp(join(folder, 'packs-'))
  const packs = await packFixture(
    { ...fixture, tables: { parcels, permits: pinned }, coverage },
    place,
  )
  opened.push(packs)
  return packs
}

/** A row of the county's portal so far north of the house. */
const row = (permit_: string, metres: number, more: ServedRow = {}): ServedRow => ({
  permit_,
  permit_type: 'REROOF',
  status: 'ISSUED',
  work_description: 'SHINGLES',
  street_number: '12',
  street_name: 'SEA ST',
  issue_date: '2026-02-03T00:00:00.000',
  declared_value: '8000',
  latitude: `${northOf(metres)}`,
  longitude: `${HOUSE.lng}`,
  location: { latitude: `${northOf(metres)}`, longitude: `${HOUSE.lng}` },
  applicant_name: 'SOMEBODY',
  ...more,
})
const COLUMNS = [...COUNTY.fields, 'location', 'applicant_name']

async function countyService(rows: ServedRow[], fault?: SocrataFault, columns = COLUMNS) {
  const service = await socrataService({ columns, rows }, fault)
  services.push(service)
  return [COUNTY.upstream, service.url] as [Upstream, string]
}

/** The town's layer, its permits so far north of the house. */
const townLayer = (permitsAt: [number: string, metres: number][]): ServedLayer => ({
  geometryType: 'esriGeometryPoint',
  dates: ['AppliedDate', 'IssuedDate', 'CompletedDate'],
  features: permitsAt.map(([PermitNum, metres], i) => ({
    attributes: {
      OBJECTID: i + 1,
      PermitNum,
      PermitTypeDesc: 'Sign',
      StatusCurrent: 'Issued',
      Description: 'A sign',
      OriginalAddress1: '1 TOWN SQ',
      AppliedDate: null,
      IssuedDate: Date.parse('2026-01-10T04:00:00Z'),
      CompletedDate: null,
      EstProjectCost: 1200,
      Link: `https://example.com/permits/${PermitNum}`,
      ApplicantName: 'SOMEBODY',
    },
    geometry: { x: HOUSE.lng, y: northOf(metres) },
  })),
})

async function townService(layer: ServedLayer, fault?: ArcgisFault) {
  const service = await arcgisService({ 0: layer }, fault)
  services.push(service)
  return [TOWN.upstream, `${service.url}/0`] as [Upstream, string]
}

async function ask(at: [Upstream, string][], packs: Packs, spot = HOUSE) {
  const fail = (_: string, error: unknown) => {
    throw error
  }
  const query = { ...spot, layers: ['permits'] }
  const dossier = await askDossier(packs, query, { upstreams: clientOf(at) }, fail, [permits])
  return dossier.layers.permits as Section<PermitsData>
}

const numbersOf = ({ data }: Section<PermitsData>) => data!.permits.map(({ id }) => id)

describe('a feed of Socrata', () => {
  test('tells the permits around the point, in its authority’s words and with a link', async () => {
    const section = await ask(
      [await countyService([row('B-1', 40), row('B-2', 900)])],
      await build(),
    )
    expect(section).toMatchObject({
      status: 'available',
      summary: 'There is 1 permit within 150 m of this spot, on its parcel, issued on 2026-02-03.',
      source: { kind: 'live', vintage: 'live', name: COUNTY.name },
      data: { feed: COUNTY.name, feeds_unavailable: [], permit_count: 1, radius_m: 150 },
    })
    expect(section.data!.permits[0]).toMatchObject({
      id: 'B-1',
      type: 'REROOF',
      status: 'ISSUED',
      description: 'SHINGLES',
      address: '12 SEA ST',
      issued_at: '2026-02-03',
      cost_usd: 8000,
      is_on_parcel: true,
      url: 'https://example.com/sample-county/permits/B-1',
    })
    expect(section.data!.permits[0].distance_m).toBeCloseTo(40, 0)
  })

  test('is asked for its circle and its own fields, and for nobody’s name', async () => {
    await ask([await countyService([row('B-1', 40)])], await build())
    const [{ searchParams }] = services[0].asked
    expect(searchParams.get('$where')).toBe('within_circle(location, 30.0005000, -71.9995000, 150)')
    expect(searchParams.get('$select')).toBe(COUNTY.fields.join(','))
    expect(searchParams.get('$select')).not.toContain('applicant')
  })

  test('is read to its last page', async () => {
    const rows = Array.from({ length: 2_300 }, (_, i) => row(`B-${i}`, i / 20))
    const section = await ask([await countyService(rows)], await build())
    expect(section.data!.permit_count).toBe(2_300)
    expect(section.data!.permits).toHaveLength(PERMITS_MAX)
    expect(services[0].asked.map(({ searchParams }) => searchParams.get('$offset'))).toEqual([
      '0',
      '1000',
      '2000',
    ])
  })

  test('that searches otherwise than asked is held to the true distance', async () => {
    const far = await countyService([row('NEAR', 149), row('FAR', 300)], () => [
      row('NEAR', 149),
      row('FAR', 300),
    ])
    expect(numbersOf(await ask([far], await build()))).toEqual(['NEAR'])
  })

  test('that repeats a row tells it once, and a permit with two statuses twice', async () => {
    const twice = [row('B-1', 40), row('B-1', 40), row('B-1', 40, { status: 'EXPIRED' })]
    expect(numbersOf(await ask([await countyService(twice)], await build()))).toEqual([
      'B-1',
      'B-1',
    ])
  })

  test('whose texts hold marks, control and direction characters gives plain text', async () => {
    const [left, bell] = [String.fromCharCode(0x202e), String.fromCharCode(7)]
    const rows = [
      row('B-1', 40, {
        work_description: `<b>DECK</b>${bell} AND${left}\n POOL`,
        status: 'a\u200bb',
      }),
    ]
    const { data } = await ask([await countyService(rows)], await build())
    expect(data!.permits[0]).toMatchObject({ description: '<b>DECK</b> AND POOL', status: 'a b' })
  })

  test('with a date of tomorrow’s year or on no calendar keeps the permit without it', async () => {
    const rows = [
      row('B-1', 40, { issue_date: '2099-01-01T00:00:00.000' }),
      row('B-2', 41, { issue_date: 'soon' }),
    ]
    const { data } = await ask([await countyService(rows)], await build())
    expect(data!.permits.map(({ issued_at }) => issued_at)).toEqual([null, null])
  })

  const down = (status: number, body: unknown) => () => new Raw(status, JSON.stringify(body))
  test.each<[string, SocrataFault, string]>([
    [
      'an error under HTTP 200',
      () => ({ code: 'dataset.missing', error: true, message: 'Not found' }),
      'answered with the error dataset.missing: Not found',
    ],
    [
      'an error by status',
      down(400, { errorCode: 'query.soql.type-mismatch', error: true, message: 'No' }),
      'answered with the error query.soql.type-mismatch: No',
    ],
    ['that it is still at work', down(202, {}), 'is still working on the answer'],
    ['that it was asked too often', down(429, {}), 'was asked too often'],
    ['a page of the web', () => new Raw(200, '<html></html>'), 'a page instead of JSON'],
    ['rows cut off', () => new Raw(200, '[{"permit_":"B-1"'), 'cut short'],
    ['no list', () => ({ rows: [] }), 'in another shape'],
    [
      'rows without a number, its columns renamed',
      () => [{ number: 'B-1', location: {} }],
      'gave 1 rows here, none of them with a number and a place',
    ],
    [
      'the same page without end',
      () => Array.from({ length: 1_000 }, (_, i) => row(`B-${i}`, 40)),
      'gives the same page again and again',
    ],
    [
      'other pages without end',
      (_, query) =>
        Array.from({ length: 1_000 }, (_, i) => row(`B-${query.get('$offset')}-${i}`, 40)),
      'has more than 5000 rows here',
    ],
    [
      'more rows than a page holds',
      () => Array.from({ length: 1_001 }, (_, i) => row(`B-${i}`, 40)),
      'gave more rows than were asked for',
    ],
  ])('that answers %s is named, and there is no answer', async (_what, fault, reason) => {
    const section = await ask([await countyService([row('B-1', 40)], fault)], await build())
    expect(section).toMatchObject({ status: 'not_available', data: null })
    expect(section.reason).toContain(reason)
    expect(section.reason).toContain(COUNTY.name)
    expect(section.hint).toMatch(/\S/)
  })

  test('that lost one of its columns says which', async () => {
    const columns = COLUMNS.filter((name) => name !== 'final_date')
    const section = await ask(
      [await countyService([row('B-1', 40)], undefined, columns)],
      await build(),
    )
    expect(section.reason).toContain('query.soql.no-such-column')
    expect(section.reason).toContain('final_date')
  })
})

describe('a feed of ArcGIS', () => {
  test('tells the permits around the point, its moments as days', async () => {
    const layer = townLayer([
      ['T-1', 100],
      ['T-2', 149],
      ['T-3', 151],
    ])
    const section = await ask([await townService(layer)], await build())
    expect(numbersOf(section)).toEqual(['T-1', 'T-2'])
    expect(section.data!.permits[0]).toMatchObject({
      type: 'Sign',
      issued_at: '2026-01-10',
      cost_usd: 1200,
      url: 'https://example.com/permits/T-1',
      authority: 'Town of Sampleton (fictional)',
    })
    expect(section.source).toMatchObject({ kind: 'live', name: TOWN.name })
  })

  test('is asked for no name of a person', async () => {
    await ask([await townService(townLayer([['T-1', 100]]))], await build())
    const asked = services[0].asked.map(({ searchParams }) => searchParams.get('outFields') ?? '')
    expect(asked.filter((fields) => fields !== '')).toEqual([`OBJECTID,${TOWN.fields.join(',')}`])
  })

  test('whose links lead nowhere good has none', async () => {
    const layer = townLayer([['T-1', 100]])
    layer.features[0].attributes.Link = 'javascript:alert(1)'
    const { data } = await ask([await townService(layer)], await build())
    expect(data!.permits[0]).toMatchObject({ id: 'T-1', url: null })
  })

  test('with permits that are nowhere tells the others', async () => {
    const layer = townLayer([
      ['T-1', 100],
      ['T-2', 100],
    ])
    const fault: ArcgisFault = (body, query) =>
      query.get('objectIds')
        ? JSON.parse(JSON.stringify(body).replace(/"x":[^}]*/, '"x":"NaN","y":"NaN"'))
        : body
    expect(numbersOf(await ask([await townService(layer, fault)], await build()))).toEqual(['T-2'])
  })
})

describe('several feeds', () => {
  const town = () => townService(townLayer([['T-1', 20]]))

  test('are told together, the nearest first, each with its source', async () => {
    const section = await ask([await countyService([row('B-1', 40)]), await town()], await build())
    expect(numbersOf(section)).toEqual(['T-1', 'B-1'])
    expect(section.data!.feed).toBe(`${TOWN.name}; ${COUNTY.name}`)
    expect(section.sources!.map(({ name, kind }) => [name, kind])).toEqual([
      [TOWN.name, 'live'],
      [COUNTY.name, 'live'],
    ])
  })

  test('of which one fails tell what the other has, and name it', async () => {
    const broken = await countyService([], () => new Raw(500, 'down'))
    const section = await ask([broken, await town()], await build())
    expect(section).toMatchObject({
      status: 'available',
      data: { feeds_unavailable: [COUNTY.name], permit_count: 1 },
    })
    expect(section.summary).toContain('there may be more in a feed that was not read')
    expect(section.source!.note).toContain(`${COUNTY.name} answered with status 500`)
  })

  test('that all fail leave no answer, and each says why', async () => {
    const fault = () => new Raw(200, '<html></html>')
    const at = [await countyService([], fault), await townService(townLayer([]), fault)]
    const section = await ask(at, await build())
    expect(section.status).toBe('not_available')
    for (const { name } of [COUNTY, TOWN]) expect(section.reason).toContain(name)
  })
})

describe('without a permit around', () => {
  test('a feed of the whole county says empty', async () => {
    const section = await ask([await countyService([])], await build())
    expect(section).toMatchObject({ status: 'empty', data: null, source: { kind: 'live' } })
  })

  test('a feed of a part of it does not, since nobody here knows where it ends', async () => {
    const section = await ask([await townService(townLayer([]))], await build())
    expect(section).toMatchObject({ status: 'not_covered', source: { kind: 'live' } })
    expect(section.reason).toContain(TOWN.name)
  })
})

describe('beside permits of the build', () => {
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

  test('one that both tell is told once, in the newer words, and the note says so', async () => {
    const packs = await build([pinned('B-1', 40), pinned('B-9', 60)], covering)
    const live = await countyService([row('B-1', 40), row('B-2', 80)])
    const section = await ask([live], packs)
    expect(section.data!.permits.map(({ id, status, feed }) => [id, status, feed])).toEqual([
      ['B-1', 'ISSUED', COUNTY.name],
      ['B-9', 'APPLIED', B1.feed],
      ['B-2', 'ISSUED', COUNTY.name],
    ])
    expect(section.source!.note).toContain('One permit of this build stand')
    expect(section.sources!.map(({ kind }) => kind).sort()).toEqual(['archive', 'live'])
  })

  test('one number of two authorities is two permits', async () => {
    const packs = await build([pinned('B-1', 40, { authority: 'Another (fictional)' })], covering)
    const section = await ask([await countyService([row('B-1', 40)])], packs)
    expect(numbersOf(section)).toEqual(['B-1', 'B-1'])
  })

  test('those of the build stand when the feed fails, which is named', async () => {
    const packs = await build([pinned('B-1', 40)], covering)
    const section = await ask([await countyService([], () => new Raw(503, ''))], packs)
    expect(section).toMatchObject({
      status: 'available',
      data: { permit_count: 1, feeds_unavailable: [COUNTY.name] },
      source: { kind: 'archive' },
    })
  })

  test('covered ground without one stays empty when the feed fails, and its note says so', async () => {
    const packs = await build([], covering)
    const section = await ask([await countyService([], () => new Raw(503, ''))], packs)
    expect(section).toMatchObject({ status: 'empty', source: { kind: 'archive' } })
    expect(section.source!.note).toContain(`${COUNTY.name} answered with status 503`)
  })

  test('without a feed that is on, the answer is that of the build alone', async () => {
    const packs = await build([pinned('B-1', 40)], covering)
    const query = { ...HOUSE, layers: ['permits'] }
    const alone = assembleDossier(packs, query, undefined, [permits]).layers.permits
    expect(await ask([], packs)).toEqual(alone)
  })
})

describe('the jurisdiction of a feed', () => {
  type Place = Parameters<typeof feedsAt>[0]
  const at = (lng: number, lat: number, fips: string | null) =>
    feedsAt({
      point: { lng, lat },
      county: fips && { fips, counterparts: [] },
    } as unknown as Place).map(({ upstream }) => upstream.id)

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

  test('of the fictional ones is asked by nobody who did not say so', () => {
    const on = LIVE_FEEDS.filter(({ upstream }) => upstream.isOn).map(({ upstream }) => upstream.id)
    expect(on).toEqual(['permits-chicago', 'permits-miami'])
  })

  test('whose feed is off is named with its switch where nothing covers the spot', async () => {
    const query = { ...HOUSE, layers: ['permits'] }
    const section = assembleDossier(await build(), query, undefined, [permits]).layers.permits
    expect(section).toMatchObject({ status: 'not_covered' })
    expect(section.hint).toContain('PLAT_LIVE=default,permits-sample-county,permits-sampleton')
  })
})

test('every live feed reads a place as its kind has it, and asks for what its mapping needs', () => {
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
