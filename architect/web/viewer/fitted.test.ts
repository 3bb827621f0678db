import { PerspectiveCamera, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { fitted } from './fitted.ts'
import { type Bounds, eyeOf } from './orbit.ts'

const BOUNDS: Bounds = { min: [-8, 0, -3], max: [12, 9, 5] }

/** Ends of the corners of the box in the picture, from -1 to 1: left, right, bottom, top. */
function endsOf(aspect: number, covered: number, from?: { bearing: number; pitch: number }) {
  const orbit = fitted([BOUNDS], { fovDeg: 46, aspect, covered }, from)
  const camera = new PerspectiveCamera(46, aspect, 0.1, 1000)
  camera.position.set(...eyeOf(orbit))
  camera.lookAt(...orbit.target)
  camera.updateMatrixWorld()
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const { min, max } = BOUNDS
    const at = new Vector3((i & 1 ? max : min)[0], (i & 2 ? max : min)[1], (i & 4 ? max : min)[2])
    return at.project(camera)
  })
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
}

test('a box fills the free part of the picture in the middle of it, wide or narrow', () => {
  for (const aspect of [0.5, 1, 2.4])
    for (const from of [undefined, { bearing: 160, pitch: 55 }, { bearing: 20, pitch: 85 }]) {
      const [left, right, bottom, top] = endsOf(aspect, 0.1, from)
      const name = `aspect ${aspect}, pitch ${from?.pitch ?? 'usual'}`
      expect(left, name).toBeGreaterThanOrEqual(-1)
      expect(right, name).toBeLessThanOrEqual(1)
      expect(bottom, name).toBeGreaterThanOrEqual(-0.8)
      expect(top, name).toBeLessThanOrEqual(1)
      expect(Math.max((right - left) / 2, (top - bottom) / 1.8), name).toBeGreaterThan(0.9)
      expect(left + right, name).toBeCloseTo(0, 0)
    }
})
