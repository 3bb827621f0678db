import { expect, test } from 'vitest'
import { diffRows, formatChanges } from './diff-rows.ts'

test('a comparison has a row for each node, with the fields that differ', () => {
  const rows = diffRows({
    from: 1,
    to: 2,
    created: [{ id: 'door_2', kind: 'door', parent: 'wall_1' }],
    deleted: [{ id: 'item_3', kind: 'item', label: 'Sofa', parent: 'level_1' }],
    changed: [
      {
        id: 'wall_1',
        kind: 'wall',
        label: '',
        before: { thickness: 0.15, start: [0, 0], parent: 'level_1', height: 2.5 },
        after: { thickness: 0.3, start: [0, 0], parent: 'level_1' },
      },
    ],
  })
  expect(rows.map(({ id, name, change }) => [id, name, change])).toEqual([
    ['wall_1', 'Wall', 'changed'],
    ['door_2', 'Door', 'created'],
    ['item_3', 'Sofa', 'deleted'],
  ])
  expect(rows[0].fields).toEqual([
    { field: 'Thickness', before: '0.15 m', after: '0.30 m' },
    { field: 'Height', before: '2.50 m', after: 'none' },
  ])
})

test('changes are counted', () => {
  expect(formatChanges({ created: ['a', 'b'], changed: [], deleted: ['c'] })).toBe(
    '2 created, 1 deleted',
  )
  expect(formatChanges({ created: [], changed: [], deleted: [] })).toBe('no changes')
})
