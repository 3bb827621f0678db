import { expect, test } from 'vitest'
import { clearWidth } from './clear-width.ts'
import { rotate } from './point.ts'
import type { Polygon } from './polygon.ts'

const rectangle: Polygon = [
  [0, 0],
  [4, 0],
  [4, -1.5],
  [0, -1.5],
]
/** 4 by 3 m less 3 by 2 m: two arms 1 m wide, and a circle in the corner between them. */
const angle: Polygon = [
  [0, 0],
  [4, 0],
  [4, -1],
  [1, -1],
  [1, -3],
  [0, -3],
]

test('the clear width of a rectangle is its shorter side, turned or not', () => {
  expect(clearWidth({ outer: rectangle, holes: [] })).toBe(1.5)
  for (const degrees of [17, 45, 133])
    expect(
      clearWidth({ outer: rectangle.map((at) => rotate(at, degrees)), holes: [] }),
    ).toBeCloseTo(1.5, 2)
})

test('in the corner of two arms a wider circle fits than in either arm', () => {
  // It touches the two outer sides and the inner corner, sqrt 2 from theirs: r = 2 - sqrt 2.
  expect(clearWidth({ outer: angle, holes: [] })).toBeCloseTo(2 * (2 - Math.SQRT2), 2)
})

test('a column in the middle leaves less', () => {
  const hole: Polygon = [
    [1.9, -0.8],
    [2.1, -0.8],
    [2.1, -0.7],
    [1.9, -0.7],
  ]
  const square: Polygon = [
    [1, 0],
    [3, 0],
    [3, -1.5],
    [1, -1.5],
  ]
  const free = clearWidth({ outer: square, holes: [] })
  expect(free).toBe(1.5)
  expect(clearWidth({ outer: square, holes: [hole] })).toBeLessThan(1.2)
})
