import geographiclib from 'geographiclib-geodesic'
import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { boxesAround, distanceM } from './distance.ts'
import type { GridPoint } from './grid-point.ts'
import { GRID } from './polygons.ts'

// A CommonJS package whose names Node does not find by itself.
const { Geodesic } = geographiclib

const grid = (lng: number, lat: number): GridPoint => [
  Math.round(lng * GRID),
  Math.round(lat * GRID),
]
const karney = ([ax, ay]: GridPoint, [bx, by]: GridPoint): number =>
  Geodesic.WGS84.Inverse(ay / GRID, ax / GRID, by / GRID, bx / GRID).s12!

test('within a kilometre a distance is the geodesic within a millimetre, from the equator to 71 N', () => {
  const random = seededRandom(4)
  for (let i = 0; i < 2000; i++) {
    const lat = -20 + random() * 91
    const a = grid(-180 + random() * 360, lat)
    const east = ((random() - 0.5) * 0.013) / Math.cos((lat * Math.PI) / 180)
    const b = grid(a[0] / GRID + east, lat + (random() - 0.5) * 0.012)
    expect(Math.abs(distanceM(a, b) - karney(a, b))).toBeLessThan(0.001)
  }
})

test('the boxes of a radius hold every point within it, also over the 180th meridian', () => {
  const random = seededRandom(5)
  const centres = [grid(-72, 30), grid(179.9995, 52), grid(-179.9999, -17), grid(10, 89.9999)]
  let inside = 0
  for (const centre of centres)
    for (let i = 0; i < 500; i++) {
      const lng = centre[0] / GRID + (random() - 0.5) * 0.02
      const lat = Math.min(90, centre[1] / GRID + (random() - 0.5) * 0.012)
      const point = grid(((lng + 540) % 360) - 180, lat)
      if (distanceM(centre, point) > 400) continue
      inside++
      const boxes = boxesAround(centre, 400)
      const holds = boxes.some(
        ([west, south, east, north]) =>
          point[0] >= west && point[0] <= east && point[1] >= south && point[1] <= north,
      )
      expect(holds, point.join()).toBe(true)
    }
  expect(inside).toBeGreaterThan(400)
})
