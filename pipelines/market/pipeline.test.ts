import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketObservations, marketPoints } from '../../layers/market/tables.ts'
import type { Table } from '../../packs/table.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import {
  LISTINGS,
  type Listing,
  listing,
  ndjson,
  POINTS_CSV,
  RESO_CSV,
  writeLimitsFixture,
} from '../../tests/fixtures/market/listings.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { MarketMapping } from './mapping.ts'
import { MarketPartition, market } from './pipeline.ts'

const BASE = {
  lock: 'sample-county',
  county: FIXTURE_COUNTY,
  coverage: { asset: 'fixture', member: 'limits.shp' },
  note: 'Fictional',
}
const fixtureFile = (member: string) => ({ asset: 'fixture', member })
const LISTED = { ...BASE, mapping: 'sample-listings', file: fixtureFile('observations.ndjson') }
const POINTS = { ...BASE, mapping: 'sample-points', file: fixtureFile('observations.csv') }
const RESO = {
  ...BASE,
  mapping: 'reso-property',
  file: fixtureFile('listings.csv'),
  coverage: null,
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-market-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Made = Map<string, PartitionTable>

async function make(
  partition: string,
  definition: typeof LISTED | typeof RESO,
  content: string | Buffer,
  secret?: string,
): Promise<Made> {
  const files = await mkdtemp(join(folder, 'files-'))
  await writeFile(join(files, definition.file.member), content)
  if (definition.coverage) writeLimitsFixture(files)
  const parsed = MarketPartition.parse(definition)
  return runFixture(market, parsed, { folder, partition, assets: { fixture: files }, secret })
}
const listed = (content: string | Buffer, secret?: string) =>
  make('listings', LISTED, content, secret)
let known: Promise<Made> | undefined
/** The listings of the fixture, made once. */
function knownListings(): Promise<Made> {
  known ??= listed(ndjson())
  return known
}
const rowsOf = async (made: Made, table: Table) => parquetRows(table, made.get(table.name)!.file)
const fixtureOf = (table: Table, partition: string) =>
  fixtureRows(readFixture('market'), table).filter(({ values }) => values.partition === partition)

/** The one observation that is made of one object. */
async function oneOf(object: Listing) {
  const made = await listed(JSON.stringify(object))
  const [row] = await rowsOf(made, marketObservations)
  return { row: row.values, tally: made.get('market_observations')!.tally }
}

describe('a provider’s file', () => {
  test('of JSON lines becomes the rows of the fixture: by parcel, and by point', async () => {
    const made = await knownListings()
    for (const table of [marketObservations, marketPoints]) {
      const expected = fixtureOf(table, 'listings')
      expect(await rowsOf(made, table)).toEqual(expected)
      expect(made.get(table.name)!.rows).toBe(expected.length)
    }
  })

  test('as CSV becomes the rows of the fixture; a table without rows is not made', async () => {
    const points = await make('points', POINTS, POINTS_CSV)
    expect(await rowsOf(points, marketPoints)).toEqual(fixtureOf(marketPoints, 'points'))
    expect([...points.keys()]).toEqual(['market_points'])
    const reso = await make('reso', RESO, RESO_CSV)
    expect(await rowsOf(reso, marketObservations)).toEqual(fixtureOf(marketObservations, 'reso'))
    expect([...reso.keys()]).toEqual(['market_observations'])
  })

  test('is counted: refused, left out, unknown, and texts with an id of the county', async () => {
    const made = await knownListings()
    const { rejects, cases } = made.get('market_observations')!.tally
    expect(rejects).toEqual({
      'market.unknown_home_type': { count: 1, example: 'line 14: "CASTLE"' },
      'market.unknown_home_status': { count: 1, example: 'line 14: "SEE_REMARKS"' },
      'market.unreadable_bathrooms': { count: 1, example: 'line 14: "-1"' },
      'market.unreadable_estimated_rent_monthly': { count: 1, example: 'line 14: not one value' },
      'market.unreadable_last_sold_at': { count: 1, example: 'line 14: "2011-02-30"' },
      'market.unreadable_days_on_market': { count: 1, example: 'line 14: "soon"' },
      'market.unreadable_listing_url': { count: 1, example: 'line 14: "javascript:alert(1)"' },
      'market.county_id_in_observation_id': { count: 1, example: 'line 27' },
      'market.county_id_in_zpid': { count: 1, example: 'line 28' },
      'market.county_id_in_listing_url': { count: 2, example: 'line 27' },
      'market.unreadable_lat': { count: 1, example: 'line 35: "95"' },
      'market.no_place': { count: 4, example: 'line 32: neither a parcel id nor coordinates' },
      'market.no_as_of': { count: 1, example: 'line 36: it has no time' },
      'market.unreadable_as_of': { count: 1, example: 'line 37: "last week"' },
      'market.unreadable_line': { count: 2, example: 'line 40: it is not a JSON object' },
    })
    expect(cases).toEqual({
      'market.as_of_after_copy': 1,
      'market.other_county': 1,
      'key.merged_identical': 1,
    })
    expect(made.get('market_points')!.tally.rejects).toEqual({})
  })

  test('has no county id and no person, and other secrets give other keys', async () => {
    const made = await knownListings()
    const text = JSON.stringify(
      await Promise.all([marketObservations, marketPoints].map((table) => rowsOf(made, table))),
    )
    const tallies = JSON.stringify([...made.values()].map(({ tally }) => tally))
    expect(text).not.toMatch(/R-1\d\d|not to be read/)
    expect(tallies).not.toMatch(/R-1\d\d|990012345|not to be read/)
    const keysOf = async (from: Made) =>
      (await rowsOf(from, marketObservations)).map(({ values }) => `${values.parcel_key}`)
    const own = new Set(await keysOf(made))
    const others = await keysOf(await listed(ndjson(), 'another one'))
    expect(others.filter((key) => own.has(key))).toEqual([])
  })

  test('gives the same rows whatever the order of its lines', async () => {
    const turned = await listed(ndjson(LISTINGS.toReversed()))
    const straight = await knownListings()
    for (const table of [marketObservations, marketPoints])
      expect(await rowsOf(turned, table)).toEqual(await rowsOf(straight, table))
  })

  test('of several counties takes the county of each row; of one leaves the others out', async () => {
    const { county: _, ...base } = LISTED
    const far = { ...listing('o-2', 'R-100', '2025-01-01'), parcel: { apn: 'R-100', fips: 1003 } }
    const lost = { ...listing('o-3', 'R-100', '2025-01-01'), parcel: { apn: 'R-100' } }
    const lines = [listing('o-1', 'R-100', '2025-01-01'), far, lost]
    const made = await make('all', { ...base, area: 'Anywhere' } as never, ndjson(lines))
    const { file, tally } = made.get('market_observations')!
    const rows = (await parquetRows(marketObservations, file)).map(({ values }) => values)
    expect(rows.map(({ county_fips }) => county_fips)).toEqual(['99009', '01003'])
    expect(rows[0].parcel_key).not.toBe(rows[1].parcel_key)
    expect(tally.rejects['market.no_county'].count).toBe(1)
    const ofOne = (await listed(ndjson(lines))).get('market_observations')!
    expect([ofOne.rows, ofOne.tally.cases]).toEqual([2, { 'market.other_county': 1 }])
  })
})

describe('an observation', () => {
  test('of one id and one time with different values is two rows, and counted as a tie', async () => {
    const twice = [1, 2].map((beds) =>
      listing('o-1', 'R-100', '2025-01-01', { property: { bedrooms: beds } }),
    )
    // The columns that these objects lack must be somewhere in the file.
    const made = await listed(ndjson([...twice, listing('o-2', 'R-100', '2025-01-02')]))
    const rows = await rowsOf(made, marketObservations)
    expect(new Set(rows.map(({ values }) => values.observation_key)).size).toBe(3)
    const { cases } = made.get('market_observations')!.tally
    expect(cases['key.tied_told_by_facts']).toBe(2)
  })

  test('has its id verbatim, also where a number is longer than a double holds', async () => {
    const text = JSON.stringify(listing('o-1', 'X', '2025-01-01')).replace(
      '"home-1"',
      '104030000012345679',
    )
    const made = await listed(text)
    const [{ values }] = await rowsOf(made, marketObservations)
    expect(values.zpid).toBe('104030000012345679')
    // The parcel of that number is the parcel of that text, and not of its neighbour.
    const keys = await Promise.all(
      ['104030000012345679', '104030000012345680', '"104030000012345679"'].map(async (apn) => {
        const line = JSON.stringify(listing('o-1', 'X', '2025-01-01')).replace('"X"', apn)
        const [row] = await rowsOf(await listed(line), marketObservations)
        return row.values.parcel_key
      }),
    )
    expect(keys[0]).toBe(keys[2])
    expect(keys[0]).not.toBe(keys[1])
  })

  test('reads only own keys, and a key with dots in it', async () => {
    const plain = listing('o-1', 'R-100', '2025-01-01')
    const { row } = await oneOf({
      ...plain,
      property: { ...(plain.property as object), type: undefined },
      'property.type': 'CONDO',
    })
    expect(row.home_type).toBe('CONDO')
    const polluted = JSON.stringify(plain).replace('{', '{"__proto__":{"status":"SOLD"},')
    const [bare] = await rowsOf(
      await listed(`${polluted.replace('"status":"FOR_SALE"', '"status":null')}`),
      marketObservations,
    )
    expect(bare.values.home_status).toBeNull()
  })

  test('that has the county’s id where a page should be is counted without it', async () => {
    const { row, tally } = await oneOf(
      listing('o-1', 'R-100', '2025-01-01', { url: 'parcel R-100', photoCount: [1] }),
    )
    expect(row).toMatchObject({ listing_url: null, photo_count: null })
    expect(tally.rejects).toEqual({
      'market.unreadable_photo_count': { count: 1, example: 'line 1: not one value' },
      'market.unreadable_listing_url': { count: 1, example: 'line 1' },
    })
  })

  test('has the page that it names, where that is a public address of the web', async () => {
    const pages = new Map([
      ['https://user:secret@example.com/1', null],
      ['ftp://example.com/1', null],
      ['//example.com/1', null],
      ['https://example.com/a b', 'https://example.com/a%20b'],
      ['', null],
    ])
    const lines = [...pages.keys()].map((url, i) =>
      listing(`o-${i}`, 'R-100', '2025-01-01', { url }),
    )
    const rows = await rowsOf(await listed(ndjson(lines)), marketObservations)
    const found = rows.map(({ values }) => [values.observation_id, values.listing_url])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries([...pages.values()].map((shown, i) => [`o-${i}`, shown])),
    )
  })
})

describe('a file is refused with a reason', () => {
  test('when it is one JSON array, or UTF-16', async () => {
    await expect(listed(JSON.stringify(LISTINGS))).rejects.toThrow(/JSON array/)
    await expect(listed(Buffer.from(`\ufeff${ndjson()}`, 'utf16le'))).rejects.toThrow(/UTF-16/)
  })

  test('when no line has a column of the mapping: the message lists the names of the first', async () => {
    const renamed = ndjson().replaceAll('"estimates"', '"guesses"')
    await expect(listed(renamed)).rejects.toThrow(
      /no line has estimates\.value, estimates\.rentMonthly; the first has observationId, .*guesses/,
    )
    const csv = POINTS_CSV.replace('LAST_SEEN', 'SEEN')
    await expect(make('points', POINTS, csv)).rejects.toThrow(/no column LAST_SEEN; it has/)
  })

  test('and a mapping that reads a person, or half a point, is refused', () => {
    const as_of = { path: 'seen' }
    const check = (columns: object) =>
      MarketMapping.safeParse({ title: 'x', format: 'csv', columns: { as_of, ...columns } })
    const parcel_id = { path: 'apn' }
    expect(check({ parcel_id }).success).toBe(true)
    for (const path of ['listingAgent.name', 'OWNER_1', 'ContactEmail'])
      expect(check({ parcel_id, home_type: { path } }).success).toBe(false)
    expect(check({ lat: { path: 'y' } }).success).toBe(false)
    expect(check({}).success).toBe(false)
  })
})
