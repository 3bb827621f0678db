import { expect, test } from 'vitest'
import { boxDistanceM } from './box-distance.ts'

const BOX = [-72, 30, -71, 31]

test.each([
  ['inside', { lat: 30.5, lng: -71.5 }, 0],
  ['a degree south', { lat: 29, lng: -71.5 }, 111_200],
  ['a degree west', { lat: 30.5, lng: -73 }, 95_800],
  ['off a corner', { lat: 29, lng: -73 }, 147_000],
  ['beyond the 180th meridian', { lat: 30, lng: 179 }, 10_000_000],
])('the distance to a box from %s', (_where, point, metres) => {
  const found = boxDistanceM(point, BOX)
  expect(Math.abs(found - metres)).toBeLessThanOrEqual(metres * 0.06)
})
