import { expect, test } from 'vitest'
import { box, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { wallPath } from '../kernel/walls/wall-path.ts'
import { newScene, nodeOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

/** Three rooms of 4 by 3 m side by side: walls of 0.15 m at x = 0, 4, 8 and 12. */
function row() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = (label: string, x: number, openings: object = {}) =>
    made(
      draft.apply('create_room', {
        label,
        roomType: 'bedroom',
        polygon: box(x, 0, 4, 3),
        ...openings,
      }),
    )
  const west = room('West', 0).zoneId
  const middle = room('Middle', 4, {
    doors: [{ edge: 0, t: 0.5 }],
    windows: [{ edge: 2, t: 0.5 }],
  }) as never as { zoneId: string; doorIds: string[]; windowIds: string[] }
  return { draft, west, middle, east: room('East', 8).zoneId }
}

/** The middle of an opening in plan. */
function middleOf(draft: Draft, id: string) {
  const opening = nodeOf(draft.scene, id, 'door') ?? nodeOf(draft.scene, id, 'window')!
  return wallPath(nodeOf(draft.scene, opening.parent!, 'wall')!).at(opening.offset)
}

test('a room moves between its neighbours with its door, its window and its furniture', () => {
  const { draft, west, middle, east } = row()
  const { placed } = made(
    draft.apply('place_item', {
      items: [{ asset: 'bed_single', position: [5, -1.8], targetId: middle.zoneId }],
    }),
  ) as never as { placed: { id: string; position: number[] }[] }
  const answer = made(draft.apply('move_room', { zoneId: middle.zoneId, by: [1, 0] }))
  // West becomes 4.85 m wide and East 2.85 m, both 2.85 m deep; Middle has the same area.
  expect(answer.zones).toMatchObject([
    { zoneId: east, after: { netArea: 8.1225 } },
    { zoneId: west, after: { netArea: 13.8225 } },
  ])
  expect(
    nodeOf(draft.scene, middle.zoneId, 'zone')!
      .polygon.map(([x]) => x)
      .sort(),
  ).toEqual([5, 5, 9, 9])
  expect(middleOf(draft, middle.doorIds[0])).toEqual([7, 0])
  expect(middleOf(draft, middle.windowIds[0])).toEqual([7, -3])
  const [x, y, z] = placed[0].position
  expect(nodeOf(draft.scene, placed[0].id, 'item')!.position).toEqual([x + 1, y, z])
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a move that leaves a neighbour too narrow is refused with the largest that works', () => {
  const { draft, middle } = row()
  const error = refusedFor(draft.apply('move_room', { zoneId: middle.zoneId, by: [2, 0] }))
  // East has 3.85 m and keeps 2.13 m.
  expect(error).toMatchObject({ code: 'no_space', largestBy: [1.72, 0] })
  expect(error.fix).toEqual({
    tool: 'move_room',
    arguments: { zoneId: middle.zoneId, by: [1.72, 0] },
  })
  made(draft.apply(error.fix!.tool, error.fix!.arguments))
})

test('a room at the facade cannot move across it', () => {
  const { draft, middle } = row()
  const error = refusedFor(draft.apply('move_room', { zoneId: middle.zoneId, by: [0, 1] }))
  expect(error.message).toContain('is part of the facade, which stands')
  expect(error.fix).toBeUndefined()
})

test('there and back gives the same scene, and the edit is undone', () => {
  const { draft, middle } = row()
  const before = draft.scene
  const call = { zoneId: middle.zoneId, by: [-0.8, 0] }
  expect(isUndone(draft, () => draft.apply('move_room', call))).toBe(true)
  made(draft.apply('move_room', { ...call, by: [0.8, 0] }))
  expect(draft.scene.nodes).toEqual(before.nodes)
})

test('a room that shares no facade moves with its own', () => {
  const { draft } = row()
  const hut = made(draft.apply('create_room', { label: 'Hut', polygon: box(30, 0, 3, 3) }))
  const answer = made(draft.apply('move_room', { zoneId: hut.zoneId, by: [-2, 1] }))
  expect(answer.zones).toEqual([])
  expect(nodeOf(draft.scene, hut.zoneId, 'zone')!.polygon).toEqual(box(28, 1, 3, 3))
})
