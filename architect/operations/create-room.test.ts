import { expect, test } from 'vitest'
import { newScene, nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import type { Success } from './draft-answer.ts'

const draft = () => new Draft(newScene('A house', 'k3x9'))
const box = (x: number, z: number, width: number, depth: number): [number, number][] => [
  [x, z],
  [x + width, z],
  [x + width, z - depth],
  [x, z - depth],
]

test('two rooms with a common edge have seven walls', () => {
  const house = draft()
  const empty = sceneHash(house.scene)
  expect(house.apply('create_room', { name: 'A', polygon: box(0, 0, 4, 3) })).toMatchObject({
    ok: true,
    areaSqMeters: 10.9725,
  })
  const answer = house.apply('create_room', { name: 'B', polygon: box(4, 0, 3, 3) }) as Success
  expect(answer.reusedWallIds).toHaveLength(1)
  expect(nodesOf(house.scene, 'wall')).toHaveLength(7)
  house.undo(2)
  expect(sceneHash(house.scene)).toBe(empty)
})

test('a longer neighbour uses the wall that is there and adds the rest', () => {
  const house = draft()
  house.apply('create_room', { name: 'A', polygon: box(0, 0, 4, 3) })
  const answer = house.apply('create_room', { name: 'B', polygon: box(4, 0, 3, 5) }) as Success
  expect(answer.wallIdsByEdge).toMatchObject(
    [[{}], [{}], [{}], [{}, {}]].map((edge) => edge.map(() => expect.any(String))),
  )
  expect(nodesOf(house.scene, 'wall')).toHaveLength(8)
  const inner = house.apply('create_room', { name: 'C', polygon: box(7.05, -1, 2, 2) }) as Success
  expect(inner.splitWalls).toMatchObject([{ into: { length: 3 } }])
  expect(inner.error).toBeUndefined()
})

test('a room in another is refused with the nearest move, and the move works', () => {
  const house = draft()
  house.apply('create_room', { name: 'A', polygon: box(0, 0, 4, 3) })
  const refused = house.apply('create_room', { name: 'B', polygon: box(3.5, 0, 3, 3) })
  if (!('error' in refused)) throw new Error('it was made')
  expect(refused.error).toMatchObject({ code: 'overlaps_room', nearestMove: [0.5, 0] })
  const { tool, arguments: given } = (
    refused.error as { fix: { tool: string; arguments: Record<string, unknown> } }
  ).fix
  expect(house.apply(tool, given)).toMatchObject({ ok: true })
})

test('a bow tie is refused with its corners in order', () => {
  const house = draft()
  const [a, b, c, d] = box(0, 0, 4, 3)
  const refused = house.apply('create_room', { name: 'A', polygon: [a, c, b, d] })
  expect(refused).toMatchObject({
    error: {
      code: 'invalid_polygon',
      reason: 'selfIntersection',
      at: [2, -1.5],
      fix: { tool: 'create_room' },
    },
  })
})
