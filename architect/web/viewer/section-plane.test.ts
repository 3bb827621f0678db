import { expect, test } from 'vitest'
import { clipPlaneOf, isLeft } from './section-plane.ts'

const bounds = { min: [0, 0, 0], max: [10, 6, 8] } as const

test('each section removes its side, and the other one when it is flipped', () => {
  const removed = {
    level: [5, 5, 4],
    north: [5, 3, 7],
    west: [9, 3, 4],
  } as const
  const left = { level: [5, 1, 4], north: [5, 3, 1], west: [1, 3, 4] } as const
  for (const axis of ['level', 'north', 'west'] as const) {
    const plane = clipPlaneOf({ axis, at: 0.5, isFlipped: false }, bounds)
    expect([isLeft(plane, removed[axis]), isLeft(plane, left[axis])], axis).toEqual([false, true])
    const other = clipPlaneOf({ axis, at: 0.5, isFlipped: true }, bounds)
    expect([isLeft(other, removed[axis]), isLeft(other, left[axis])], axis).toEqual([true, false])
  }
})

test('a section at the end removes all but nothing', () => {
  const plane = clipPlaneOf({ axis: 'level', at: 1, isFlipped: false }, bounds)
  expect(isLeft(plane, [5, 6, 4])).toBe(true)
  expect(plane.normal.some((each) => Object.is(each, -0))).toBe(false)
})
