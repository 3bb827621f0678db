import { describe, expect, test } from 'vitest'
import { tokenize } from './tokens.ts'
import { splitUnit, unitOf } from './unit.ts'

/** Texts behind a street, and their unit. */
const UNITS: [text: string, unit: string][] = [
  ['APT 2B', '2b'],
  ['Unit 2B', '2b'],
  ['#2B', '2b'],
  ['# 2B', '2b'],
  ['APT # 2B', '2b'],
  ['APT 2-B', '2b'],
  ['APT2B', '2b'],
  ['APT 002', '2'],
  ['STE 100-A', '100a'],
  ['Suite C-4', 'c4'],
  ['UNIT 2-14', '2-14'],
  ['BLDG 2 APT 14', '2-14'],
  ['Building 2, Apartment 14', '2-14'],
  ['UNIT REAR', 'rear'],
  ['REAR', 'rear'],
  ['PH', 'ph'],
  ['PH1', 'ph1'],
  ['UNIT PH1', 'ph1'],
  ['2ND FL', '2'],
  ['second floor', '2'],
  ['FL 2', '2'],
  ['No. 102', '102'],
  ['Unit C-D', 'cd'],
  ['SUB LOT 25', '25'],
]

describe.each(UNITS)('%s', (text, unit) => {
  test('is the same behind a street and in a unit column', () => {
    const behind = splitUnit(['oak', 'dr', ...tokenize(text)])
    expect(behind).toEqual({ words: ['oak', 'dr'], unit })
    expect(unitOf(tokenize(text))).toBe(unit)
  })
})

test.each([
  'unit st',
  'floor dr',
  'lot ln',
  'space center blvd',
  'front st',
  'upper nannyberry ln',
  'office park dr',
  'oak unit dr',
  'old trailer rd',
])('%s has no unit', (street) => {
  expect(splitUnit(street.split(' '))).toEqual({ words: street.split(' '), unit: null })
})

test('building 1 flat 12 and building 11 flat 2 are two', () => {
  expect(unitOf(tokenize('BLDG 1 APT 12'))).not.toBe(unitOf(tokenize('BLDG 11 APT 2')))
})

test.each(['', '#', '/'])('%j is not a unit', (text) => {
  expect(unitOf(tokenize(text))).toBeNull()
})

test('a column without a designator is the unit', () => {
  expect(unitOf(tokenize('4-B'))).toBe('4b')
  expect(unitOf(tokenize('0'))).toBe('0')
})
