import { expect, test } from 'vitest'
import { between, eyeOf, framed, type Orbit, panned, turned, type Vec3, zoomed } from './orbit.ts'

const ORBIT: Orbit = { target: [1, 2, 3], bearing: 180, pitch: 30, distance: 10 }
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const length = (a: Vec3) => Math.hypot(...a)

test('a camera to the south stands south of its target, at its distance', () => {
  const eye = eyeOf(ORBIT)
  expect(eye[0]).toBeCloseTo(1)
  expect(eye[1]).toBeCloseTo(2 + 5)
  expect(eye[2]).toBeCloseTo(3 + 10 * Math.cos(Math.PI / 6))
  expect(eyeOf({ ...ORBIT, bearing: 90 })[0]).toBeGreaterThan(1)
  for (const by of [17, 200, -500]) {
    const moved = turned(ORBIT, by, 3)
    expect(length(minus(eyeOf(moved), moved.target))).toBeCloseTo(10)
    expect(moved.bearing).toBeGreaterThanOrEqual(0)
    expect(moved.bearing).toBeLessThan(360)
  }
})

test('the camera never passes the zenith, goes below the ground or into its target', () => {
  expect(turned(ORBIT, 0, 1000).pitch).toBeLessThan(90)
  expect(turned(ORBIT, 0, -1000).pitch).toBeGreaterThan(0)
  expect(zoomed(ORBIT, 1e-9).distance).toBeGreaterThan(0)
  expect(zoomed(ORBIT, 1e9).distance).toBeLessThan(1e5)
})

test('panning by the height of the picture moves the target by that height, across the view', () => {
  const moved = minus(panned(ORBIT, 1, 0, 50).target, ORBIT.target)
  expect(length(moved)).toBeCloseTo(2 * 10 * Math.tan((25 * Math.PI) / 180))
  // Seen from the south, east is to the right.
  expect(moved[0]).toBeGreaterThan(0)
  const up = minus(panned(ORBIT, 0, 1, 50).target, ORBIT.target)
  expect(up[1]).toBeGreaterThan(0)
  const view = minus(ORBIT.target, eyeOf(ORBIT))
  for (const way of [moved, up])
    expect(way[0] * view[0] + way[1] * view[1] + way[2] * view[2]).toBeCloseTo(0)
})

test('a framed box lies within the view, wide or narrow, and fills most of it', () => {
  const bounds = { min: [-8, 0, -3] as Vec3, max: [12, 9, 5] as Vec3 }
  for (const aspect of [0.5, 1, 2.4]) {
    const orbit = framed(bounds, { fovDeg: 45, aspect })
    const eye = eyeOf(orbit)
    const ahead = minus(orbit.target, eye).map((each) => each / orbit.distance) as unknown as Vec3
    const a = (orbit.bearing * Math.PI) / 180
    const right: Vec3 = [-Math.cos(a), 0, -Math.sin(a)]
    const shares: number[] = []
    for (const x of [-8, 12])
      for (const y of [0, 9])
        for (const z of [-3, 5]) {
          const way = minus([x, y, z], eye)
          const depth = way[0] * ahead[0] + way[1] * ahead[1] + way[2] * ahead[2]
          const across = way[0] * right[0] + way[2] * right[2]
          const rest = Math.hypot(...way) ** 2 - depth ** 2 - across ** 2
          const tall = Math.tan((22.5 * Math.PI) / 180)
          shares.push(
            Math.abs(across) / depth / tall / aspect,
            Math.sqrt(Math.max(0, rest)) / depth / tall,
          )
        }
    expect(Math.max(...shares), `aspect ${aspect}`).toBeLessThanOrEqual(1)
    expect(Math.max(...shares), `aspect ${aspect}`).toBeGreaterThan(0.75)
  }
})

test('a flight turns the shorter way and ends where it was to end', () => {
  const to: Orbit = { target: [0, 0, 0], bearing: 10, pitch: 60, distance: 40 }
  const from = { ...ORBIT, bearing: 350 }
  expect(between(from, to, 0.5).bearing).toBeCloseTo(0)
  expect(between(from, to, 0.5).distance).toBeCloseTo(20)
  const end = between(from, to, 1)
  expect(end.bearing).toBeCloseTo(10)
  expect([end.pitch, end.distance, ...end.target]).toEqual([
    60,
    expect.closeTo(40),
    ...to.target.map((each) => expect.closeTo(each)),
  ])
})
