import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

/** A room of 6 by 4 m along the middle of walls of 0.2 m: 5.8 x 3.8 m inside. */
function oneRoom() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = made(
    draft.apply('create_room', {
      label: 'Studio',
      roomType: 'studio',
      polygon: box(0, 0, 6, 4),
      wallThickness: 0.2,
    }),
  )
  return { draft, zoneId: room.zoneId, room }
}
const areasOf = (answer: Record<string, unknown>) =>
  (answer.zones as { after: { netArea: number } }[]).map(({ after }) => after.netArea)

test('a coordinate on the axis divides a room, with names, types and a door', () => {
  const { draft, zoneId } = oneRoom()
  const answer = made(
    draft.apply('split_room', {
      zoneId,
      axis: 'x',
      at: 4,
      wallThickness: 0.1,
      labels: ['Living', 'Bed'],
      roomTypes: ['living', 'bedroom'],
      door: {},
    }),
  )
  // West: 4 - 0.1 - 0.05 by 3.8 m; east: 2 - 0.05 - 0.1 by 3.8 m.
  expect(areasOf(answer)).toEqual([14.63, 7.03])
  const [west, east] = (answer.zoneIds as string[]).map((id) => nodeOf(draft.scene, id, 'zone')!)
  expect(west).toMatchObject({ id: zoneId, label: 'Living', roomType: 'living' })
  expect(east).toMatchObject({ label: 'Bed', roomType: 'bedroom', color: '#b9cfe4' })
  expect(nodeOf(draft.scene, answer.doorId as string, 'door')!.parent).toBe(answer.wallIds[0])
  expect(answer.walls).toMatchObject({ created: { length: 3 }, removed: [] })
  expect(nodesOf(draft.scene, 'slab')).toHaveLength(1)
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a share and an area are those of the floor between the walls', () => {
  const half = oneRoom()
  const equal = made(half.draft.apply('split_room', { zoneId: half.zoneId, axis: 'z', share: 0.5 }))
  // 3.8 m less a wall of 0.15 m leaves two parts of 1.825 m, by 5.8 m.
  expect(areasOf(equal)).toEqual([10.585, 10.585])
  const small = oneRoom()
  const call = { zoneId: small.zoneId, axis: 'x', area: 7.6, wallThickness: 0.1 }
  // 7.6 m² by 3.8 m is 2 m; the rest is 5.8 - 2 - 0.1 by 3.8 m.
  expect(areasOf(made(small.draft.apply('split_room', call)))).toEqual([7.6, 14.06])
})

test('an oblique line runs on to the walls, and the part to its left comes first', () => {
  const { draft, zoneId } = oneRoom()
  // From south-west to north-east: the left is the north-west.
  const answer = made(
    draft.apply('split_room', {
      zoneId,
      line: [
        [1, -1],
        [2, -2],
      ],
    }),
  )
  const [first] = answer.zoneIds as string[]
  expect(nodeOf(draft.scene, first, 'zone')!.polygon).toEqual([
    [0, 0],
    [4, -4],
    [0, -4],
  ])
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a split is undone, and a merge gives the room back', () => {
  const { draft, zoneId } = oneRoom()
  const before = draft.scene
  const call = { zoneId, axis: 'x', at: 2.5 }
  expect(isUndone(draft, () => draft.apply('split_room', call))).toBe(true)
  const ids = nodesOf(draft.scene, 'zone').map(({ id }) => id)
  made(draft.apply('merge_rooms', { zoneIds: [zoneId, ...ids.filter((id) => id !== zoneId)] }))
  const ends = (scene: typeof before) =>
    nodesOf(scene, 'wall').map(({ id, start, end }) => [id, start, end])
  expect(ends(draft.scene)).toEqual(ends(before))
  expect(nodesOf(draft.scene, 'slab')).toEqual(nodesOf(before, 'slab'))
  expect(nodeOf(draft.scene, zoneId, 'zone')).toEqual(nodeOf(before, zoneId, 'zone'))
})

test('a wall that would end in a window is refused, and the fix goes beside it', () => {
  const { draft, zoneId, room } = oneRoom()
  made(draft.apply('add_window', { wallId: room.wallIds[0], offset: 3, width: 1 }))
  const error = refusedFor(draft.apply('split_room', { zoneId, axis: 'x', at: 3.2 }))
  expect(error.code).toBe('opening_overlap')
  // 0.5 m of window, 0.075 m of wall and a pier of 0.05 m: 3.625 m or more from the west.
  expect(error.fix!.arguments.line).toEqual([
    [3.7, 0],
    [3.7, -4],
  ])
  made(draft.apply(error.fix!.tool, error.fix!.arguments))
})

test('a line outside, one that meets the room twice, and an empty part are refused', () => {
  const { draft, zoneId } = oneRoom()
  const of = (call: object) => refusedFor(draft.apply('split_room', { zoneId, ...call }))
  expect(of({ axis: 'x', at: 9 }).code).toBe('no_space')
  expect(of({ axis: 'x' }).message).toContain('one of at, share and area')
  expect(of({}).message).toContain('Give either line')
  expect(of({ axis: 'x', area: 22 }).code).toBe('no_space')
  expect(of({ axis: 'x', at: 0.2 })).toMatchObject({ fix: { tool: 'split_room' } })
  const notch = made(
    draft.apply('create_room', {
      label: 'U',
      polygon: [
        [10, 0],
        [19, 0],
        [19, -6],
        [16, -6],
        [16, -3],
        [13, -3],
        [13, -6],
        [10, -6],
      ],
    }),
  )
  const twice = refusedFor(draft.apply('split_room', { zoneId: notch.zoneId, axis: 'z', at: -4.5 }))
  expect(twice.message).toContain('has 2 stretches')
  expect(twice.fix!.arguments.line).toEqual([
    [10, -4.5],
    [13, -4.5],
  ])
  made(draft.apply(twice.fix!.tool, twice.fix!.arguments))
})

test('furniture under the new wall decides', () => {
  const { draft, west } = draftedHouse()
  const { placed } = made(
    draft.apply('place_item', {
      items: [{ asset: 'bed_double', position: [1.2, -1.5], targetId: west.zoneId }],
    }),
  ) as never as { placed: { id: string }[] }
  const call = { zoneId: west.zoneId, axis: 'x', at: 1.6 }
  const error = refusedFor(draft.apply('split_room', call))
  expect(error).toMatchObject({ code: 'collides', items: [{ id: placed[0].id }] })
  const answer = made(draft.apply(error.fix!.tool, error.fix!.arguments))
  expect(validateScene(draft.scene).errors).toEqual([])
  expect(answer.movedItems).toHaveLength(1)
})

test('around a court, each part goes along its side and has the requested area', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const { zoneId } = made(
    draft.apply('create_room', { label: 'Ring', polygon: box(0, 0, 12, 10), wallThickness: 0.15 }),
  )
  const court: [number, number][] = [
    [4, -3],
    [8, -3],
    [8, -7],
    [4, -7],
  ]
  for (const [i, start] of court.entries())
    made(draft.apply('create_wall', { start, end: court[(i + 1) % 4], thickness: 0.15 }))
  const half = made(draft.apply('split_room', { zoneId, axis: 'x', share: 0.5 }))
  // 5.85 by 9.85 m, less half of the court with its walls: 2 by 4.15 m.
  expect(areasOf(half)).toEqual([49.3225, 49.3225])
  const ends = (half.wallIds as string[]).map((id) => {
    const { start, end } = nodeOf(draft.scene, id, 'wall')!
    return [start, end]
  })
  expect(ends).toEqual([
    [
      [6, 0],
      [6, -3],
    ],
    [
      [6, -7],
      [6, -10],
    ],
  ])
  expect(nodeOf(draft.scene, zoneId, 'zone')!.polygon).toEqual([
    [0, 0],
    [6, 0],
    [6, -3],
    [4, -3],
    [4, -7],
    [6, -7],
    [6, -10],
    [0, -10],
  ])
  draft.undo()
  const [first, second] = areasOf(made(draft.apply('split_room', { zoneId, axis: 'x', area: 45 })))
  // 99.5 m² less 5.7 m of a wall of 0.15 m are 98.645 m².
  expect(first).toBeCloseTo(45, 2)
  expect(second).toBeCloseTo(53.645, 2)
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a line that meets a court at a corner alone is refused, and the fix goes beside it', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const { zoneId } = made(
    draft.apply('create_room', { label: 'Ring', polygon: box(0, 0, 12, 10), wallThickness: 0.15 }),
  )
  const court: [number, number][] = [
    [6, -3],
    [8, -5],
    [6, -7],
    [4, -5],
  ]
  for (const [i, start] of court.entries())
    made(draft.apply('create_wall', { start, end: court[(i + 1) % 4], thickness: 0.15 }))
  const error = refusedFor(draft.apply('split_room', { zoneId, axis: 'z', at: -3 }))
  expect(error.message).toContain('at a corner')
  const answer = made(draft.apply(error.fix!.tool, error.fix!.arguments))
  expect(answer.zoneIds).toHaveLength(2)
})
