import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { metresFrom, type Point, polygonOf } from '../tests/fixtures/ground.ts'
import { distanceM } from './distance.ts'
import type { GridPoint } from './grid-point.ts'
import { longestLine } from './longest-line.ts'

test('the longest line is that of the farthest pair of corners, and begins in the west', () => {
  const random = seededRandom(64)
  for (let turn = 0; turn < 20; turn++) {
    const ring = Array.from({ length: 12 }, (): Point => [random() * 80, random() * 300])
    const polygons = polygonOf(ring.map(metresFrom([-68.8, 44.8])))
    const points = ring.map(
      (_, i): GridPoint => [polygons.coords[i * 2], polygons.coords[i * 2 + 1]],
    )
    const lengths = points.flatMap((a) => points.map((b) => distanceM(a, b)))
    const [from, to] = longestLine(polygons)
    expect(distanceM(from, to)).toBe(Math.max(...lengths))
    expect(from[0]).toBeLessThanOrEqual(to[0])
  }
})

test('corners on one line have its ends', () => {
  const coords = Int32Array.from([0, 0, 500, 0, 1000, 0])
  expect(longestLine({ coords })).toEqual([
    [0, 0],
    [1000, 0],
  ])
})
