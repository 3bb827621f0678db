import { expect, test } from 'vitest'
import { centroidOf } from './centroid.ts'

const polygons = (...rings: number[][]) => ({
  coords: Int32Array.from(rings.flat()),
  ringEnds: Uint32Array.from(rings.map((_, i) => rings.slice(0, i + 1).flat().length / 2)),
  polygonEnds: Uint32Array.of(rings.length),
})
const square = (x: number, y: number, side: number) => [
  ...[x, y, x + side, y],
  ...[x + side, y + side, x, y + side],
]

test.each([
  ['a square', polygons(square(0, 0, 100)), [50, 50]],
  [
    'one far from 0, 0',
    polygons(square(-818_574_622, 353_095_325, 1_000)),
    [-818_574_122, 353_095_825],
  ],
  [
    'an L, whose centroid is nearer to its corner',
    polygons([0, 0, 30, 0, 30, 10, 10, 10, 10, 30, 0, 30]),
    [11, 11],
  ],
  ['a hole in one corner', polygons(square(0, 0, 100), [10, 10, 10, 50, 50, 50, 50, 10]), [54, 54]],
] as const)('%s', (_, shape, point) => {
  expect(centroidOf(shape)).toEqual(point)
})

test('polygons without area have none', () => {
  expect(centroidOf(polygons([0, 0, 10, 0, 20, 0]))).toBeNull()
})
