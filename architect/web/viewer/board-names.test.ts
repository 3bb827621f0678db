import { expect, test } from 'vitest'
import { nameBoards } from './board-names.ts'
import type { IndexedNode } from './scene-index.ts'

const node = (id: string, kind: string, label: string, from?: number): [string, IndexedNode] => [
  id,
  {
    id,
    kind,
    label,
    parentId: 'level_1',
    levelId: 'level_1',
    height: 0,
    ...(from !== undefined && {
      polygon: [
        [from, 0],
        [from + 2, 0],
        [from + 2, 2],
        [from, 2],
      ],
    }),
  },
]

test('a board of one room is named by it, one of several or with a label is not', () => {
  const nodes = new Map([
    node('zone_1', 'zone', 'Kitchen', 0),
    node('zone_2', 'zone', 'Hall', 4),
    node('ceiling_1', 'ceiling', 'Ceiling'),
    node('ceiling_2', 'ceiling', 'Oak ceiling'),
    node('slab_1', 'slab', 'Slab'),
    node('wall_1', 'wall', 'Wall'),
  ])
  nameBoards(nodes, (id, x) => id === 'slab_1' || x < 3)
  expect([...nodes.values()].map(({ label }) => label)).toEqual([
    'Kitchen',
    'Hall',
    'Ceiling, Kitchen',
    'Oak ceiling',
    'Slab',
    'Wall',
  ])
})
