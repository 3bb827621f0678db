import { expect, test } from 'vitest'
import { formatMargin, marginPoints } from './margins.ts'

const margin = (hits: number, looked: number, of: number | null = null) =>
  formatMargin({ hits, looked, of })

test('a margin follows from how many were looked at, whatever there is', () => {
  expect(margin(620, 1000)).toBe('± 3')
  expect(margin(50, 100)).toBe('± 10')
  // A town of 1.2 % of a county.
  expect(margin(12, 1000)).toBe('± 0.9')
})

test('none of a thousand is not nothing, and all is not everything', () => {
  // Wilson's range of 0 of 1,000 ends at 0.38 %.
  expect(marginPoints({ hits: 0, looked: 1000, of: null })).toBeCloseTo(0.383, 3)
  expect(margin(0, 1000)).toBe('+ 0.4')
  expect(margin(1000, 1000)).toBe('− 0.4')
  expect(margin(4, 4)).toBe('− 49')
})

test('most of a number errs less than a few, and all of it not at all', () => {
  expect(margin(150, 300, 5_006)).toBe('± 5')
  expect(margin(150, 300, 310)).toBe('± 1')
  expect(margin(150, 300, 300)).toBeNull()
  expect(margin(0, 0)).toBeNull()
})
