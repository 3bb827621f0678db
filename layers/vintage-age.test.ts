import { expect, test } from 'vitest'
import { vintageAge, vintageYears } from './vintage-age.ts'

const DAY = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2013', '13 years old'],
  ['2025-03-01', '1 year old'],
  ['2026', 'of this year'],
  ['2017 (us-atlas 3.0.1)', '9 years old'],
  ['effective 1990 to 2004', '22 years old'],
  ['1990s', '27 to 36 years old'],
  ['2020s', '0 to 6 years old'],
  ['2009 or earlier', 'at least 17 years old'],
  ['native columns, before 2022', 'at least 4 years old'],
  ['not stated, 2019 or later', 'at most 7 years old'],
  ['2026 or later', 'at most 0 years old'],
  ['1:2000 of 1998', '28 years old'],
  ['after 1990s', '27 to 36 years old'],
  ['generated', null],
  ['2031 draft', null],
])('data of the vintage %s is %s', (vintage, age) => {
  expect(vintageAge(vintage, DAY)).toBe(age)
})

test('there is no age on an invalid day', () => {
  expect(vintageAge('2013', new Date(''))).toBeNull()
})

test('a year is four digits that are not part of a longer number or word', () => {
  expect(vintageYears('Q3 of 12019, sheet 20251, form 2013B')).toBeNull()
  expect(vintageYears('SSURGO 2024-09-12')).toEqual({ from: 2024, to: 2024 })
})
