import { describe, expect, test } from 'vitest'
import { NOT_ONE_VALUE } from './provider-record.ts'
import {
  blankOr,
  type DateFormat,
  readDate,
  readNumber,
  readText,
  readUrl,
  UNREADABLE,
} from './value-readings.ts'

describe('a text', () => {
  test.each(['', '  ', '-', 'N/A', 'null', 'Undisclosed', '-9999', '<Null>'])(
    '%j means no value',
    (text) => expect(blankOr(text, [])).toBeNull(),
  )

  test('means no value where the mapping lists it, and only there', () => {
    expect(blankOr('0', ['0'])).toBeNull()
    expect(blankOr('0', [])).toBe('0')
    expect(blankOr(undefined, [])).toBeNull()
    expect(blankOr(NOT_ONE_VALUE, [])).toBe(UNREADABLE)
  })

  test('is read without its padding, and a long one is not a kind of home', () => {
    expect(blankOr('  single \n family ', [])).toBe('single family')
    expect(readText('x'.repeat(200))).toBe('x'.repeat(200))
    expect(readText('x'.repeat(201))).toBe(UNREADABLE)
  })
})

describe('a number', () => {
  const rule = { low: 0, high: 1e9 }
  test.each([
    ['412000', 412000],
    ['$412,000', 412000],
    ['1,234,567.50', 1234567.5],
    ['4.12e5', 412000],
    ['.5', 0.5],
    ['-0', 0],
  ])('%j is %d', (text, number) => expect(readNumber(text, rule)).toBe(number))

  test.each(['412k', '1,23', '12 000', '0x10', '-1', '1e10', 'Infinity', '3-4', '$', '1.2.3'])(
    '%j cannot be read',
    (text) => expect(readNumber(text, rule)).toBe(UNREADABLE),
  )

  test('of 0 means no value where 0 is impossible', () => {
    const year = { low: 1500, high: 2200, isWhole: true, isZeroNone: true }
    expect(readNumber('0', year)).toBeNull()
    expect(readNumber('1988.5', year)).toBe(UNREADABLE)
    expect(readNumber('19', year)).toBe(UNREADABLE)
    expect(readNumber('1988', year)).toBe(1988)
  })
})

describe('a time', () => {
  test.each<[string, DateFormat, string | null]>([
    ['2025-06-30', 'iso', '2025-06-30'],
    ['2025-06-30T14:05:09.123Z', 'iso', '2025-06-30T14:05:09Z'],
    ['2025-06-30 23:30:00-05:00', 'iso', '2025-07-01T04:30:00Z'],
    ['2025-06-30T23:30+0530', 'iso', '2025-06-30T18:00:00Z'],
    ['2025-06-30T23:30:00', 'iso', '2025-06-30'],
    ['2024-02-29', 'iso', '2024-02-29'],
    ['6/3/2025', 'month_day_year', '2025-06-03'],
    ['1751292309000', 'epoch_ms', '2025-06-30T14:05:09Z'],
    ['0', 'epoch_ms', null],
  ])('%j as %s is %j', (text, format, time) => expect(readDate(text, format)).toBe(time))

  test.each<[string, DateFormat]>([
    ['2025-02-29', 'iso'],
    ['2025-13-01', 'iso'],
    ['1970-01-01', 'iso'],
    ['1/1/1900', 'month_day_year'],
    ['1', 'epoch_ms'],
    ['2025-06-30T25:00:00Z', 'iso'],
    ['2025-06-30T23:61:00', 'iso'],
    ['30.6.2025', 'iso'],
    ['0001-01-01', 'iso'],
    ['20250630', 'iso'],
    ['31/12/2025', 'month_day_year'],
    ['6/30/25', 'month_day_year'],
    ['2025-06-30', 'epoch_ms'],
    ['9999999999999999', 'epoch_ms'],
  ])('%j as %s cannot be read', (text, format) => expect(readDate(text, format)).toBe(UNREADABLE))
})

test.each([
  ['https://example.com/homes/1?x=1', 'https://example.com/homes/1?x=1'],
  ['HTTP://Example.com', 'http://example.com/'],
])('the page %j is %j', (text, url) => expect(readUrl(text)).toBe(url))

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://a:b@example.com',
  'example.com',
  '/1',
])('%j is not a page', (text) => expect(readUrl(text)).toBe(UNREADABLE))

test('an address longer than browsers accept cannot be read', () => {
  expect(readUrl(`https://example.com/${'x'.repeat(2000)}`)).toBe(UNREADABLE)
})
