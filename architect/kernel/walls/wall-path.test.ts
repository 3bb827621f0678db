import { expect, test } from 'vitest'
import { distance, leftOf } from '../../geometry/point.ts'
import { wallPath } from './wall-path.ts'

test('a half circle to the left of its chord is pi times its radius long', () => {
  // Walking east, left is north: the arc's middle is at z = -2.
  const path = wallPath({ start: [-2, 0], end: [2, 0], sagitta: 2 })
  expect(path.length).toBeCloseTo(2 * Math.PI, 9)
  expect(distance(path.at(path.length / 2), [0, -2])).toBeLessThan(1e-9)
  expect(distance(path.direction(path.length / 2), [1, 0])).toBeLessThan(1e-9)
  expect(distance(path.direction(0), [0, -1])).toBeLessThan(1e-9)
  expect(path.arc!.radius).toBeCloseTo(-2, 9)
})

test('an arc to the right mirrors the one to the left', () => {
  const left = wallPath({ start: [0, 0], end: [3, 0], sagitta: 0.7 })
  const right = wallPath({ start: [0, 0], end: [3, 0], sagitta: -0.7 })
  expect(right.length).toBeCloseTo(left.length, 12)
  for (const share of [0, 0.2, 0.7, 1]) {
    const [x, z] = left.at(left.length * share)
    expect(distance(right.at(right.length * share), [x, -z])).toBeLessThan(1e-9)
  }
})

test('an arc of more than half a circle ends where it must', () => {
  const path = wallPath({ start: [0, 0], end: [1, 0], sagitta: 3 })
  expect(path.at(path.length)).toEqual([1, 0])
  expect(distance(path.at(path.length / 2), [0.5, -3])).toBeLessThan(1e-9)
  const corners = path.corners()
  const walked = corners.slice(1).reduce((sum, { at }, i) => sum + distance(at, corners[i].at), 0)
  expect(walked).toBeLessThan(path.length)
  expect(walked).toBeGreaterThan(path.length * 0.99)
})

test('to the left of a wall that goes east is north', () => {
  const path = wallPath({ start: [0, 0], end: [4, 0], sagitta: 0 })
  expect(leftOf(path.direction(1))[1]).toBe(-1)
  expect(path.at(1.5)).toEqual([1.5, 0])
})
