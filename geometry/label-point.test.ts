import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { around, corners, polygonOf, polygonsOf } from '../tests/fixtures/ground.ts'
import { INSIDE, locateInPiece } from './contains.ts'
import { labelPointOf } from './label-point.ts'
import { GRID } from './polygons.ts'

test('the label of any star lies inside it, far from its edges for most', () => {
  const random = seededRandom(11)
  let far = 0
  for (let i = 0; i < 500; i++) {
    const count = 5 + Math.floor(random() * 40)
    const star = Array.from({ length: count }, (_, k) => {
      const angle = (k / count) * 2 * Math.PI
      const reach = 0.005 + random() * 0.005
      return [-72 + reach * Math.cos(angle), 30 + reach * Math.sin(angle)] as const
    })
    const shape = polygonOf(star)
    expect(locateInPiece(shape, ...labelPointOf(shape), 0.001)).toBe(INSIDE)
    if (locateInPiece(shape, ...labelPointOf(shape), 0.003 * GRID) === INSIDE) far++
  }
  expect(far).toBeGreaterThan(350)
})

test('the label of a ring lies on the ring, and not in its hole', () => {
  const ring = polygonOf(around([-72, 30], 0.01, 40), around([-72, 30], 0.008, 40).toReversed())
  const [x, y] = labelPointOf(ring)
  const reach = Math.hypot(x / GRID + 72, y / GRID - 30)
  expect(reach).toBeGreaterThan(0.008)
  expect(reach).toBeLessThan(0.01)
})

test('the largest polygon is labelled, in whatever order they come', () => {
  const wide = [corners(-71.9, 30, -71.8, 30.05)]
  // Wider than the other, and of less ground.
  const flat = [corners(-72, 30.2, -71.6, 30.201)]
  for (const parts of [
    [wide, flat],
    [flat, wide],
  ]) {
    const [x, y] = labelPointOf(polygonsOf(...parts))
    expect([x / GRID, y / GRID]).toEqual([-71.85, 30.025])
  }
})

test('a wide foot of a narrow mast is labelled, and not the middle of the mast', () => {
  const mast = polygonOf([
    ...([
      [-72, 30],
      [-71.98, 30],
      [-71.98, 30.012],
      [-71.9895, 30.012],
    ] as const),
    ...([
      [-71.9895, 30.05],
      [-71.9905, 30.05],
      [-71.9905, 30.012],
      [-72, 30.012],
    ] as const),
  ])
  const [, y] = labelPointOf(mast)
  expect(y / GRID).toBeLessThan(30.012)
})

test('a sliver that no line meets has a point all the same', () => {
  const sliver = polygonOf([
    [-72, 30],
    [-71.999, 30.0000001],
    [-72, 30.0000001],
  ])
  const [x, y] = labelPointOf(sliver)
  expect(x).toBeGreaterThanOrEqual(-720_000_000)
  expect(y).toBeGreaterThanOrEqual(300_000_000)
})
