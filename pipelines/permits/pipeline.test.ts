import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { columnsRead, readPermitMapping } from '../../layers/permits/mapping.ts'
import { permits as table } from '../../layers/permits/tables.ts'
import { zipFolder } from '../../tests/fixtures/partition-run.ts'
import {
  buildPermitsFixture,
  type FixtureFeeds,
  readPermitNumbers,
  readPermitRows,
} from '../../tests/fixtures/permits/feed-run.ts'
import {
  CITY_FEATURES,
  COUNTY_LINES,
  PARTITIONS,
  TOWN_PAGES,
  WORKS_FEED,
  writeCountyFixture,
} from '../../tests/fixtures/permits/permit-feeds.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import { Feed } from './feed.ts'
import { PermitsPartition, permits } from './pipeline.ts'

const fixture = readFixture('permits')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-permits-'))
})
afterAll(() => rm(folder, { recursive: true }))

const own = (name: string) => mkdtemp(join(folder, `${name}-`))
const make = (partition: keyof typeof PARTITIONS, changes?: Partial<FixtureFeeds>) =>
  buildPermitsFixture(folder, partition, changes)

const known = new Map<string, ReturnType<typeof make>>()
/** A partition of its fixture's own feeds, made once. */
function knownOf(partition: keyof typeof PARTITIONS) {
  const found = known.get(partition) ?? make(partition)
  known.set(partition, found)
  return found
}

describe('fictional feeds become the rows of the fixture', () => {
  test.each(['county', 'town', 'city'] as const)('of the %s', async (partition) => {
    const made = await knownOf(partition)
    const expected = fixtureRows(fixture, table).filter(
      ({ values }) => values.partition === partition,
    )
    expect(await readPermitRows(made)).toEqual(expected)
    const { values, polygons } = fixtureRows(fixture, coverageTable).find(
      (row) => row.values.coverage_key === `permits/${partition}`,
    )!
    const { coverage } = made
    expect([coverage.from, coverage.note]).toEqual([values.declared_by, values.source_note])
    expect(coverage.feeds_unavailable!.join('; ') || null).toBe(values.feeds_unavailable)
    if (polygons) expect(areaM2(coverage.polygons!)).toBeCloseTo(areaM2(polygons), 1)
    else expect(coverage.polygons).toBeNull()
  })

  test('from a zip as well, and its cases are counted', async () => {
    const zip = join(folder, 'county.zip')
    await writeFile(zip, await zipFolder(writeCountyFixture(await own('zipped'))))
    const { tally, rows } = await make('county', { assets: { 'county.zip': zip } })
    expect(rows).toBe(COUNTY_LINES.length - 4 - 1)
    expect(tally.cases).toEqual({ 'key.merged_identical': 1, 'key.tied_told_by_facts': 2 })
    expect(tally.rejects).toEqual({
      'permits.without_location': {
        count: 2,
        example: 'Fixture County permits (fictional), row 9: it has no usable coordinates',
      },
      'permits.no_number': { count: 1, example: expect.stringContaining('PERMIT NO') },
      'geometry.out_of_range': { count: 1, example: expect.stringContaining('-72, 95') },
      'permits.unreadable_cost_usd': { count: 1, example: 'permit B-3: "20K"' },
      'permits.unreadable_issued_at': { count: 1, example: 'permit B-8: "02/30/2024"' },
    })
  })
})

test('no column is read that the mapping does not name', async () => {
  for (const place of ['county', 'town', 'city'] as const) {
    const text = JSON.stringify(await readPermitRows(await knownOf(place)))
    expect(text).not.toMatch(/SOMEBODY|R99-0001/)
  }
})

test('the same permits in another order are the same rows', async () => {
  const turned = await make('county', { county: [COUNTY_LINES.toReversed()] })
  expect(await readPermitRows(turned)).toEqual(await readPermitRows(await knownOf('county')))
})

test('every partition of the project agrees with its mappings', async () => {
  const partitions = await permits.partitions()
  expect(partitions.size).toBeGreaterThan(1)
  for (const [id, { feeds }] of partitions)
    for (const { mapping, kind } of feeds) {
      const { location } = await readPermitMapping(mapping)
      const isTable = kind === 'csv' || kind === 'socrata_json'
      if (isTable) expect(location, `${id} ${mapping}`).not.toBeNull()
    }
})

test('no mapping of the project reads a column of people', async () => {
  const partitions = await permits.partitions()
  const mappings = new Set(
    [...partitions.values()].flatMap(({ feeds }) => feeds.map(({ mapping }) => mapping)),
  )
  for (const id of mappings) {
    const names = columnsRead(await readPermitMapping(id), true).flatMap((column) => column.names)
    expect(names.filter((name) => /owner|applicant|contact|contractor|name$/i.test(name))).toEqual(
      names.filter((name) => /street.?name/i.test(name)),
    )
  }
})

describe('a GeoJSON feed', () => {
  test.each([
    ['next to its features', { ...CITY_FEATURES, exceededTransferLimit: true }],
    ['in its properties', { ...CITY_FEATURES, properties: { exceededTransferLimit: true } }],
  ])('that states %s that there is more is named', async (_, city) => {
    const { coverage, rows } = await make('city', { city })
    expect(coverage.feeds_unavailable).toEqual(['Fixture City permits (fictional)'])
    expect(rows).toBe(1)
  })

  test('in another frame by its crs member is read in it', async () => {
    const [feature] = CITY_FEATURES.features
    const geometry = { type: 'Point', coordinates: [-8006206.26, 3503549.84] }
    const city = {
      ...CITY_FEATURES,
      crs: { type: 'name', properties: { name: 'EPSG:3857' } },
      features: [{ ...feature, geometry }],
    }
    const [{ point }] = await readPermitRows(await make('city', { city }))
    const [lng, lat] = point!.map((side) => side / 1e7)
    // x / R and the Gudermannian of y / R, in degrees.
    expect(lng).toBeCloseTo((-8006206.26 / 6378137) * (180 / Math.PI), 6)
    expect(lat).toBeCloseTo((2 * Math.atan(Math.exp(3503549.84 / 6378137)) * 180) / Math.PI - 90, 6)
  })
})

/**
 * Rows of Chicago's dataset as its resource API writes them: field names and forms as in
 * https://data.cityofchicago.org/resource/ydr8-5enu.json, the values made up.
 */
const CHICAGO_ROWS = [
  {
    id: '9000001',
    permit_: '900000001',
    permit_status: 'ACTIVE',
    permit_milestone: 'PERMIT ISSUED',
    permit_type: 'PERMIT - SIGNS',
    review_type: 'SIGN PERMIT',
    application_start_date: '2024-03-08T00:00:00.000',
    issue_date: '2024-09-18T00:00:00.000',
    street_number: '1',
    street_direction: 'N',
    street_name: 'NOWHERE AVE',
    work_description: 'A FICTIONAL SIGN',
    reported_cost: '5500',
    contact_1_type: 'OWNER OCCUPIED',
    contact_1_name: 'SOMEBODY',
    latitude: '41.9',
    longitude: '-87.65',
    location: { type: 'Point', coordinates: [-87.65, 41.9] },
  },
  // Fields without a value are left out of a row.
  { id: '9000002', permit_: '900000002', permit_type: 'PERMIT - EASY PERMIT PROCESS' },
]

describe('rows of Socrata’s resource API', () => {
  async function makeChicago(rows: unknown) {
    const asset = await own('chicago')
    await writeFile(join(asset, 'rows.json'), JSON.stringify(rows))
    const feed = { name: 'Rows', asset: 'rows.json', mapping: 'chicago', kind: 'socrata_json' }
    return await make('city', {
      definition: PermitsPartition.parse({ ...PARTITIONS.city, feeds: [feed] }),
      assets: { 'rows.json': asset },
      mappingOf: readPermitMapping,
    })
  }

  test('are read by the mapping that reads the portal’s CSV', async () => {
    const made = await makeChicago(CHICAGO_ROWS)
    expect(await readPermitRows(made)).toMatchObject([
      {
        values: {
          permit_number: '900000001',
          permit_type: 'PERMIT - SIGNS',
          status: 'ACTIVE',
          address: '1 N NOWHERE AVE',
          applied_at: '2024-03-08',
          issued_at: '2024-09-18',
          cost_usd: 5500,
          url: 'https://data.cityofchicago.org/resource/ydr8-5enu.json?permit_=900000001',
        },
        point: [-876500000, 419000000],
      },
    ])
    expect(made.tally.rejects['permits.without_location'].count).toBe(1)
  })

  test('may be an error in place of a list', async () => {
    const error = { message: 'No such column: nosuch', errorCode: 'query.soql.no-such-column' }
    await expect(makeChicago(error)).rejects.toThrow(
      /query\.soql\.no-such-column: No such column: nosuch/,
    )
    await expect(makeChicago({ rows: [] })).rejects.toThrow('it is not a list of rows')
  })
})

describe('a partition file', () => {
  const feed = { name: 'A feed', asset: 'a.csv', mapping: 'county', kind: 'csv' }
  test.each([
    ['a feed without an asset and without a word why', { ...feed, asset: null }],
    ['a feed with an asset that is called unavailable', { ...feed, unavailable: 'It was down.' }],
    ['a feed of one member and of several pages', { ...feed, member: 'a', pages: '*.csv' }],
    ['pages without a star', { ...feed, pages: 'a.csv' }],
    ['a name that would be taken for two', { ...feed, name: 'One; Two' }],
  ])('cannot name %s', (_, wrong) => {
    expect(Feed.safeParse(feed).success).toBe(true)
    expect(Feed.safeParse(wrong).success).toBe(false)
  })

  test('cannot give two feeds one name', () => {
    const both = { ...PARTITIONS.city, feeds: [feed, feed] }
    expect(PermitsPartition.safeParse(both).success).toBe(false)
  })
})

test('pages are read in the order of their numbers, also as assets of their own', async () => {
  const pages = Array.from({ length: 11 }, (_, i) => (i === 10 ? TOWN_PAGES[1] : TOWN_PAGES[0]))
  // page_10 is the last one, and states it.
  const numbered = await make('town', { town: [pages] })
  expect(numbered.coverage.feeds_unavailable).toEqual([WORKS_FEED])
  const [asPages, works] = PARTITIONS.town.feeds
  const listed: Feed = { ...asPages, pages: undefined, asset: ['a.json', 'b.json'] }
  const assets: Record<string, string> = {}
  for (const [i, name] of ['a.json', 'b.json'].entries()) {
    assets[name] = join(folder, `listed-${name}`)
    await mkdir(assets[name])
    await writeFile(join(assets[name], name), JSON.stringify(TOWN_PAGES[i]))
  }
  const definition = { ...PARTITIONS.town, feeds: [listed, works] }
  const made = await make('town', { definition, assets })
  expect(await readPermitNumbers(made)).toEqual(['T-1', 'T-2', 'T-3'])
  expect(made.coverage.feeds_unavailable).toEqual([WORKS_FEED])
})
