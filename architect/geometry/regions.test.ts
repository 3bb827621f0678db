import { expect, test } from 'vitest'
import { rectangle } from './mesh.ts'
import { signedArea } from './polygon.ts'
import { difference, offset, regionArea, ringsOf, union } from './regions.ts'

test('a court in the middle is a hole, and turns the other way', () => {
  const regions = difference([rectangle([0, 0], 4, 4)], [rectangle([0, 0], 1, 1)])
  expect(regions).toHaveLength(1)
  expect(regions[0].holes).toHaveLength(1)
  expect(signedArea(regions[0].outer)).toBeCloseTo(16, 9)
  expect(signedArea(regions[0].holes[0])).toBeCloseTo(-1, 9)
})

test('a clockwise ring is a hole, so that results can be inputs again', () => {
  const court = difference([rectangle([0, 0], 4, 4)], [rectangle([0, 0], 1, 1)])
  expect(regionArea(union(ringsOf(court)))).toBeCloseTo(15, 9)
  expect(regionArea(union([rectangle([0, 0], 2, 2), rectangle([1, 0], 2, 2)]))).toBeCloseTo(6, 9)
})

test('offsetting moves every side by the distance, and corners stay sharp', () => {
  expect(regionArea(offset([rectangle([0, 0], 4, 3)], -0.1))).toBeCloseTo(3.8 * 2.8, 9)
  expect(regionArea(offset([rectangle([0, 0], 4, 3)], 0.1))).toBeCloseTo(4.2 * 3.2, 9)
  expect(offset([rectangle([0, 0], 4, 3)], -2)).toEqual([])
})
