import { expect, it } from 'vitest'
import { ROOM_TYPE_NAMES } from '../scene/room-types.ts'
import { ROOM_WIDTHS_M } from '../scene/room-widths.ts'
import { ROOM_STANDARDS } from './room-standards.ts'

it.each(ROOM_TYPE_NAMES)('a %s is no narrower than edits and checks accept', (type) => {
  const { area, minArea, minWidth, maxAspect } = ROOM_STANDARDS[type]
  expect(minWidth).toBeGreaterThanOrEqual(ROOM_WIDTHS_M[type])
  expect(area).toBeGreaterThanOrEqual(minArea)
  // The usual area has room for the least width in proportion.
  expect(minWidth ** 2).toBeLessThanOrEqual(area * 1.1)
  expect(maxAspect * minWidth ** 2).toBeGreaterThanOrEqual(minArea * 0.9)
})
