import { expect, test } from 'vitest'
import { draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { nodeOf } from '../scene/scene.ts'

const calls: [tool: string, call: Record<string, unknown>][] = [
  ['create_column', { position: [2, -1], width: 0.4, outline: 'circle' }],
  ['create_beam', { start: [0, -1], end: [4, -1], depth: 0.3 }],
  [
    'create_fence',
    {
      path: [
        [-5, 5],
        [5, 5],
        [5, 5],
        [5, -5],
      ],
      style: 'hedge',
    },
  ],
  [
    'create_fence',
    {
      path: [
        [1, -1],
        [3, -1],
      ],
      style: 'railing',
    },
  ],
  ['add_annotation', { text: 'Keep this wall', position: [1, -1] }],
]

test.each(calls)('%s is made, and undo removes all of it', (tool, call) => {
  const { draft } = draftedHouse()
  expect(isUndone(draft, () => draft.apply(tool, call))).toBe(true)
})

test('a fence stands on the site, or on the given level', () => {
  const { draft, level } = draftedHouse()
  const path = [
    [-5, 5],
    [5, 5],
  ]
  const garden = made(draft.apply('create_fence', { path }))
  expect(garden.length).toBe(10)
  expect(nodeOf(draft.scene, garden.fenceId, 'fence')!.parent).toBe('site_k3x9')
  const terrace = made(draft.apply('create_fence', { path, levelId: level }))
  expect(nodeOf(draft.scene, terrace.fenceId, 'fence')!.parent).toBe(level)
})

test('a column with one side given is square', () => {
  const { draft } = draftedHouse()
  const { columnId } = made(draft.apply('create_column', { position: [2, -1], width: 0.4 }))
  expect(nodeOf(draft.scene, columnId, 'column')).toMatchObject({ width: 0.4, depth: 0.4 })
})

test.each([
  ['create_beam', { start: [1, 1], end: [1, 1] }, 'invalid_polygon'],
  [
    'create_fence',
    {
      path: [
        [1, 1],
        [1, 1],
      ],
    },
    'invalid_polygon',
  ],
  ['create_column', { position: [1, 1], levelId: 'level_99' }, 'node_not_found'],
  ['create_beam', { start: [1, 1], end: [2, 1], levelId: 'building_1' }, 'wrong_kind'],
  ['add_annotation', { text: '', position: [1, 1] }, 'invalid_input'],
])('%s with %o is refused as %s', (tool, call, code) => {
  const { draft } = draftedHouse()
  expect(refusedFor(draft.apply(tool, call)).code).toBe(code)
})

test('a column is refused in furniture and in the swing of a door', () => {
  const { draft, walls } = draftedHouse()
  made(draft.apply('add_door', { wallId: walls.south, offset: 2, swing: 'left' }))
  expect(refusedFor(draft.apply('create_column', { position: [2, -0.6] })).code).toBe('blocks_door')
  made(draft.apply('place_item', { items: [{ asset: 'coffee_table', position: [2, 0, -2] }] }))
  expect(refusedFor(draft.apply('create_column', { position: [2, -2] })).code).toBe('collides')
  const column = { kind: 'column', parent: 'level_2', set: { position: [2, -2] } }
  expect(refusedFor(draft.apply('apply_patch', { ops: [{ op: 'add', ...column }] })).code).toBe(
    'collides',
  )
})
