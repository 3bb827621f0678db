import { expect, test } from 'vitest'
import { houseNumberOf, numbersPlain, parseHouseNumber, parseTypedNumber } from './house-number.ts'

test.each([
  ['12', '12', 12],
  ['00012', '12', 12],
  ['12a', '12a', 12],
  ['12A', '12a', 12],
  ['12-34', '12-34', 12],
  ['12–34', '12-34', 12],
  ['12 1/2', '12 1/2', 12],
  ['12-1/2', '12 1/2', 12],
  ['12½', '12 1/2', 12],
  ['12 ¾', '12 3/4', 12],
  [' 999999 ', '999999', 999_999],
])('the column %j is house number %s', (column, text, value) => {
  expect(houseNumberOf(column)).toEqual({ text, value })
})

test.each([
  null,
  '',
  ' ',
  '0',
  '000',
  '0A',
  '-5',
  '1234567',
  'A12',
  '12 B',
  '12 Main',
  'One',
  '1/2',
])('the column %j has no house number: 0 is vacant land', (column) => {
  expect(houseNumberOf(column === null ? null : column)).toBeNull()
})

test('a person may spell a number out; in a file Two Rivers is not a house', () => {
  expect(parseTypedNumber(['one', 'main', 'st'])).toEqual({
    number: { text: '1', value: 1 },
    wordCount: 1,
  })
  expect(parseHouseNumber(['one', 'main', 'st'])).toBeNull()
  expect(parseTypedNumber(['eleven', 'main', 'st'])).toBeNull()
})

test('a fraction behind the number belongs to it, and not behind a letter', () => {
  expect(parseHouseNumber(['12', '1/2', 'elm', 'st'])?.wordCount).toBe(2)
  expect(parseHouseNumber(['12a', '1/2', 'elm', 'st'])).toEqual({
    number: { text: '12a', value: 12 },
    wordCount: 1,
  })
  expect(parseHouseNumber(['12', '1/8'])?.number.text).toBe('12')
})

test('hyphens between whole numbers and ZIP codes are left as they are', () => {
  expect(numbersPlain('12-34 Elm St, 99801-1234')).toBe('12-34 Elm St, 99801-1234')
})
