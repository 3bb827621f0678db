import { Box3, type Raycaster, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { freeView } from './free-view.ts'
import type { Orbit } from './orbit.ts'

type Solid = readonly [id: string, min: [number, number, number], max: [number, number, number]]

/** A stand-in of a building of boxes. */
function building(solids: readonly Solid[]) {
  return {
    nodes: new Map(),
    pick({ ray }: Raycaster) {
      const hits = solids.flatMap(([id, min, max]) => {
        const point = ray.intersectBox(
          new Box3(new Vector3(...min), new Vector3(...max)),
          new Vector3(),
        )
        return point ? [{ id, point, distance: point.distanceTo(ray.origin) }] : []
      })
      return (hits.sort((a, b) => a.distance - b.distance)[0] ?? null) as never
    },
  }
}

const ORBIT: Orbit = { target: [0, 0, 0], bearing: 145, pitch: 35, distance: 10 }
/** Four walls around a room of 1.7 m each way. */
const walls = (height: number): Solid[] => [
  ['wall_1', [-1, 0, 0.85], [1, height, 1]],
  ['wall_2', [-1, 0, -1], [1, height, -0.85]],
  ['wall_3', [0.85, 0, -1], [1, height, 1]],
  ['wall_4', [-1, 0, -1], [-0.85, height, 1]],
]

test('the floor of a narrow room is seen over its walls, from as far above as that takes', () => {
  const { orbit, isFree } = freeView(building(walls(2.6)), ORBIT, null)
  expect(isFree).toBe(true)
  expect(orbit.pitch).toBeGreaterThan(70)
  expect(orbit.pitch).toBeLessThan(80)
})

test('the camera stays where it is while nothing is in its way', () => {
  expect(freeView(building([]), ORBIT, null)).toEqual({ orbit: ORBIT, isFree: true })
})

test('a target that is hidden from every side is seen from above', () => {
  const roof: Solid = ['roof_1', [-5, 3, -5], [5, 3.2, 5]]
  const { orbit, isFree } = freeView(building([...walls(2.9), roof]), ORBIT, null)
  expect(isFree).toBe(false)
  expect(orbit.pitch).toBeGreaterThan(80)
})
