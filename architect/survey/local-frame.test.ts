import { expect, test } from 'vitest'
import { canonical } from '../../geometry/canonical.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { GRID } from '../../geometry/polygons.ts'
import { area } from '../geometry/polygon.ts'
import { localFrame, storedDegrees } from './local-frame.ts'

/** An L of this many degrees, whose inner corner is not in its middle. */
const lShape = (latitude: number, longitude: number, size: number) =>
  [
    [0, 0],
    [1, 0],
    [1, 0.3],
    [0.4, 0.3],
    [0.4, 1],
    [0, 1],
  ].map(([u, v]) => ({ latitude: latitude + v * size, longitude: longitude + u * size }))

test.each([
  [0.001, 0],
  [0.001, 44.8],
  [0.02, 30],
  [0.02, -33],
  [0.05, 61],
])('an L of %d degrees at latitude %d has its area on the ellipsoid', (size, latitude) => {
  const corners = lShape(latitude, -70, size)
  const frame = localFrame(corners[3])
  const coords = corners.flatMap((each) => [
    Math.round(each.longitude * GRID),
    Math.round(each.latitude * GRID),
  ])
  const expected = areaM2(
    canonical({
      coords: Int32Array.from(coords),
      ringEnds: Uint32Array.of(corners.length),
      polygonEnds: Uint32Array.of(1),
    }),
  )
  const found = area(corners.map(frame.toPlan))
  // Edges there are straight in degrees, here in metres.
  expect(Math.abs(found / expected - 1)).toBeLessThan(1e-4)
})

test('north is -z and east is x, a minute of latitude is a nautical mile, and the way back is right within a millimetre', () => {
  const frame = localFrame({ latitude: 44.8, longitude: -68.77 })
  const [x, z] = frame.toPlan({ latitude: 44.8 + 1 / 60, longitude: -68.77 })
  expect(Math.abs(x)).toBeLessThan(1e-6)
  expect(z).toBeCloseTo(-1_852, -1)
  expect(frame.toPlan({ latitude: 44.8, longitude: -68.76 })[0]).toBeGreaterThan(0)
  const back = frame.toDegrees([123, -456])
  const [bx, bz] = frame.toPlan(back)
  expect([bx, bz].map((each) => Math.round(each * 1e3) / 1e3)).toEqual([123, -456])
})

test('degrees are stored to a centimetre, as text', () => {
  expect(storedDegrees({ latitude: -0.00000004, longitude: 179.99999996 })).toEqual({
    latitude: '-0.0000000',
    longitude: '180.0000000',
  })
})
