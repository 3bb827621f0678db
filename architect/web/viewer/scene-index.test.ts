import { expect, test } from 'vitest'
import { findNodes, groundLevelOf, indexNodes, isInside, levelsOf, roomAt } from './scene-index.ts'

const node = (userData: object, ...children: object[]) => nodeAt(0, userData, ...children)
const nodeAt = (height: number, userData: object, ...children: object[]) =>
  ({ userData, matrixWorld: { elements: [...Array(13).fill(0), height] }, children }) as never
const ROOM = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
]
const TREE = node(
  {},
  node(
    { svcId: 'site_1', kind: 'site', label: 'Site' },
    node(
      { svcId: 'level_2', kind: 'level', label: 'Ground floor' },
      // Between nodes of the scene there may be others, such as the leaf of a door.
      node({ svcId: 'wall_3', kind: 'wall', label: '' }, node({ name: 'door_4_leaf' })),
      node({ svcId: 'zone_5', kind: 'zone', label: 'Bath', polygon: ROOM, color: '#aabbcc' }),
      node({ svcId: 'zone_6', kind: 'zone', label: 'Odd', polygon: [[0, 'a']], color: 'red' }),
    ),
  ),
)

test('the nodes of a model have their parents, levels, outlines and labels', () => {
  const nodes = indexNodes(TREE)
  expect([...nodes.keys()]).toEqual(['site_1', 'level_2', 'wall_3', 'zone_5', 'zone_6'])
  expect(nodes.get('site_1')).toMatchObject({ parentId: null, levelId: null })
  expect(nodes.get('wall_3')).toEqual({
    id: 'wall_3',
    kind: 'wall',
    label: 'wall_3',
    parentId: 'level_2',
    levelId: 'level_2',
    height: 0,
  })
  expect(nodes.get('zone_5')).toMatchObject({ polygon: ROOM, color: '#aabbcc' })
  // A faulty outline or colour is left out.
  expect(nodes.get('zone_6')).toEqual({
    id: 'zone_6',
    kind: 'zone',
    label: 'Odd',
    parentId: 'level_2',
    levelId: 'level_2',
    height: 0,
  })
})

test('levels go from the lowest up, whatever their ids', () => {
  const level = (svcId: string, height: number) =>
    nodeAt(height, { svcId, kind: 'level', label: svcId })
  const tree = node({}, level('level_130', 2.8), level('level_2', 0), level('level_60', -2.6))
  expect(levelsOf(indexNodes(tree)).map(({ id }) => id)).toEqual([
    'level_60',
    'level_2',
    'level_130',
  ])
})

test('a point of the plan is in its room', () => {
  const nodes = indexNodes(TREE)
  expect(roomAt(nodes.values(), 'level_2', 1, 1)?.id).toBe('zone_5')
  expect(roomAt(nodes.values(), 'level_2', 5, 1)).toBeNull()
  expect(roomAt(nodes.values(), 'level_9', 1, 1)).toBeNull()
  const notched = [...ROOM.slice(0, 2), [2, 1.5], ...ROOM.slice(2)] as never
  expect([isInside(notched, 3.5, 1.6), isInside(notched, 0.5, 1)]).toEqual([false, true])
})

test('nodes are found by the words of their labels, kinds and ids', () => {
  const nodes = indexNodes(TREE)
  expect(findNodes(nodes.values(), 'zone BATH').map(({ id }) => id)).toEqual(['zone_5'])
  expect(findNodes(nodes.values(), ' ')).toHaveLength(5)
})

test('the level on the ground is the one nearest to the height of the building', () => {
  const level = (svcId: string, height: number) => nodeAt(height, { svcId, kind: 'level' })
  const tree = node({}, level('level_1', -2.6), level('level_2', 0), level('level_3', 2.9))
  expect(groundLevelOf(indexNodes(tree))?.id).toBe('level_2')
  expect(groundLevelOf(new Map())).toBeNull()
})
