import { describe, expect, test } from 'vitest'
import { readLock } from '../../catalog/lock.ts'
import { Column } from '../../layers/column-mapping.ts'
import { type DateFormat, readDate } from '../../layers/permits/dates.ts'
import { PermitMapping } from '../../layers/permits/mapping.ts'
import { linkTo, safeLink } from '../../layers/permits/permit-link.ts'
import { nameKey, permitValues, readMoney } from '../../layers/permits/permit-values.ts'
import { pointInColumns } from '../../layers/permits/row-point.ts'
import { Tally } from '../stages/tally.ts'
import { lastDayOf } from './last-day.ts'

describe('dates', () => {
  test.each<[string, DateFormat, string | null]>([
    ['03/22/2016', 'mdy', '2016-03-22'],
    ['3/2/2016', 'mdy', '2016-03-02'],
    ['03/22/2016 12:00:00 AM', 'mdy', '2016-03-22'],
    ['22/03/2016', 'mdy', null],
    ['02/29/2023', 'mdy', null],
    ['02/29/2024', 'mdy', '2024-02-29'],
    ['2016-03-22', 'iso', '2016-03-22'],
    ['2016-03-22T00:00:00.000', 'iso', '2016-03-22'],
    ['2016-03-22T23:30:00Z', 'iso', '2016-03-22'],
    ['2016-13-01', 'iso', null],
    ['1016-03-22', 'iso', null],
    ['9999-09-09', 'iso', null],
    ['1/1/1900', 'mdy', null],
    ['1899-12-30', 'iso', null],
    ['-2209161600000', 'epoch_ms', null],
    ['1970-01-01', 'iso', null],
    ['1970-01-02', 'iso', '1970-01-02'],
    ['2016/03/22 05:00:00+00', 'ymd_slash', '2016-03-22'],
    // Midnight in Chicago and in Honolulu is the same day in UTC.
    [`${Date.UTC(2016, 2, 22, 5)}`, 'epoch_ms', '2016-03-22'],
    [`${Date.UTC(2016, 2, 22, 10)}`, 'epoch_ms', '2016-03-22'],
    [`${Date.UTC(1962, 2, 22)}`, 'epoch_ms', '1962-03-22'],
    ['0', 'epoch_ms', null],
    ['20160322', 'epoch_ms', null],
    ['soon', 'mdy', null],
  ])('%s as %s is %s', (text, format, expected) => {
    expect(readDate(text, [format])).toBe(expected)
  })

  test('are read in any of the formats that the mapping names, and in no other', () => {
    expect(readDate('2016-03-22', ['mdy', 'iso'])).toBe('2016-03-22')
    expect(readDate('2016-03-22', ['mdy', 'epoch_ms'])).toBeNull()
  })
})

describe('a date after our copy was taken', () => {
  const mapping = PermitMapping.parse({
    ...{ title: 'T', authority: 'A', number: { names: ['N'] }, address: [] },
    ...{ issued_at: { names: ['ISSUED'] }, dates: ['mdy'], location: null, url: null },
  })
  const issued = (text: string, lastDay: string | null) => {
    const tally = new Tally()
    const attributes = { N: '7', ISSUED: text }
    const feature = { number: 0, polygons: null, point: null, collapsedRings: 0, attributes }
    const { issued_at } = permitValues(feature as never, { mapping, feed: 'F', lastDay }, tally)
    return [issued_at, tally.rejects['permits.issued_at_after_copy']?.count ?? 0]
  }

  test('is null, and counted: it cannot be known yet', () => {
    expect(issued('12/31/2099', '2026-11-21')).toEqual([null, 1])
    expect(issued('11/21/2026', '2026-11-21')).toEqual(['2026-11-21', 0])
    expect(issued('12/31/2099', null)).toEqual(['2099-12-31', 0])
  })

  test('is one after the day on which the newest part of the lock was taken', async () => {
    expect(await lastDayOf('no-such-lock')).toBeNull()
    const { assets } = await readLock('chicago-permits-2016')
    const day = (await lastDayOf('chicago-permits-2016'))!
    const ahead_ms = assets.map(({ retrieved_at }) => Date.parse(day) - Date.parse(retrieved_at))
    for (const ms of ahead_ms) expect(ms).toBeGreaterThan(0)
    expect(Math.min(...ahead_ms)).toBeLessThanOrEqual(86_400_000)
  })
})

describe('amounts', () => {
  test.each<[string, number | null]>([
    ['$20000.00', 20_000],
    ['20000', 20_000],
    ['$1,250,000.5', 1_250_000.5],
    ['0', 0],
    ['$0.00', 0],
    ['-1', null],
    ['1,25', null],
    ['20K', null],
    ['1e6', null],
    ['$', null],
    ['Infinity', null],
  ])('%s is %s', (text, expected) => {
    expect(readMoney(text)).toBe(expected)
  })
})

describe('links', () => {
  test.each([
    ['100637362', 'https://example.com/?id=100637362'],
    ['PW 9/24', 'https://example.com/?id=PW%209%2F24'],
    ['../../x?y=1&z#', 'https://example.com/?id=..%2F..%2Fx%3Fy%3D1%26z%23'],
    ['$&', 'https://example.com/?id=%24%26'],
    ['é', 'https://example.com/?id=%C3%A9'],
    ['\ud800', 'https://example.com/?id=%EF%BF%BD'],
  ])('of the permit %s are percent-encoded', (id, expected) => {
    expect(linkTo('https://example.com/?id={id}', id)).toBe(expected)
  })

  test.each(['.', '..'])('of a permit %s are null: it would lead to a folder', (id) => {
    expect(safeLink(linkTo('https://example.com/permits/{id}', id))).toBeNull()
  })

  test.each([
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['http://example.com/x', 'http://example.com/x'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//example.com/x', null],
    ['example.com/x', null],
    ['https://somebody:secret@example.com/', null],
    [`https://example.com/${'x'.repeat(2000)}`, null],
  ])('that a feed gives are followed or not: %s', (text, expected) => {
    expect(safeLink(text)).toBe(expected)
  })

  const mapping = {
    title: 'T',
    authority: 'A',
    number: { names: ['N'] },
    address: [],
    dates: ['iso'],
    location: null,
  }
  test.each([
    'ftp://example.com/{id}',
    'javascript:{id}',
    'https://example.com/',
    'https://example.com/{id}/{id}',
  ])('cannot be made from the template %s', (template) => {
    const url = { template, evidence: 'Fictional, for tests of this project only.' }
    expect(PermitMapping.safeParse({ ...mapping, url }).success).toBe(false)
    const right = { ...url, template: 'https://example.com/{id}' }
    expect(PermitMapping.safeParse({ ...mapping, url: right }).success).toBe(true)
  })
})

describe('places in columns', () => {
  const point = (text: string) => pointInColumns({ P: text }, { point: column('p') })
  const column = (name: string) => Column.parse(name)
  test.each([
    ['POINT (-87.6 41.9)'],
    ['(41.9, -87.6)'],
    ['1 N STATE ST\nCHICAGO, IL\n(41.9, -87.6)'],
    ['{"type":"Point","coordinates":[-87.6,41.9]}'],
    ['{"latitude":"41.9","longitude":"-87.6"}'],
  ])('%s', (text) => {
    expect(point(text)).toEqual({ x: -87.6, y: 41.9 })
  })

  test.each(['', 'POINT EMPTY', '{"human_address":"x"}', '{cut', 'null', '(0.0, 0.0)', '[1,2]'])(
    '%j is not a position',
    (text) => {
      expect(point(text)).toBeNull()
    },
  )

  const pair = (lat: string | null, lng: string | null) =>
    pointInColumns({ LAT: lat, LNG: lng }, { lat: column('lat'), lng: column('lng') })
  test.each<[string | null, string | null]>([
    ['', ''],
    [null, null],
    ['41.9', ''],
    ['41.9', 'NaN'],
    ['0', '0.0'],
    ['41.9 N', '87.6 W'],
  ])('%j, %j is not a position', (lat, lng) => {
    expect(pair(lat, lng)).toBeNull()
  })

  test('the equator and the meridian of Greenwich are positions', () => {
    expect(pair('0', '-87.6')).toEqual({ x: -87.6, y: 0 })
    expect(pair('51.5', '0')).toEqual({ x: 0, y: 51.5 })
  })
})

test('names of columns compare without blanks, case and byte order mark', () => {
  expect(nameKey('\ufeffpermit_')).toBe(nameKey('  PERMIT_ '))
})
