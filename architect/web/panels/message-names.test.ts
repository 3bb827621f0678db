import { expect, test } from 'vitest'
import type { IndexedNode } from '../viewer/scene-index.ts'
import { withNames } from './message-names.ts'

const node = (id: string, kind: string, label: string): [string, IndexedNode] => [
  id,
  { id, kind, label, parentId: null, levelId: null, height: 0 },
]
const NODES = new Map([node('zone_21', 'zone', 'Toilet'), node('wall_3', 'wall', 'Wall')])

test('messages name rooms as people do', () => {
  const message = 'No way leads from the entrance to zone_21.'
  expect(withNames(message, NODES)).toBe('No way leads from the entrance to Toilet.')
})

test('a node without a name of its own, or of another version, has its id', () => {
  expect(withNames('wall_3 ends in zone_99.', NODES)).toBe('wall_3 ends in zone_99.')
})
