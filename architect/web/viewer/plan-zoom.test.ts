import { expect, test } from 'vitest'
import { nextZoom, type Pair, scrollAfter, zoomedSize } from './plan-zoom.ts'

const PHONE: Pair = [390, 600]

test('a plan fits into the width of a phone and into the height of a wide window', () => {
  expect(zoomedSize(PHONE, 4 / 3, 1)).toEqual([390, 292.5])
  expect(zoomedSize([1000, 600], 4 / 3, 1)).toEqual([800, 600])
  expect(zoomedSize(PHONE, 4 / 3, 2)).toEqual([780, 585])
})

test('the middle of the view stays in the middle, larger and smaller again', () => {
  const [whole, large] = [1, 3].map((zoom) => zoomedSize(PHONE, 4 / 3, zoom))
  const middle: Pair = [195, 300]
  const scroll = scrollAfter([0, 0], PHONE, middle, [whole, large])
  expect(scroll[0] + 195).toBeCloseTo(large[0] / 2)
  expect(scroll[1] + 300).toBeCloseTo(large[1] / 2)
  expect(scrollAfter(scroll, PHONE, middle, [large, whole])).toEqual([0, 0])
})

test('the place under two fingers stays under them', () => {
  const [small, large]: [Pair, Pair] = [
    [800, 800],
    [1200, 1200],
  ]
  expect(scrollAfter([100, 50], [400, 400], [300, 100], [small, large])).toEqual([300, 125])
})

test('buttons step from any zoom, and stop at the ends', () => {
  expect([nextZoom(1, 1), nextZoom(1.2, 1), nextZoom(1.2, -1)]).toEqual([1.5, 1.5, 1])
  expect(nextZoom(nextZoom(100, 1), 1)).toBe(nextZoom(100, 1))
  expect(nextZoom(1, -1)).toBe(1)
})
