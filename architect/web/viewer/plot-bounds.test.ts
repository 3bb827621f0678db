import { expect, test } from 'vitest'
import type { Bounds } from './orbit.ts'
import { framedBoxes, shadedBounds } from './plot-bounds.ts'

const HOUSE: Bounds = { min: [-6, -0.2, -4], max: [6, 8, 4] }
const box = (half: number): Bounds => ({ min: [-half, -1, -half], max: [half, 1, half] })

test('a plot near the house is in the picture of it', () => {
  expect(framedBoxes(HOUSE, box(10))).toEqual([HOUSE, box(10)])
})

test('a plot that is far larger than the house is not: the house would be small', () => {
  expect(framedBoxes(HOUSE, box(40))).toEqual([HOUSE])
})

test('shadows fall on the plot near the house, and on all of the house', () => {
  expect(shadedBounds(HOUSE, box(10)).max).toEqual([10, 8, 10])
  expect(shadedBounds(HOUSE, box(40)).max).toEqual([18, 8, 18])
  expect(shadedBounds(HOUSE, box(1))).toEqual(HOUSE)
})
