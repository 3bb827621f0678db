import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { LocationLookup } from '../../lookup/location-lookup.ts'
import type { ArcgisFault } from '../../tests/servers/arcgis-service.ts'
import {
  build,
  COLUMNS,
  COUNTY,
  closeBuilds,
  closeServices,
  countyService,
  HOUSE,
  numbersOf,
  requestsTo,
  row,
  sectionFrom,
  TOWN,
  townLayer,
  townService,
} from '../../tests/servers/live-permits.ts'
import { clientOf, Raw, SILENCE } from '../../tests/servers/local-service.ts'
import type { SocrataFault } from '../../tests/servers/socrata-service.ts'
import { PERMITS_MAX, RADIUS_M } from './data.ts'
import { REACH_MAX_M, requestPermits } from './request.ts'
import { LIVE_FEEDS } from './upstream.ts'

afterEach(closeServices)
afterEach(() => void vi.useRealTimers())
afterAll(closeBuilds)

describe('a feed of Socrata', () => {
  test('has the permits around the point, in its authority’s words and with a link', async () => {
    const section = await sectionFrom(
      [await countyService([row('B-1', 40), row('B-2', 900)])],
      await build(),
    )
    expect(section).toMatchObject({
      status: 'available',
      summary:
        'There is 1 permit within 150 m of this location, on its parcel, issued on 2026-02-03.',
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

  test('gets a request for its circle and its own fields, and for nobody’s name', async () => {
    await sectionFrom([await countyService([row('B-1', 40)])], await build())
    const [{ searchParams }] = requestsTo(0)
    expect(searchParams.get('$where')).toBe('within_circle(location, 30.0005000, -71.9995000, 150)')
    expect(searchParams.get('$select')).toBe(COUNTY.fields.join(','))
    expect(searchParams.get('$select')).not.toContain('applicant')
  })

  test('is read to its last page', async () => {
    const rows = Array.from({ length: 2_300 }, (_, i) => row(`B-${i}`, i / 20))
    const section = await sectionFrom([await countyService(rows)], await build())
    expect(section.data!.permit_count).toBe(2_300)
    expect(section.data!.permits).toHaveLength(PERMITS_MAX)
    expect(requestsTo(0).map(({ searchParams }) => searchParams.get('$offset'))).toEqual([
      '0',
      '1000',
      '2000',
    ])
  })

  test('that searches otherwise than requested is checked by the true distance', async () => {
    const far = await countyService([row('NEAR', 149), row('FAR', 300)], () => [
      row('NEAR', 149),
      row('FAR', 300),
    ])
    expect(numbersOf(await sectionFrom([far], await build()))).toEqual(['NEAR'])
  })

  test('that repeats a row counts once, and a permit with two statuses twice', async () => {
    const twice = [row('B-1', 40), row('B-1', 40), row('B-1', 40, { status: 'EXPIRED' })]
    expect(numbersOf(await sectionFrom([await countyService(twice)], await build()))).toEqual([
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
    const { data } = await sectionFrom([await countyService(rows)], await build())
    expect(data!.permits[0]).toMatchObject({ description: '<b>DECK</b> AND POOL', status: 'a b' })
  })

  test('with a date of tomorrow’s year or on no calendar leaves the permit without it', async () => {
    const rows = [
      row('B-1', 40, { issue_date: '2099-01-01T00:00:00.000' }),
      row('B-2', 41, { issue_date: 'soon' }),
    ]
    const { data } = await sectionFrom([await countyService(rows)], await build())
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
    ['that it was called too often', down(429, {}), 'reports too many requests'],
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
      'sends the same page again and again',
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
      'sent more rows than were requested',
    ],
  ])('that answers %s is named, and there is no answer', async (_what, fault, reason) => {
    const section = await sectionFrom([await countyService([row('B-1', 40)], fault)], await build())
    expect(section).toMatchObject({
      status: 'not_available',
      data: { permits: [], feeds_unavailable: [COUNTY.name] },
    })
    expect(section.reason).toContain(reason)
    expect(section.reason).toContain(COUNTY.name)
    expect(section.hint).toMatch(/\S/)
  })

  test('that lost one of its columns is named with the column', async () => {
    const columns = COLUMNS.filter((name) => name !== 'final_date')
    const section = await sectionFrom(
      [await countyService([row('B-1', 40)], undefined, columns)],
      await build(),
    )
    expect(section.reason).toContain('query.soql.no-such-column')
    expect(section.reason).toContain('final_date')
  })
})

describe('a feed of ArcGIS', () => {
  test('has the permits around the point, its moments as days', async () => {
    const layer = townLayer([
      ['T-1', 100],
      ['T-2', 149],
      ['T-3', 151],
    ])
    const section = await sectionFrom([await townService(layer)], await build())
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

  test('gets no request for the name of a person', async () => {
    await sectionFrom([await townService(townLayer([['T-1', 100]]))], await build())
    const fields = requestsTo(0).map(({ searchParams }) => searchParams.get('outFields') ?? '')
    expect(fields.filter((each) => each !== '')).toEqual([`OBJECTID,${TOWN.fields.join(',')}`])
  })

  test('whose links lead nowhere good has none', async () => {
    const layer = townLayer([['T-1', 100]])
    layer.features[0].attributes.Link = 'javascript:alert(1)'
    const { data } = await sectionFrom([await townService(layer)], await build())
    expect(data!.permits[0]).toMatchObject({ id: 'T-1', url: null })
  })

  test('with permits that are nowhere has the others', async () => {
    const layer = townLayer([
      ['T-1', 100],
      ['T-2', 100],
    ])
    const fault: ArcgisFault = (body, query) =>
      query.get('objectIds')
        ? JSON.parse(JSON.stringify(body).replace(/"x":[^}]*/, '"x":"NaN","y":"NaN"'))
        : body
    expect(numbersOf(await sectionFrom([await townService(layer, fault)], await build()))).toEqual([
      'T-2',
    ])
  })
})

describe('several feeds', () => {
  const town = () => townService(townLayer([['T-1', 20]]))

  test('are listed together, the nearest first, each with its source', async () => {
    const section = await sectionFrom(
      [await countyService([row('B-1', 40)]), await town()],
      await build(),
    )
    expect(numbersOf(section)).toEqual(['T-1', 'B-1'])
    expect(section.data!.feed).toBe(`${TOWN.name}; ${COUNTY.name}`)
    expect(section.sources!.map(({ name, kind }) => [name, kind])).toEqual([
      [TOWN.name, 'live'],
      [COUNTY.name, 'live'],
    ])
  })

  test('of which one fails have the permits of the other, and name it', async () => {
    const broken = await countyService([], () => new Raw(500, 'down'))
    const section = await sectionFrom([broken, await town()], await build())
    expect(section).toMatchObject({
      status: 'available',
      data: { feeds_unavailable: [COUNTY.name], permit_count: 1 },
    })
    expect(section.summary).toContain('there may be more in a feed that was not read')
    expect(section.source!.note).toContain(`${COUNTY.name} answered with status 500`)
  })

  test('that all fail leave no answer, and the reason of each', async () => {
    const fault = () => new Raw(200, '<html></html>')
    const at = [await countyService([], fault), await townService(townLayer([]), fault)]
    const section = await sectionFrom(at, await build())
    expect(section).toMatchObject({
      status: 'not_available',
      data: { permits: [], feed: '', feeds_unavailable: [COUNTY.name, TOWN.name] },
    })
    for (const { name } of [COUNTY, TOWN]) expect(section.reason).toContain(name)
  })
})

test('a feed that is late is named, and takes no other answer with it', async () => {
  // It answers the first page and is then silent.
  const rows = Array.from({ length: 1_000 }, (_, i) => row(`B-${i}`, 40))
  const silent: SocrataFault = (body, query) => (query.get('$offset') === '0' ? body : SILENCE)
  const at = [await countyService(rows, silent), await townService(townLayer([['T-1', 20]]))]
  const packs = await build()
  const lookup = new LocationLookup(packs, HOUSE, false)
  const patient = at.map(([feed, url]) => [{ ...feed, deadline_ms: 120_000 }, url] as const)
  const upstreams = clientOf(patient)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const request = requestPermits(lookup.location, RADIUS_M, { upstreams }, LIVE_FEEDS, 2_000)
  // The first page of the county has arrived and the second has not; the town has responded.
  const counts = () => upstreams.report().map(({ counts: { sent, answered } }) => [sent, answered])
  await expect.poll(counts).toEqual([
    [2, 1],
    [3, 3],
  ])
  vi.advanceTimersByTime(2_000)
  const result = await request
  expect(result!.answers.map(({ feed }) => feed.name)).toEqual([TOWN.name])
  expect(result!.failures.map(({ reason }) => reason)).toEqual([
    `${COUNTY.name} did not answer in full within 2 s.`,
  ])
})

test('permits of a large parcel are listed beyond the radius, as far as the search reaches', async () => {
  const point = { lat: 30.0025, lng: -71.9895 }
  const at = (permit_: string, metres: number) => {
    const latitude = (point.lat + metres / 110_852).toFixed(7)
    const longitude = `${point.lng}`
    return row(permit_, 0, { latitude, longitude, location: { latitude, longitude } })
  }
  const service = await countyService([at('ON-1', 400), at('ON-2', 560), at('OFF', -200)])
  const section = await sectionFrom([service], await build(), point)
  expect(section.data!.permits.map(({ id, is_on_parcel }) => [id, is_on_parcel])).toEqual([
    ['ON-1', true],
  ])
  expect(section.source!.note).toContain(`up to ${REACH_MAX_M} m from the point`)
})

describe('without a permit around', () => {
  test('a feed of the whole county makes it empty', async () => {
    const section = await sectionFrom([await countyService([])], await build())
    expect(section).toMatchObject({ status: 'empty', data: null, source: { kind: 'live' } })
  })

  test('a feed of a part of it does not, since nobody here knows where it ends', async () => {
    const section = await sectionFrom([await townService(townLayer([]))], await build())
    expect(section).toMatchObject({ status: 'not_covered', source: { kind: 'live' } })
    expect(section.reason).toContain(TOWN.name)
  })
})
