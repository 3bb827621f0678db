import { expect, test } from 'vitest'
import {
  centroid,
  contains,
  counterClockwise,
  type Polygon,
  selfIntersection,
  signedArea,
} from './polygon.ts'

const SQUARE: Polygon = [
  [0, 0],
  [2, 0],
  [2, -2],
  [0, -2],
]

test('east, then north is counter-clockwise as seen from above', () => {
  expect(signedArea(SQUARE)).toBe(4)
  expect(counterClockwise([...SQUARE].reverse())).toEqual([
    [0, -2],
    [0, 0],
    [2, 0],
    [2, -2],
  ])
})

test('a bow tie crosses itself in its middle, a square nowhere', () => {
  expect(selfIntersection(SQUARE)).toBeNull()
  expect(selfIntersection([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]])).toEqual([1, -1])
})

test('an edge that folds back on its neighbour, or a corner on another edge, is a crossing', () => {
  expect(
    selfIntersection([
      [0, 0],
      [2, 0],
      [1, 0],
      [1, -1],
    ]),
  ).not.toBeNull()
  expect(
    selfIntersection([
      [0, 0],
      [2, 0],
      [2, -2],
      [1, 0],
      [0, -2],
    ]),
  ).not.toBeNull()
})

test('the border belongs to it only within the tolerance', () => {
  expect(contains(SQUARE, [2.05, -1], 0.1)).toBe(true)
  expect(contains(SQUARE, [2.05, -1])).toBe(false)
  expect(centroid(SQUARE)).toEqual([1, -1])
})
