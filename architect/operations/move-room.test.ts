import { expect, test } from 'vitest'
import { box, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { wallPath } from '../kernel/walls/wall-path.ts'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
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

test('the largest move is stated only where it is not refused for a door', () => {
  const { draft, middle, east } = row()
  // In the south of East, from x = 9.25 to 10.15: the wall at x = 8 would be at 9.72, amid it.
  made(draft.apply('add_door', { zoneId: east, centre: [9.7, 0] }))
  const error = refusedFor(draft.apply('move_room', { zoneId: middle.zoneId, by: [2, 0] }))
  expect(error.message).toMatch(
    /not all of this is possible\. Its walls alone allow \[1\.72, 0\] m\.$/,
  )
  expect(error).toMatchObject({ wallsAllow: [1.72, 0] })
  expect(error.largestBy).toBeUndefined()
  made(draft.apply(error.fix!.tool, error.fix!.arguments))
})

test('a room at the facade cannot move across it', () => {
  const { draft, middle } = row()
  const error = refusedFor(draft.apply('move_room', { zoneId: middle.zoneId, by: [0, 1] }))
  expect(error.message).toMatch(/is part of the facade, which stands.* It stays where it is\.$/)
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

test('holes cut by hand move along, with their guards and the same hole in the ceiling below', () => {
  const { draft, middle } = row()
  const { idMap } = made(draft.apply('duplicate_level', { levelId: 'level_2', position: 'above' }))
  const { zoneId, slabId, ceilingId } = middle as never as Record<string, string>
  const hole = box(5, -1, 1, 1)
  const cut = (targetId: string, polygon = hole) =>
    made(draft.apply('cut_opening', { targetId, polygon }))
  const [{ fix }] = cut(idMap[slabId]).issues
  const { railingId } = made(draft.apply(fix!.tool, fix!.arguments)) as never as {
    railingId: string
  }
  const { path } = nodeOf(draft.scene, railingId, 'railing')!
  cut(ceilingId)
  cut(ceilingId, box(4.5, -0.2, 0.3, 0.3))
  cut(idMap[ceilingId])
  made(draft.apply('move_room', { zoneId: idMap[zoneId], by: [1, 0] }))
  const holesOf = (id: string) => {
    const board = nodeOf(draft.scene, id, 'slab') ?? nodeOf(draft.scene, id, 'ceiling')!
    return board.holes.map((ring) => Math.min(...ring.map(([x]) => x)))
  }
  expect(holesOf(idMap[slabId])).toEqual([6])
  expect(holesOf(idMap[ceilingId])).toEqual([6])
  // Of the ceiling below, only the hole that leads up moves.
  expect(holesOf(ceilingId)).toEqual([6, 4.5])
  expect(nodeOf(draft.scene, railingId, 'railing')!.path).toEqual(
    path.map(([x, z]) => [expect.closeTo(x + 1, 9), z]),
  )
  expect(validateScene(draft.scene).errors).toEqual([])
  // A wall that would pass the hole leaves it outside of its ceiling, which is refused.
  const wallId = nodesOf(draft.scene, 'wall').find(
    ({ id, start, end }) =>
      nodeOf(draft.scene, id, 'wall')!.parent !== 'level_2' && start[0] === 5 && end[0] === 5,
  )!.id
  const passed = refusedFor(draft.apply('move_wall', { wallId, by: [1.5, 0] }))
  expect(passed).toMatchObject({ code: 'invalid_polygon' })
  expect(passed.message).toContain(`Hole 0 of ${idMap[ceilingId]} leaves it by 0.5`)
})

test('notes move along; a column and a free wall stay, and the answer names them', () => {
  const { draft, middle } = row()
  const { zoneId } = middle
  const note = made(
    draft.apply('add_annotation', { position: [5, -2], text: 'Socket here' }),
  ) as never as { annotationId: string }
  const { columnId } = made(draft.apply('create_column', { position: [7.2, -2.2] })) as never as {
    columnId: string
  }
  const { wallIds } = made(
    draft.apply('create_wall', { start: [5.5, -1.2], end: [6.5, -1.2] }),
  ) as never as { wallIds: string[] }
  const answer = made(draft.apply('move_room', { zoneId, by: [0.5, 0] }))
  expect(nodeOf(draft.scene, note.annotationId, 'annotation')!.position).toEqual([5.5, -2])
  expect(nodeOf(draft.scene, columnId, 'column')!.position).toEqual([7.2, -2.2])
  expect(answer.issues).toEqual([
    {
      code: 'room.left_behind',
      severity: 'warning',
      nodeIds: [...wallIds, columnId].sort(),
      message: `${[...wallIds, columnId].sort().join(', ')} stay in place: a room moves with its openings, holes, furniture and notes alone.`,
    },
  ])
})
