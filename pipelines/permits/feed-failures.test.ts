import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StepError } from '../../terminal/step-error.ts'
import {
  buildPermitsFixture,
  type FixtureFeeds,
  readPermitNumbers,
} from '../../tests/fixtures/permits/feed-run.ts'
import {
  CITY_FEED,
  COUNTY_HEADER,
  PARTITIONS,
  TOWN_FEED,
  TOWN_PAGES,
  WORKS_ERROR,
  WORKS_FEED,
} from '../../tests/fixtures/permits/permit-feeds.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { Feed } from './feed.ts'
import type { PermitsPartition } from './pipeline.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-permit-feeds-'))
})
afterAll(() => rm(folder, { recursive: true }))

const own = (name: string) => mkdtemp(join(folder, `${name}-`))
const make = (partition: keyof typeof PARTITIONS, changes?: Partial<FixtureFeeds>) =>
  buildPermitsFixture(folder, partition, changes)

describe('a feed that cannot be read whole', () => {
  const [first, second] = TOWN_PAGES
  const HTML = '<!DOCTYPE html><html><body>Sign in</body></html>'
  const SOCRATA = { code: 'dataset.missing', error: true, message: 'Not found' }

  const DEEP = `{"attributes":{"A":${'['.repeat(99_999)}${']'.repeat(99_999)}}}`

  const ANSWERS: [string, unknown, RegExp][] = [
    ['answered an error of ArcGIS', WORKS_ERROR, /500: Error performing query operation/],
    ['answered an error of Socrata', SOCRATA, /dataset\.missing: Not found/],
    ['answered a page of a web site', HTML, /is an HTML page/],
    ['was cut short', '{"features":[{"attr', /not JSON, or was cut short/],
    ['answered nothing', '', /is empty/],
    ['has no features', { count: 3 }, /has no features/],
    [
      'lacks the columns of its mapping',
      { ...first, features: [{ attributes: { OBJECTID: 1 }, geometry: { x: 1, y: 1 } }] },
      /no column PermitNum, PermitType.*it has OBJECTID/,
    ],
    [
      'does not state its frame',
      { ...first, spatialReference: undefined },
      /does not state its coordinate system/,
    ],
    [
      'states an unknown frame',
      { ...first, spatialReference: { wkid: 999_999 } },
      /ESRI:999999" is not known/,
    ],
    ['is nested too deep', `{"features":[${DEEP}]}`, /nested too deep/],
    [
      'is an error nested too deep',
      `{"error":{"messages":${'['.repeat(99_999)}1${']'.repeat(99_999)}}}`,
      /nested too deep/,
    ],
    [
      'lies in a frame by the name of a file',
      { ...first, spatialReference: { wkt: '/etc/hostname' } },
      /"\/etc\/hostname" is not known/,
    ],
  ]
  const played = ANSWERS.filter((_, nth) => isLongRun || nth % 3 === 0)
  test.each(played)('because it %s is named, and the others answer', async (_, works, why) => {
    const { coverage, tally, rows } = await make('town', { town: [TOWN_PAGES, works] })
    expect(coverage.feeds_unavailable).toEqual([WORKS_FEED])
    expect(coverage.note).toMatch(why)
    expect(tally.cases['permits.feed_unavailable']).toBe(1)
    expect(rows).toBe(3)
  })

  test('is not a feed that answered without a permit', async () => {
    const none = { ...first, features: [], exceededTransferLimit: undefined }
    const { coverage } = await make('town', { town: [TOWN_PAGES, none] })
    expect(coverage.feeds_unavailable).toEqual([])
    expect(coverage.note).toContain(`${WORKS_FEED}: no permit.`)
  })

  test('is not a feed that has rows of nothing, or an error of null', async () => {
    const works = {
      ...first,
      ...{ error: null, fields: [null], exceededTransferLimit: undefined },
      features: [null, ...first.features],
    }
    const { coverage, tally } = await make('town', { town: [TOWN_PAGES, works] })
    expect(coverage.feeds_unavailable).toEqual([])
    expect(coverage.note).toContain(`${WORKS_FEED}: permits issued from`)
    expect(Object.keys(tally.rejects)).toContain('permits.without_location')
  })

  test('because its last page states that there is more retains the pages that were read', async () => {
    const made = await make('town', { town: [[second, first]] })
    expect(made.coverage.feeds_unavailable).toEqual([TOWN_FEED, WORKS_FEED])
    expect(made.coverage.note).toContain('its last page states that there is more')
    expect(await readPermitNumbers(made)).toEqual(['T-1', 'T-2', 'T-3'])
  })

  test.each([
    ['limit=2', [CITY_FEED]],
    ['limit=3', []],
  ])(
    'because it is full to %s of its URL retains the rows that were read',
    async (limit, unavailable) => {
      const urls = { 'city.geojson': `https://example.com/permits?${limit}` }
      const made = await make('city', { urls })
      expect(made.coverage.feeds_unavailable).toEqual(unavailable)
      expect(made.coverage.note.includes('exactly 2 rows, which is limit=2')).toBe(
        limit === 'limit=2',
      )
      expect(await readPermitNumbers(made)).toEqual(['C-1'])
    },
  )

  test('because one of its pages is an error retains the other pages', async () => {
    const made = await make('town', { town: [[first, WORKS_ERROR, second]] })
    expect(made.coverage.feeds_unavailable).toEqual([TOWN_FEED, WORKS_FEED])
    expect(await readPermitNumbers(made)).toEqual(['T-1', 'T-2', 'T-3'])
  })

  test('because it is a table and its file is JSON, or of other columns, is named', async () => {
    const two = {
      ...PARTITIONS.county,
      feeds: [
        ...PARTITIONS.county.feeds,
        { ...PARTITIONS.county.feeds[0], name: 'The other', asset: 'other.zip' },
      ],
    }
    const answers: [string, RegExp][] = [
      [JSON.stringify(SOCRATA), /it is JSON, not a table/],
      [HTML, /is an HTML page/],
      ['A,B\n1,2\n', /no column PERMIT NO or permit_no, TYPE/],
      [`${COUNTY_HEADER}\n"B-1,open`, /a quote that line 2 opens is never closed/],
    ]
    for (const [text, why] of isLongRun ? answers : answers.slice(-2)) {
      const other = await own('other')
      await writeFile(join(other, 'permits.csv'), text)
      const { coverage, rows } = await make('county', {
        definition: two,
        assets: { 'other.zip': other },
      })
      expect(coverage.feeds_unavailable, text).toEqual(['The other'])
      expect(coverage.note).toMatch(why)
      expect(rows).toBe(7)
    }
  })

  const withWorks = (works: Partial<Feed>): PermitsPartition => ({
    ...PARTITIONS.town,
    feeds: [PARTITIONS.town.feeds[0], { ...PARTITIONS.town.feeds[1], ...works }],
  })

  test('because its service was down when the lock was taken is reported with its message', async () => {
    const unavailable = 'Its service did not answer on 2026-01-02.'
    const { coverage } = await make('town', { definition: withWorks({ asset: null, unavailable }) })
    expect(coverage.feeds_unavailable).toEqual([WORKS_FEED])
    expect(coverage.note).toContain(unavailable)
  })

  test('because the lock lacks its asset, or the archive its file, is named', async () => {
    const absence = 'the lock fixture has no asset works.zip'
    const lacking = await make('town', {
      definition: withWorks({ asset: 'works.zip' }),
      failing: { 'works.zip': new StepError('find the asset', 'permits/town', absence, 'Others.') },
    })
    expect(lacking.coverage.feeds_unavailable).toEqual([WORKS_FEED])
    expect(lacking.coverage.note).toContain('has no asset works.zip')
    const noFile = await make('town', { definition: withWorks({ member: 'gone.json' }) })
    expect(noFile.coverage.note).toContain('gone.json is not among permits_0.json')
    const noPage = { member: undefined, pages: 'gone_*.json' }
    const unpaged = await make('town', { definition: withWorks(noPage) })
    expect(unpaged.coverage.note).toContain('gone_*.json fits none of its files')
  })

  test('does not hide a failure of the network: the build is made later', async () => {
    const failing = { 'town.zip': new StepError('fetch', 'town.zip', 'did not answer', 'Wait.') }
    await expect(make('town', { failing })).rejects.toThrow('did not answer')
  })

  test('stops the run when there is no other', async () => {
    await expect(make('town', { town: [[WORKS_ERROR]] })).rejects.toMatchObject({
      step: 'read the feeds',
      message: expect.stringMatching(/none of them could be read.*Fixton permits.*Fixton right/),
    })
  })
})

test('rows of a CSV feed may be chosen by a filter, which other kinds refuse', async () => {
  const [feed] = PARTITIONS.county.feeds
  const definition = {
    ...PARTITIONS.county,
    feeds: [{ ...feed, where: `"PERMIT NO" IN ('B-1', 'B-2')` }],
  }
  const made = await make('county', { definition })
  expect(new Set(await readPermitNumbers(made))).toEqual(new Set(['B-1', 'B-2']))
  expect(made.coverage.feeds_unavailable).toEqual([])
  const [city] = PARTITIONS.city.feeds
  expect(Feed.safeParse({ ...city, where: 'a = 1' }).error?.issues[0].message).toMatch(/only a CSV/)
})
