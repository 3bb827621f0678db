import { expect, test } from 'vitest'
import { containsPoint } from '../geometry/contains.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { GRID } from '../geometry/polygons.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { wktToPolygons } from '../tests/layer-fixture.ts'
import { uniformPoints } from './uniform-points.ts'

/** Shapes and a part of each: the share of the points in the part is its share of the area. */
const SHAPES: [string, whole: string, part: string][] = [
  [
    'from the equator to 60 N, where a degree is half as wide',
    'POLYGON ((0 0, 10 0, 10 60, 0 60, 0 0))',
    'POLYGON ((0 30, 10 30, 10 60, 0 60, 0 30))',
  ],
  [
    'that narrows to a tip',
    'POLYGON ((0 40, 4 40, 0 44, 0 40))',
    'POLYGON ((0 42, 2 42, 0 44, 0 42))',
  ],
  [
    'with a hole',
    'POLYGON ((0 40, 4 40, 4 42, 0 42, 0 40), (1 40.5, 1 41.5, 1.9 41.5, 1.9 40.5, 1 40.5))',
    'POLYGON ((2 40, 4 40, 4 42, 2 42, 2 40))',
  ],
  [
    'of two parts next to 180 degrees',
    'MULTIPOLYGON (((179 51, 180 51, 180 52, 179 52, 179 51)), ((-180 51, -178 51, -178 52, -180 52, -180 51)))',
    'POLYGON ((179 51, 180 51, 180 52, 179 52, 179 51))',
  ],
  [
    'of a long wall',
    'POLYGON ((0 40, 0.0001 40, 0.0001 41, 0 41, 0 40))',
    'POLYGON ((0 40, 0.0001 40, 0.0001 40.2, 0 40.2, 0 40))',
  ],
]

test.each(SHAPES)('points are inside and uniform by area in a shape %s', (_, whole, part) => {
  const [area, some] = [whole, part].map(wktToPolygons)
  const share = areaM2(some) / areaM2(area)
  for (const seed of [1, 2, 3]) {
    const points = uniformPoints(area, 1_000, seededRandom(seed)).map(([x, y]) => [
      Math.round(x),
      Math.round(y),
    ])
    expect(points).toHaveLength(1_000)
    for (const [x, y] of points) {
      const isInside = containsPoint(area, x, y)
      // Rounded to the grid, a point near an edge may lie on it.
      if (!isInside)
        expect(containsPoint(area, x - 1, y) || containsPoint(area, x, y - 1)).toBe(true)
    }
    const found = points.filter(([x, y]) => containsPoint(some, x, y)).length / 1_000
    expect(Math.abs(found - share)).toBeLessThan(0.007)
  }
})

test('they spread: the share of a half is nearer to the truth than that of independent points', () => {
  const area = wktToPolygons('POLYGON ((0 0, 2 0, 2 1, 0 1, 0 0))')
  let squares = 0
  for (let seed = 0; seed < 100; seed++) {
    const points = uniformPoints(area, 400, seededRandom(seed))
    const share = points.filter(([x, y]) => x / GRID + 0.5 < 1 + y / GRID).length / 400
    squares += (share - 0.5) ** 2
  }
  // Independent points: 0.025.
  expect(Math.sqrt(squares / 100)).toBeLessThan(0.012)
})

test('a shape smaller than the grid has no points, or some inside', () => {
  const sliver = wktToPolygons('POLYGON ((0 0, 0.0000001 0, 0.0000001 0.0000001, 0 0))')
  expect(uniformPoints(sliver, 3, seededRandom(1)).length).toBeLessThanOrEqual(3)
})
