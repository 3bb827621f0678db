import { expect, test } from 'vitest'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { fullNode } from '../../scene/scene.ts'
import { wallShapes } from './wall-shapes.ts'

function tops(slab: object | object[] | undefined, ...walls: object[]): number[] {
  const scene = wallPlan(walls)
  const nodes = { ...scene.nodes }
  nodes.level_3 = fullNode({ id: 'level_3', kind: 'level', parent: 'building_1', index: 1 })
  const polygon = [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
  ]
  for (const [index, each] of [slab ?? []].flat().entries()) {
    const id = `slab_9${index}`
    nodes[id] = fullNode({ id, kind: 'slab', parent: 'level_3', polygon, ...each })
  }
  return [...wallShapes({ ...scene, nodes }, 'level_2').values()].map(({ top }) => top)
}

test('a wall goes up to the slab that lies over all of it, also where that ends in its middle', () => {
  const [edge, inside, out] = tops(
    { thickness: 0.25 },
    { start: [0, 0], end: [4, 0] },
    { start: [2, 0], end: [2, 3] },
    { start: [2, 3], end: [2, 5] },
  )
  expect([edge, inside]).toEqual([expect.closeTo(2.55, 9), expect.closeTo(2.55, 9)])
  expect(out).toBe(2.8)
})

test('a wall under slabs of one height ends at them, as at a floor cut between its rooms', () => {
  const half = (from: number, to: number, thickness: number) => ({
    thickness,
    polygon: [
      [from, 0],
      [to, 0],
      [to, 3],
      [from, 3],
    ],
  })
  const wall = { start: [0, 0], end: [4, 0] }
  expect(tops([half(0, 1.5, 0.2), half(1.5, 4, 0.2)], wall)).toEqual([expect.closeTo(2.6, 9)])
  expect(tops([half(0, 1.5, 0.2), half(1.5, 4, 0.3)], wall)).toEqual([2.8])
  expect(tops([half(0, 1.5, 0.2), half(2.5, 4, 0.2)], wall)).toEqual([2.8])
})

test('without a slab it goes to the top of its level, with a height of its own to that', () => {
  expect(tops(undefined, { start: [0, 0], end: [4, 0] })).toEqual([2.8])
  expect(tops({}, { start: [0, 0], end: [4, 0], height: 1 })).toEqual([1])
})
