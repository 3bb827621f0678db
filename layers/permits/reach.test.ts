import { describe, expect, test } from 'vitest'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID, type Polygons } from '../../geometry/polygons.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { around, polygonOf } from '../../tests/fixtures/ground.ts'
import { reachesOut } from './reach.ts'

/** A ring around a middle, and a hole in it, degrees. */
function ringWithHole(lng: number, lat: number, outer: number, inner: number): Polygons {
  return polygonOf(around([lng, lat], outer, 12), around([lng, lat], inner, 12))
}

/** Least distance to points every few centimetres along the edges: an independent computation. */
function leastDistance({ coords, ringEnds }: Polygons, from: GridPoint): number {
  let least = Number.POSITIVE_INFINITY
  let start = 0
  for (const end of ringEnds) {
    for (let i = start; i < end; i++) {
      const j = i + 1 === end ? start : i + 1
      for (let step = 0; step < 2000; step++) {
        const at = [0, 1].map(
          (side) =>
            coords[i * 2 + side] + ((coords[j * 2 + side] - coords[i * 2 + side]) * step) / 2000,
        )
        least = Math.min(least, distanceM(from, [at[0], at[1]]))
      }
    }
    start = end
  }
  return least
}

describe('a circle reaches over an edge where the edge is nearer than its radius', () => {
  test.each([0, 41.9, -64.5])('at latitude %d, over the outline and into a hole', (lat) => {
    const random = seededRandom(Math.round(150 + lat))
    const area = ringWithHole(-72, lat, 0.01, 0.002)
    let [over, within] = [0, 0]
    for (let i = 0; i < 60; i++) {
      const angle = random() * 2 * Math.PI
      const reach = 0.002 + random() * 0.0075
      const point = [-72 + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
      const from = [Math.round(point[0] * GRID), Math.round(point[1] * GRID)] as const
      const least = leastDistance(area, from)
      if (Math.abs(least - 150) < 0.1) continue
      expect(reachesOut(area, from, 150)).toBe(least < 150)
      if (least < 150) over++
      else within++
    }
    expect(Math.min(over, within)).toBeGreaterThan(5)
  })
})
