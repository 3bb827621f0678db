import { expect, test } from 'vitest'
import { closedMeshFaults } from '../../tests/closed-mesh.ts'
import { wallPlan } from '../../tests/wall-plan.ts'
import { volumeOf } from '../geometry/mesh-measure.ts'
import { area } from '../geometry/polygon.ts'
import { wallBody } from './wall-body.ts'
import { wallShapes } from './wall-shapes.ts'

test('a wall with a door and a window is closed and has the volume of its footprint less theirs', () => {
  const scene = wallPlan(
    [
      { start: [0, 0], end: [4, 0] },
      { start: [4, 0], end: [4, 3] },
    ],
    [
      { wall: 0, kind: 'door', offset: 1, width: 0.9, height: 2, sill: 0 },
      { wall: 0, kind: 'window', offset: 2.5, width: 1.2, height: 1.2, sill: 0.9 },
    ],
  )
  const [{ mesh }] = wallBody(scene, 'wall_10').parts
  expect(closedMeshFaults(mesh)).toEqual([])
  const { footprint } = wallShapes(scene, 'level_2').get('wall_10')!
  expect(volumeOf(mesh)).toBeCloseTo(area(footprint) * 2.8 - (0.9 * 2 + 1.2 * 1.2) * 0.2, 9)
})
test('an arc with openings is closed', () => {
  const scene = wallPlan(
    [
      { start: [0, 0], end: [4, 0], sagitta: 1 },
      { start: [4, 0], end: [4, 3] },
      { start: [4, 0], end: [7, 0], sagitta: -1 },
    ],
    [
      { wall: 0, kind: 'door', offset: 1, width: 0.9, height: 2, sill: 0, shape: 'round' },
      { wall: 0, kind: 'window', offset: 2.5, width: 1.2, height: 1.2, sill: 0.9, shape: 'arch' },
      { wall: 0, kind: 'window', offset: 2.5, width: 1, height: 0.5, sill: 2.3 },
    ],
  )
  for (const id of ['wall_10', 'wall_11', 'wall_12']) {
    const [{ mesh }] = wallBody(scene, id).parts
    expect(closedMeshFaults(mesh)).toEqual([])
  }
})
