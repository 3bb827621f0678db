import { expect, test } from 'vitest'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf, withNodes } from '../../tests/houses/scene-of.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { bodyOf } from '../kernel/bodies.ts'
import type { Part } from '../kernel/body.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { withoutHiddenFaces } from './hidden-faces.ts'

/** Area of the triangles of parts, in square metres. */
function areaOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { mesh: { positions, indices } }) => {
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [...positions.slice(indices[i + k] * 3).slice(0, 3)])
      const [u, v] = [b, c].map((point) => point.map((value, axis) => value - a[axis]))
      const cross = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
      ]
      sum += Math.hypot(...cross) / 2
    }
    return sum
  }, 0)
}

function hiddenIn(scene: Scene, id: string): number {
  const { parts } = bodyOf(scene, id)!
  return areaOf(parts) - areaOf(withoutHiddenFaces(scene, id, parts))
}

test('walls that go on in a line hide their ends, as large as their section', () => {
  const level = { level: 'level_2' }
  const scene = withNodes(
    smallHouse(),
    { kind: 'wall', id: 'wall_31', parent: level.level, start: [20, 0], end: [24, 0] } as never,
    { kind: 'wall', id: 'wall_32', parent: level.level, start: [24, 0], end: [28, 0] } as never,
  )
  const { thickness } = nodesOf(scene, 'wall').find(({ id }) => id === 'wall_31')!
  const height = 2.8
  for (const id of ['wall_31', 'wall_32'])
    expect(hiddenIn(scene, id)).toBeCloseTo(thickness * height, 6)
})

test('a wall that is higher than the one it meets shows what stands over it', () => {
  const scene = withNodes(
    smallHouse(),
    { kind: 'wall', id: 'wall_31', parent: 'level_2', start: [20, 0], end: [24, 0] } as never,
    {
      kind: 'wall',
      id: 'wall_32',
      parent: 'level_2',
      start: [24, 0],
      end: [28, 0],
      height: 1,
    } as never,
  )
  expect(hiddenIn(scene, 'wall_31')).toBe(0)
  expect(hiddenIn(scene, 'wall_32')).toBeCloseTo(0.15, 6)
})

test('a wall that stands alone shows all of itself, and so does everything else', () => {
  const scene = withNodes(smallHouse(), {
    kind: 'wall',
    id: 'wall_31',
    parent: 'level_2',
    start: [20, 0],
    end: [24, 0],
  } as never)
  expect(hiddenIn(scene, 'wall_31')).toBe(0)
})

const wallOf = (id: string, start: number[], end: number[], thickness: number) =>
  ({ kind: 'wall', id, start, end, thickness }) as const

test.each([
  ['at both ends and between', 0.1, 1.5, [0.05, 1, 2, 2.95]],
  ['in its middle alone', 0.8, 2, [1.5]],
])('a wall shows its face between walls that meet it %s', (_, thickness, long, places) => {
  const scene = sceneOf(
    wallOf('wall_3', [0, 0], [3, 0], 0.15),
    ...places.map((x, i) => wallOf(`wall_${10 + i}`, [x, 0], [x, long], thickness)),
  )
  expect(hiddenIn(scene, 'wall_3')).toBe(0)
  if (places.length > 1) expect(hiddenIn(scene, 'wall_11')).toBeCloseTo(thickness * 2.8, 6)
})

test('the end of a wall is hidden by two that meet before it, but not by their opening', () => {
  const scene = sceneOf(
    wallOf('wall_3', [0, 0], [2, 0], 0.2),
    wallOf('wall_4', [2, 0], [5, 0], 0.2),
    wallOf('wall_5', [2, 0], [2, 3], 0.1),
  )
  expect(hiddenIn(scene, 'wall_5')).toBeCloseTo(0.1 * 2.8, 6)
  const door = { kind: 'door', id: 'door_6', parent: 'wall_4', offset: 0.4, width: 0.8 } as const
  const open = withNodes(scene, { ...door, height: 2, sill: 0 })
  expect(hiddenIn(open, 'wall_5')).toBe(0)
})

test('a wall that is thicker by 2 mm shows the steps at its end', () => {
  const scene = sceneOf(
    wallOf('wall_3', [0, 0], [2, 0], 0.15),
    wallOf('wall_4', [2, 0], [5, 0], 0.152),
  )
  expect(hiddenIn(scene, 'wall_3')).toBeCloseTo(0.15 * 2.8, 6)
  expect(hiddenIn(scene, 'wall_4')).toBe(0)
})

test('in a house the joins are hidden, and not much more', () => {
  const house = exampleScene('family-house')
  const walls = nodesOf(house, 'wall').map(({ id }) => hiddenIn(house, id))
  expect(walls.filter((area) => area > 0).length).toBeGreaterThan(walls.length / 2)
  // Two mitred ends of a wall of 0.3 m and 2.8 m.
  expect(Math.max(...walls)).toBeLessThan(4)
})
