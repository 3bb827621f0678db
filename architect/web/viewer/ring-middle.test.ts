import { expect, test } from 'vitest'
import { middleOf } from './ring-middle.ts'
import { isInside } from './scene-index.ts'

test('the middle of a ring is inside of it, however odd it is', () => {
  const rings: [number, number][][] = [
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
    ],
    // A U, whose centre is outside.
    [
      [0, 0],
      [9, 0],
      [9, 9],
      [8, 9],
      [8, 1],
      [2, 1],
      [2, 9],
      [0, 9],
    ],
  ]
  for (const ring of rings) expect(isInside(ring, ...middleOf(ring))).toBe(true)
})
