import { expect, test } from 'vitest'
import { ORDINAL_NUMBERS, ordinalNumber, ordinalOf, ordinalsJoined } from './ordinals.ts'

test('a number, its ordinal and its ordinal word are the same number, from 1 to 99', () => {
  expect(new Set(ORDINAL_NUMBERS.values()).size).toBe(99)
  for (let number = 1; number <= 99; number++) {
    const [word] = [...ORDINAL_NUMBERS].find(([, value]) => value === number)!
    for (const text of [`${number}`, `0${number}`, ordinalOf(`${number}`), word])
      expect(ordinalNumber(text)).toBe(`${number}`)
  }
})

test.each([
  ['1', '1st'],
  ['2', '2nd'],
  ['3', '3rd'],
  ['11', '11th'],
  ['12', '12th'],
  ['13', '13th'],
  ['21', '21st'],
  ['111', '111th'],
  ['122', '122nd'],
])('the ordinal of %s is %s', (number, ordinal) => {
  expect(ordinalOf(number)).toBe(ordinal)
})

test('an ordinal that a hyphen split into two words is joined', () => {
  expect(ordinalsJoined(['twenty', 'first', 'st'])).toEqual(['twentyfirst', 'st'])
  expect(ordinalsJoined(['twenty', 'oaks', 'first'])).toEqual(['twenty', 'oaks', 'first'])
  expect(ordinalsJoined(['forty', 'tenth'])).toEqual(['forty', 'tenth'])
})

test.each(['0', '00', '1a', '1/2', 'one', 'sixteen', '', '-1', 'th'])(
  '%j is not an ordinal',
  (word) => {
    expect(ordinalNumber(word)).toBeNull()
  },
)
