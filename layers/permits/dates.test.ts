import { expect, test } from 'vitest'
import { DATE_FORMATS, readDate } from './dates.ts'
import { safeLink } from './permit-link.ts'

test.each([
  ['1850-01-01', '1850-01-01'],
  ['12/31/2100', '2100-12-31'],
  ['1849-12-31', null],
  ['01/01/2101', null],
  ['1016-03-22', null],
  ['02/30/2016', null],
  ['02/29/2016', '2016-02-29'],
  ['1000000000000', '2001-09-09'],
  ['1000000000', '1970-01-12'],
  // Milliseconds have ten digits at least.
  ['999999999', null],
])('%s is the day %s', (text, day) => {
  expect(readDate(text, DATE_FORMATS)).toBe(day)
})

test('a link of 2,000 characters is valid, and a longer one is not', () => {
  const link = (characters: number) => 'https://example.com/'.padEnd(characters, 'a')
  expect(safeLink(link(2_000))).toBe(link(2_000))
  expect(safeLink(link(2_001))).toBeNull()
})
