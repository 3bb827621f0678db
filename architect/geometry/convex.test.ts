import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { clearGap, convexPieces, overlapDepth } from './convex.ts'
import { rectangle } from './mesh.ts'
import { add, type Point, rotate } from './point.ts'
import { area, type Polygon } from './polygon.ts'
import { intersection, regionArea } from './regions.ts'

const turned = (ring: Polygon, degrees: number, by: Point): Polygon =>
  ring.map((corner) => add(rotate(corner, degrees), by))

test('the depth of an overlap is the shortest way out of it', () => {
  expect(overlapDepth(rectangle([0, 0], 2, 2), rectangle([1.5, 0.2], 2, 2))).toBeCloseTo(0.5, 9)
  expect(overlapDepth(rectangle([0, 0], 2, 2), rectangle([2, 0], 2, 2))).toBe(0)
})

test('boxes about two diagonals are apart though their bounding boxes meet', () => {
  const bar = rectangle([0, 0], 3, 0.2)
  const [a, b] = [turned(bar, 45, [0, 0]), turned(bar, 45, [0.6, 0.6])]
  expect(overlapDepth(a, b)).toBe(0)
  expect(clearGap(a, b)).toBeCloseTo(0.6 * Math.SQRT2 - 0.2, 9)
})

test('random boxes overlap exactly when they share area', () => {
  const random = seededRandom(FUZZ_SEED + 31)
  for (let round = 0; round < 500; round++) {
    const [a, b] = [0, 1].map(() =>
      turned(rectangle([0, 0], 0.3 + random() * 2, 0.3 + random() * 2), random() * 360, [
        random() * 3,
        random() * 3,
      ]),
    )
    const common = regionArea(intersection([a], [b]))
    if (common > 1e-6) expect(overlapDepth(a, b)).toBeGreaterThan(0)
    if (overlapDepth(a, b) > 1e-4) expect(common).toBeGreaterThan(0)
    expect(clearGap(a, b) > 0).toBe(overlapDepth(a, b) === 0)
  }
})

test('the pieces of an L are convex and have its area', () => {
  const shape: Polygon = [
    [0, 0],
    [4, 0],
    [4, -2],
    [2, -2],
    [2, -4],
    [0, -4],
  ]
  const pieces = convexPieces(shape)
  expect(pieces.reduce((sum, piece) => sum + area(piece), 0)).toBeCloseTo(12, 9)
  expect(convexPieces(rectangle([0, 0], 1, 2))).toHaveLength(1)
})
