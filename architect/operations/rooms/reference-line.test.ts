import { expect, test } from 'vitest'
import { made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { distance, type Point } from '../../geometry/point.ts'
import { newScene, nodeOf, nodesOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'
import { besideEdge, besideRing } from './reference-line.ts'

const draft = () => new Draft(newScene('A house', 'k3x9'))
const box = (x: number, z: number, width: number, depth: number): [number, number][] => [
  [x, z],
  [x + width, z],
  [x + width, z - depth],
  [x, z - depth],
]
const polygonOf = (house: Draft, id: string) => nodeOf(house.scene, id, 'zone')!.polygon

test('a footprint by its outer faces: the centrelines are half a wall further in', () => {
  const house = draft()
  const call = { footprint: box(0, 0, 10, 8), wallThickness: 0.3, reference: 'outer' }
  const { slabId } = made(house.apply('create_story_shell', call))
  const ring = box(0.15, -0.15, 9.7, 7.7).map((corner) => corner.map((v) => Number(v.toFixed(4))))
  expect(nodeOf(house.scene, slabId, 'slab')!.polygon).toEqual(ring)
  // Clockwise corners mean the same footprint.
  const turned = draft()
  const back = { ...call, footprint: [...box(0, 0, 10, 8)].reverse() }
  const { slabId: second } = made(turned.apply('create_story_shell', back))
  const sorted = (polygon: readonly Point[]) => polygon.map(String).sort()
  expect(sorted(nodeOf(turned.scene, second, 'slab')!.polygon)).toEqual(sorted(ring as never))
})

test('a room by its inner faces has the net area that was drawn', () => {
  const house = draft()
  const call = { label: 'Room', polygon: box(0, 0, 4, 3), wallThickness: 0.24, reference: 'inner' }
  expect(made(house.apply('create_room', call)).netArea).toBe(12)
})

test('at oblique corners the centrelines meet where the moved lines cross', () => {
  const house = draft()
  // An isosceles right triangle with legs of 6 m: its inscribed offset by 0.1 m has legs of
  // 6 - 0.1 (2 + sqrt 2) = 5.6586 m, and its right angle is 0.1 m in from both.
  const triangle = [
    [0, 0],
    [6, 0],
    [0, -6],
  ]
  const call = { label: 'Room', polygon: triangle, wallThickness: 0.2, reference: 'outer' }
  const { zoneId } = made(house.apply('create_room', call))
  expect(polygonOf(house, zoneId)).toEqual([
    [0.1, -0.1],
    [5.7586, -0.1],
    [0.1, -5.7586],
  ])
})

test('an edge along the face of a thicker wall is converted with the thickness of that wall', () => {
  const house = draft()
  made(house.apply('create_story_shell', { footprint: box(0, 0, 10, 8), wallThickness: 0.4 }))
  // By inner faces, 4 by 3 m in the south-west corner: the shell's faces are at 0.2 m.
  const call = {
    label: 'Room',
    polygon: box(0.2, -0.2, 4, 3),
    wallThickness: 0.1,
    reference: 'inner',
  }
  const { zoneId, netArea, reusedWallIds } = made(house.apply('create_room', call))
  expect(polygonOf(house, zoneId)).toEqual(box(0, 0, 4.25, 3.25))
  expect(netArea).toBe(12)
  expect(reusedWallIds).toHaveLength(2)
})

test('set_zone by inner faces takes the thickness of the walls that stand there', () => {
  const house = draft()
  made(house.apply('create_story_shell', { footprint: box(0, 0, 5, 4), wallThickness: 0.3 }))
  const call = { label: 'Hall', polygon: box(0.15, -0.15, 4.7, 3.7), reference: 'inner' }
  const answer = made(house.apply('set_zone', call))
  expect(polygonOf(house, answer.zoneId)).toEqual(box(0, 0, 5, 4))
  expect(answer.netArea).toBe(17.39)
})

test.each([
  ['left', [0, 0.1]],
  ['right', [0, -0.1]],
  ['centre', [0, 0]],
])('a wall to the east by its %s face', (reference, start) => {
  const house = draft()
  made(house.apply('create_wall', { start: [0, 0], end: [4, 0], thickness: 0.2, reference }))
  const [wall] = nodesOf(house.scene, 'wall')
  expect(wall).toMatchObject({ start, end: [4, start[1]] })
})

test('an arc by its face stays about its centre', () => {
  // Radius 5 m; to the left, away from its centre, the middle of the wall has 5.1 m.
  const moved = besideEdge({ start: [0, 0], end: [6, 0], sagitta: 1 }, 0.1)
  const centre: Point = [3, 4]
  expect(distance(moved.start, centre)).toBeCloseTo(5.1, 9)
  expect(distance(moved.end, centre)).toBeCloseTo(5.1, 9)
  expect(moved.sagitta).toBeCloseTo(1.02, 9)
})

test('an outline narrower than its walls, and thicknesses that differ in one line, are refused', () => {
  const call = { label: 'Room', polygon: box(0, 0, 4, 0.5), wallThickness: 0.6, reference: 'outer' }
  expect(refusedFor(draft().apply('create_room', call))).toMatchObject({
    code: 'invalid_polygon',
    reason: 'reference',
  })
  const corners = [
    [0, 0],
    [2, 0],
    [4, 0],
    [4, -3],
    [0, -3],
  ] as const
  const edges = corners.map((start, i) => ({ start, end: corners[(i + 1) % 5], sagitta: 0 }))
  expect(() => besideRing(edges, [0.1, 0.2, 0.1, 0.1, 0.1], 'polygon')).toThrow('Edges 0 and 1')
  expect(besideRing(edges, [0.1, 0.1, 0.1, 0.1, 0.1], 'polygon')[1].start).toEqual([2, -0.1])
})
