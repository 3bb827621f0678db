import { expect, test } from 'vitest'
import { isHouseNumber, splitAddress } from './house-number.ts'

test('a whole address is split after its number: fractions, letters and hyphens belong to it', () => {
  const split = (line: string) => Object.values(splitAddress(line))
  expect(split('129 KNOLLWOOD DR')).toEqual(['129', 'KNOLLWOOD DR'])
  expect(split('12 1/2 MAIN ST')).toEqual(['12 1/2', 'MAIN ST'])
  expect(split('12½ MAIN ST')).toEqual(['12½', 'MAIN ST'])
  expect(split('12A MAIN ST')).toEqual(['12A', 'MAIN ST'])
  expect(split('37-15 73RD ST')).toEqual(['37-15', '73RD ST'])
  expect(split('210 US 221A HWY')).toEqual(['210', 'US 221A HWY'])
})

test('what belongs to the street stays with it', () => {
  const split = (line: string) => Object.values(splitAddress(line))
  // A letter after a blank is a street, or a direction.
  expect(split('12 A ST')).toEqual(['12', 'A ST'])
  expect(split('195 N QUAIL RUN')).toEqual(['195', 'N QUAIL RUN'])
  expect(split('1ST AVE')).toEqual([null, '1ST AVE'])
  expect(split('DEEP HOLLOW TRL')).toEqual([null, 'DEEP HOLLOW TRL'])
  expect(split('363')).toEqual(['363', null])
})

test('0, zeros and words name no house', () => {
  expect(['129', '0129', '12A', '1/2'].map(isHouseNumber)).toEqual([true, true, true, true])
  expect(['0', '000', 'N/A', '', '-'].map(isHouseNumber)).toEqual(Array(5).fill(false))
})
