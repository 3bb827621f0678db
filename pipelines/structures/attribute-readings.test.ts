import { expect, test } from 'vitest'
import { datesOf, numberOf, positiveOf, textOf } from './attribute-readings.ts'

test.each([
  ['2019-03-20', '2019-03-20'],
  ['2019/03/20', '2019-03-20'],
  ['2019-03-20T00:00:00', '2019-03-20'],
  ['2019/03/20 00:00:00+00', '2019-03-20'],
  ['3/20/2019-3/28/2019', '2019-03-20/2019-03-28'],
  ['12/1/2019-3/28/2018', '2018-03-28/2019-12-01'],
  ['3/20/2019-3/20/2019', '2019-03-20'],
  ['', null],
  [null, null],
  ['2019', null],
])('the date %j is %j', (written, iso) => {
  expect(datesOf(written)).toBe(iso)
})

test('blanks, hyphens, -99999 and a source’s word for unknown are not texts', () => {
  for (const none of ['', '  ', '-', '-99999', '-9999', null, 'Unclassified'])
    expect(textOf(none, ['Unclassified'])).toBeNull()
  expect(textOf(' Residential ')).toBe('Residential')
  expect(textOf('0')).toBe('0')
})

test('-99999 and -9999 are not numbers; 0 is one, but not a height, area or year', () => {
  for (const none of [-99999, '-99999.0', -9999, '', null, 'none'])
    expect(numberOf(none)).toBeNull()
  expect(numberOf(0)).toBe(0)
  expect(numberOf('-1.5')).toBe(-1.5)
  for (const none of [0, -1, -99999, null]) expect(positiveOf(none)).toBeNull()
  expect(positiveOf('6.5')).toBe(6.5)
})
