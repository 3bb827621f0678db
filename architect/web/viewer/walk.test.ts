import { expect, test } from 'vitest'
import {
  EYE_HEIGHT_M,
  lookedAround,
  sightOf,
  slideAlong,
  strideOf,
  WALK_SPEED_M_S,
} from './walk.ts'

const walker = { feet: [0, 1, 0] as const, heading: 0, pitch: 0 }

test('forward is where the walker looks: north is -Z, east +X', () => {
  const [x, z] = strideOf(walker, { forward: 1, right: 0 }, 1)
  expect([x, z]).toEqual([expect.closeTo(0), expect.closeTo(-WALK_SPEED_M_S)])
  const east = strideOf({ ...walker, heading: 90 }, { forward: 1, right: 0 }, 1)
  expect(east[0]).toBeCloseTo(WALK_SPEED_M_S)
  const right = strideOf(walker, { forward: 0, right: 1 }, 1)
  expect(right[0]).toBeCloseTo(WALK_SPEED_M_S)
  expect(strideOf(walker, { forward: 0, right: 0 }, 1)).toEqual([0, 0])
})

test('a diagonal is as fast as a straight line', () => {
  const step = strideOf(walker, { forward: 1, right: 1 }, 0.5)
  expect(Math.hypot(...step)).toBeCloseTo(WALK_SPEED_M_S / 2)
})

test('a wall stops what leads into it and nothing else', () => {
  expect(slideAlong([1, -1], [0, 5])).toEqual([1, 0])
  expect(slideAlong([1, 1], [0, 5])).toEqual([1, 1])
  expect(slideAlong([0, -1], [0, 1])).toEqual([0, 0])
})

test('the view turns within bounds, from the height of the eyes', () => {
  expect(lookedAround(walker, -30, 400)).toMatchObject({ heading: 330, pitch: 75 })
  const { eye, sight } = sightOf({ ...walker, heading: 180 })
  expect(eye).toEqual([0, 1 + EYE_HEIGHT_M, 0])
  expect(sight[2]).toBeCloseTo(1)
})
