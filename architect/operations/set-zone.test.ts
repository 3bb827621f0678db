import { expect, test } from 'vitest'
import { ROOM_TYPES } from '../scene/room-types.ts'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import type { Refused, Success } from './draft-answer.ts'

const box = (x: number, z: number, width: number, depth: number): [number, number][] => [
  [x, z],
  [x + width, z],
  [x + width, z - depth],
  [x, z - depth],
]
function shell() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const answer = draft.apply('create_story_shell', { footprint: box(0, 0, 10, 6) }) as Success
  return { draft, answer }
}

test('a shell has walls, a slab, a ceiling and no room, and undo removes all of it', () => {
  const { draft, answer } = shell()
  expect(answer).toMatchObject({ wallIds: { length: 4 }, grossArea: 60 })
  expect(nodeOf(draft.scene, answer.slabId as string, 'slab')?.polygon).toEqual(box(0, 0, 10, 6))
  expect(nodesOf(draft.scene, 'zone')).toEqual([])
  draft.undo()
  expect(sceneHash(draft.scene)).toBe(sceneHash(newScene('A house', 'k3x9')))
})

test('a room along a shell uses its walls and lies on its slab', () => {
  const { draft, answer } = shell()
  const room = draft.apply('create_room', { label: 'A', polygon: box(0, 0, 4, 6) }) as Success
  expect(room).toMatchObject({ slabId: answer.slabId, reusedWallIds: { length: 3 } })
  expect(nodesOf(draft.scene, 'slab')).toHaveLength(1)
  expect(nodesOf(draft.scene, 'wall')).toHaveLength(7)
  // Between outer walls of 0.3 m and one of 0.15 m.
  expect(room.netArea).toBeCloseTo((4 - 0.15 - 0.075) * (6 - 0.3), 4)
})

test('an area gets a name and a use, and its colour follows its use unless one was chosen', () => {
  const { draft } = shell()
  const { zoneId, netArea } = draft.apply('set_zone', {
    polygon: box(0, 0, 10, 6),
    label: 'Hall',
    roomType: 'hall',
  }) as Success
  expect(netArea).toBeCloseTo(9.7 * 5.7, 4)
  const color = () => nodeOf(draft.scene, zoneId as string, 'zone')?.color
  expect(color()).toBe(ROOM_TYPES.hall.color)
  draft.apply('set_zone', { zoneId, roomType: 'living' })
  expect(color()).toBe(ROOM_TYPES.living.color)
  draft.apply('set_zone', { zoneId, color: '#123456' })
  draft.apply('set_zone', { zoneId, roomType: 'office', polygon: box(0, 0, 5, 6) })
  expect(nodeOf(draft.scene, zoneId as string, 'zone')).toMatchObject({
    label: 'Hall',
    color: '#123456',
    polygon: box(0, 0, 5, 6),
  })
})

test('an area that overlaps a room is refused with the part of it that is free', () => {
  const { draft } = shell()
  draft.apply('set_zone', { polygon: box(0, 0, 5, 6), label: 'A' })
  const { error } = draft.apply('set_zone', { polygon: box(4, 0, 5, 6), label: 'B' }) as Refused
  expect(error).toMatchObject({
    code: 'overlaps_room',
    message: 'B would overlap A by 6 m².',
    overlapArea: 6,
    fix: { arguments: { polygon: box(5, 0, 4, 6) } },
  })
  expect(draft.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
  expect(draft.apply('set_zone', { label: 'C' })).toMatchObject({
    error: { code: 'invalid_input' },
  })
  expect(draft.apply('set_zone', { zoneId: 'wall_3' })).toMatchObject({
    error: { code: 'wrong_kind' },
  })
})
