import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { nodeOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

const door = { offset: 2, width: 1, height: 2, sill: 0 }

test('a node that one op adds can be the parent of a node that the next op adds', () => {
  const { draft, level } = draftedHouse()
  const ops = [
    { op: 'add', kind: 'wall', as: 'w', parent: level, set: { start: [0, 5], end: [4, 5] } },
    { op: 'add', kind: 'door', as: 'd', parent: '$w', set: door },
  ]
  expect(isUndone(draft, () => draft.apply('apply_patch', { ops }))).toBe(true)
  const { w, d } = made(
    draft.apply('apply_patch', {
      ops: ops.map((op) => ({
        ...op,
        set: { ...op.set, ...('start' in op.set ? { start: [0, 7], end: [4, 7] } : {}) },
      })),
    }),
  ).ids
  expect(nodeOf(draft.scene, d, 'door')!.parent).toBe(w)
})

const wrong: [
  what: string,
  ops: (house: ReturnType<typeof draftedHouse>) => object[],
  code: string,
][] = [
  [
    'two doors at one place',
    ({ walls }) => [
      { op: 'add', kind: 'door', parent: walls.south, set: door },
      { op: 'add', kind: 'door', parent: walls.south, set: { ...door, offset: 2.2 } },
    ],
    'opening_overlap',
  ],
  [
    'a window over the top of the wall',
    ({ walls }) => [{ op: 'add', kind: 'window', parent: walls.south, set: { ...door, sill: 2 } }],
    'opening_too_high',
  ],
  [
    'a door past the end of its wall',
    ({ walls }) => [
      { op: 'add', kind: 'door', parent: walls.south, set: { ...door, offset: 3.9 } },
    ],
    'opening_outside_wall',
  ],
  [
    'a room on a room',
    ({ level }) => [
      {
        op: 'add',
        kind: 'zone',
        parent: level,
        set: { polygon: box(1, -1, 1, 1), color: '#ffffff' },
      },
    ],
    'overlaps_room',
  ],
  [
    'a slab in a slab',
    ({ level }) => [{ op: 'add', kind: 'slab', parent: level, set: { polygon: box(1, -1, 1, 1) } }],
    'collides',
  ],
  [
    'a bow tie',
    ({ west }) => [
      {
        op: 'change',
        id: west.slabId,
        set: {
          polygon: [
            [0, 0],
            [4, -3],
            [4, 0],
            [0, -3],
          ],
        },
      },
    ],
    'invalid_polygon',
  ],
  [
    'a door in a level',
    ({ level }) => [{ op: 'add', kind: 'door', parent: level, set: door }],
    'wrong_kind',
  ],
  [
    'a parent that does not exist',
    () => [{ op: 'add', kind: 'door', parent: 'wall_99', set: door }],
    'node_not_found',
  ],
  [
    'a name that no op gave',
    () => [{ op: 'add', kind: 'door', parent: '$w', set: door }],
    'node_not_found',
  ],
  [
    'a wall in a wall',
    ({ level }) => [
      { op: 'add', kind: 'wall', parent: level, set: { start: [0.5, 0.02], end: [3.5, 0.02] } },
    ],
    'wall_overlaps',
  ],
  [
    'a wall as long as it is thick at most',
    ({ level }) => [
      { op: 'add', kind: 'wall', parent: level, set: { start: [0, 5], end: [0.1, 5] } },
    ],
    'wall_too_short',
  ],
  [
    'the storey with all that is on it',
    ({ level }) => [{ op: 'remove', id: level }],
    'level_not_empty',
  ],
  [
    'a second ground floor',
    () => [{ op: 'add', kind: 'level', parent: 'building_1', set: { index: 0 } }],
    'level_exists',
  ],
  [
    'a lamp on nothing',
    ({ level }) => [
      {
        op: 'add',
        kind: 'item',
        parent: level,
        set: { asset: 'floor_lamp', position: [1, 0, -1], host: 'wall_99' },
      },
    ],
    'node_not_found',
  ],
  ['an op without its node', () => [{ op: 'change', set: { label: 'x' } }], 'invalid_input'],
]

test.each(wrong)('%s is refused, and the ops before it are not made', (_, opsOf, code) => {
  const house = draftedHouse()
  const before = sceneHash(house.draft.scene)
  const good = { op: 'change', id: house.walls.south, set: { label: 'South wall' } }
  const refused = refusedFor(house.draft.apply('apply_patch', { ops: [good, ...opsOf(house)] }))
  expect(refused.code).toBe(code)
  expect(sceneHash(house.draft.scene)).toBe(before)
})

test('a dry run checks the patch and edits nothing', () => {
  const { draft, walls } = draftedHouse()
  const before = sceneHash(draft.scene)
  const ops = [{ op: 'remove', id: walls.between }]
  expect(made(draft.apply('apply_patch', { ops, dryRun: true }))).toMatchObject({ wouldApply: 1 })
  expect(sceneHash(draft.scene)).toBe(before)
})

test('a storey can be removed once the ops have emptied it', () => {
  const { draft } = draftedHouse()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const { slabId } = made(draft.apply('create_slab', { polygon: box(0, 0, 8, 3), levelId }))
  const ops = [
    { op: 'remove', id: slabId },
    { op: 'remove', id: levelId },
  ]
  expect(made(draft.apply('apply_patch', { ops })).changes.deleted).toHaveLength(2)
})

test('a second site is refused, also without a parent', () => {
  const { draft, level } = draftedHouse()
  for (const parent of [undefined, level]) {
    const { error } = draft.apply('apply_patch', {
      ops: [{ op: 'add', kind: 'site', parent }],
    }) as {
      error: { code: string; message: string }
    }
    expect(error.message).toBe('A project has one site, which exists already.')
  }
})
