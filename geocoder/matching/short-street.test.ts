import { expect, test } from 'vitest'
import { isShort } from './short-street.ts'

test('a street that reaches at most 200 m from its middle, by numbered sides, is short', () => {
  expect(isShort({ radius_m: 200, range_count: 1 })).toBe(true)
  expect(isShort({ radius_m: 200.1, range_count: 1 })).toBe(false)
  expect(isShort({ radius_m: 10, range_count: 0 })).toBe(false)
})
