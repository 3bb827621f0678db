import { expect, test } from 'vitest'
import { sceneOf, withFields, withNodes } from '../../../tests/houses/scene-of.ts'
import { nodeOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'
import type { Refused, Success } from '../draft-answer.ts'

const ring = [
  [0, 0],
  [8, 0],
  [8, -5],
  [0, -5],
]
const sides = ring.map((start, i) => ({ start, end: ring[(i + 1) % 4] }))
const storey = (level: string, first: number) => [
  ...sides.map((side, i) => ({
    kind: 'wall' as const,
    id: `wall_${first + i}`,
    parent: level,
    thickness: 0.2,
    ...side,
  })),
  { kind: 'slab' as const, id: `slab_${first + 4}`, parent: level, polygon: ring },
]

/** Two storeys of 8 by 5 m, without rooms; wall_10 and wall_20 are in the south. */
const house = sceneOf(
  { kind: 'level', id: 'level_3', parent: 'building_1', index: 1, height: 2.8 },
  ...storey('level_2', 10),
  ...storey('level_3', 20),
)
const door = (id: string, parent: string, offset: number) => ({
  kind: 'door' as const,
  id,
  parent,
  offset,
  width: 0.9,
  height: 2.1,
  sill: 0,
})
/**
 * Sixteen risers of 0.26 m: from x = 2 to 5.9, its middle 0.7 m north of the wall's middle. The
 * floor above is 0.2 m thick, so that treads over 0.6 m need the hole: from the fourth on.
 */
const stair = { fromLevelId: 'level_2', position: [2, -0.7], width: 1, direction: 0 }
const build = (scene: typeof house) =>
  new Draft(scene).apply('create_stair_between_levels', stair) as Success & Refused

test('a stair whose hole would be before a door of the upper floor is refused, and its fix is not', () => {
  const upper = withNodes(house, door('door_30', 'wall_20', 4))
  const { error } = build(upper)
  expect(error).toMatchObject({ code: 'blocks_door', nodeIds: ['door_30'] })
  expect(error.message).toContain('The hole in the floor above would be before door_30')
  expect(new Draft(upper).apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
  // A door over the first treads, which need no hole, is free: 2 + 3 x 0.26 - 0.1 = 2.68 m.
  expect(build(withNodes(house, door('door_30', 'wall_20', 2.2)))).toMatchObject({ ok: true })
})

test('a stair that starts before a door of its own floor is refused', () => {
  const lower = withNodes(house, door('door_30', 'wall_10', 2.5))
  expect(build(lower).error).toMatchObject({ code: 'blocks_door', nodeIds: ['door_30'] })
})

test.each([
  ['a door before the hole of a stair', 'add_door', { wallId: 'wall_20', offset: 4 }],
  ['a passage before the hole of a stair', 'cut_opening', { targetId: 'wall_20', offset: 4 }],
  ['a door before the treads of a stair', 'add_door', { wallId: 'wall_10', offset: 3 }],
])('%s is refused even with force, and its fix stands clear of it', (_, tool, given) => {
  const made = build(house)
  expect(made).toMatchObject({ ok: true })
  const draft = new Draft(house)
  draft.apply('create_stair_between_levels', stair)
  for (const force of [true, false]) {
    const { error } = draft.apply(tool, { ...given, force }) as Refused
    expect(error).toMatchObject({ code: 'blocks_door', blockedBy: [made.stairId] })
    if (force) continue
    const answer = draft.apply(error.fix!.tool, error.fix!.arguments) as Success
    expect(answer).toMatchObject({ ok: true })
    // Clear of what is from 1.9 or 2.68 m to 5.9 m: half of the door is 0.45 m.
    expect(Math.abs((answer.localX as number) - 4)).toBeGreaterThan(1.7)
  }
})

test('a door that is moved before a hole cut by hand is refused', () => {
  const slab = nodeOf(house, 'slab_24', 'slab')!
  const hole = [
    [3, -0.2],
    [5, -0.2],
    [5, -2],
    [3, -2],
  ]
  const scene = withFields(withNodes(house, door('door_30', 'wall_20', 1)), slab.id, {
    holes: [hole],
  })
  const draft = new Draft(scene)
  const { error } = draft.apply('edit_node', { id: 'door_30', set: { offset: 4 } }) as Refused
  expect(error).toMatchObject({ code: 'blocks_door', blockedBy: ['slab_24'] })
  expect(draft.apply('edit_node', { id: 'door_30', set: { offset: 2 } })).toMatchObject({
    ok: true,
  })
  const { error: cut } = new Draft(withNodes(house, door('door_30', 'wall_20', 4))).apply(
    'cut_opening',
    { targetId: 'slab_24', polygon: hole },
  ) as Refused
  expect(cut).toMatchObject({ code: 'blocks_door', nodeIds: ['door_30', 'slab_24'] })
})

test('a storey does not rise where the longer hole of its stair would be before a door', () => {
  const draft = new Draft(house)
  expect(draft.apply('create_stair_between_levels', stair)).toMatchObject({ ok: true })
  // Fifteen treads of 0.26 m end at 5.9 m, and a door of 0.9 m begins at 6.4 m.
  const doorAt = { wallId: 'wall_20', offset: 6.85 }
  expect(draft.apply('add_door', doorAt)).toMatchObject({ ok: true })
  // For 3.6 m there are twenty risers of 0.18 m, and nineteen treads, which end at 6.94 m.
  const rises = { storeyHeight: 3.6, apply: 'existing' }
  expect(draft.apply('set_building', rises)).toMatchObject({ error: { code: 'blocks_door' } })
  const rise = (height: number) => draft.apply('edit_level', { id: 'level_2', height })
  expect(rise(3.6)).toMatchObject({ error: { code: 'blocks_door' } })
  // For 2.9 m there are seventeen, and sixteen treads, which end at 6.16 m.
  expect(rise(2.9)).toMatchObject({ ok: true })
})
