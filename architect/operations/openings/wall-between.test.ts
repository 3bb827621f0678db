import { expect, test } from 'vitest'
import { box, draftedHouse, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { newScene, nodeOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'

/**
 * A hall of 3 by 4 m in the west, a bath of 3 by 2 m and a study of 3 by 2 m next to it in the
 * east, walls of 0.2 m: the bath in the south, z from 0 to -2.
 */
function house() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = (label: string, roomType: string, polygon: number[][], more = {}) =>
    made(draft.apply('create_room', { label, roomType, polygon, wallThickness: 0.2, ...more }))
  const hall = room('Hall', 'hall', box(0, 0, 3, 4))
  const bath = room('Bath', 'bathroom', box(3, 0, 3, 2))
  const study = room('Study', 'office', box(3, -2, 3, 2))
  return { draft, hall: hall.zoneId, bath: bath.zoneId, study: study.zoneId, room }
}

test('a door to a room goes into the wall between, next to a corner, its leaf against the wall', () => {
  const { draft, hall, bath } = house()
  const answer = made(draft.apply('add_door', { zoneId: bath, to: 'Hall', width: 0.8 }))
  // The wall between is at x = 3, from z = 0 to -2; 0.1 m of it at each end is other walls.
  // A corner, 0.15 m of casing and half of 0.8 m: 0.65 m from the centreline of the south wall.
  expect(answer.worldPosition).toEqual([3, 0, -0.65])
  expect(answer).toMatchObject({ opensInto: bath, swing: { clear: true } })
  expect((answer.connects as string[]).toSorted()).toEqual([bath, hall].toSorted())
  const door = nodeOf(draft.scene, answer.doorId as string, 'door')!
  const wall = nodeOf(draft.scene, door.parent!, 'wall')!
  // Hinged at the jamb next to the south wall.
  expect(wall[door.hinge][1]).toBe(Math.max(wall.start[1], wall.end[1]))
  const [from, to] = answer.stretch as number[]
  expect(to - from).toBeCloseTo(1.8, 0)
})

test('opensInto sets the side, and a room that is not there is refused with the two that are', () => {
  const { draft, hall, bath, study } = house()
  const call = { zoneId: bath, to: 'Hall', width: 0.8 }
  expect(made(draft.apply('add_door', { ...call, opensInto: 'hall' }))).toMatchObject({
    opensInto: hall,
  })
  draft.undo()
  const refused = refusedFor(draft.apply('add_door', { ...call, opensInto: 'Study' }))
  expect(refused).toMatchObject({ code: 'invalid_input', param: 'opensInto' })
  expect((refused as unknown as { candidates: string[] }).candidates.toSorted()).toEqual(
    [bath, hall].toSorted(),
  )
  expect(
    refusedFor(draft.apply('add_door', { ...call, opensInto: study, swing: 'left' })).code,
  ).toBe('invalid_input')
})

test('the place is clear of furniture and of the swings of other doors', () => {
  const { draft, bath, study } = house()
  const position = [3.6, 0, -0.6]
  made(draft.apply('place_item', { items: [{ asset: 'washing_machine', position }] }))
  const { worldPosition } = made(
    draft.apply('add_door', { zoneId: bath, to: 'Hall', width: 0.8 }),
  ) as unknown as { worldPosition: number[] }
  // The corner in the south is taken, so the one in the north: -2 + 0.65.
  expect(worldPosition).toEqual([3, 0, -1.35])
  // The door of the study would be next to the south of it, and both open away from each other.
  const second = made(draft.apply('add_door', { zoneId: study, to: 'Hall', width: 0.8 }))
  expect(second).toMatchObject({ swing: { clear: true, blockedBy: [] }, opensInto: study })
})

test('a window to the outside goes into the middle of the longest free wall', () => {
  const { draft, hall } = house()
  const { worldPosition, wallId } = made(
    draft.apply('add_window', { zoneId: hall, to: 'outside' }),
  ) as unknown as { worldPosition: number[]; wallId: string }
  // The west wall is 4 m long, the others 3 m.
  expect(worldPosition).toEqual([0, 0.9, -2])
  expect(nodeOf(draft.scene, wallId, 'wall')?.start[0]).toBe(0)
  const hole = made(draft.apply('cut_opening', { zoneId: hall, to: 'Study' }))
  expect(hole.worldPosition).toEqual([3, 0, -3])
})

test('rooms without a wall between them, unknown names and shared names are refused with candidates', () => {
  const { draft, hall, bath, study, room } = house()
  const far = room('Bath', 'bathroom', box(20, 0, 3, 3)).zoneId
  const call = (given: Record<string, unknown>) => refusedFor(draft.apply('add_door', given))
  expect(call({ zoneId: far, to: hall })).toMatchObject({
    code: 'not_adjacent',
    candidates: ['outside'],
  })
  expect(call({ zoneId: hall, to: 'Bath' })).toMatchObject({
    code: 'ambiguous_name',
    param: 'to',
    candidates: [{ id: bath }, { id: far }],
  })
  expect(call({ zoneId: hall, to: 'Attic' })).toMatchObject({ code: 'node_not_found' })
  expect(call({ to: hall })).toMatchObject({ code: 'invalid_input', param: 'zoneId' })
  expect(call({})).toMatchObject({ code: 'invalid_input', param: 'wallId' })
  expect(call({ zoneId: hall, to: study, offset: 1 })).toMatchObject({ code: 'invalid_input' })
  const wide = call({ zoneId: bath, to: hall, width: 2 })
  expect(['no_space', 'opening_outside_wall']).toContain(wide.code)
  made(draft.apply(wide.fix!.tool, wide.fix!.arguments))
})

test('an opening by its centre: a point on or next to a wall', () => {
  const { draft, hall } = house()
  const answer = made(draft.apply('add_window', { zoneId: hall, centre: [1.2, 0.15] }))
  expect(answer.worldPosition).toEqual([1.2, 0.9, 0])
  expect(made(draft.apply('add_door', { centre: [0, -3] })).worldPosition).toEqual([0, 0, -3])
  expect(refusedFor(draft.apply('add_door', { centre: [1.5, -2] }))).toMatchObject({
    code: 'invalid_input',
    param: 'centre',
  })
})

test('openings of a new room by the room beyond, by a point and by a length along an edge', () => {
  const { draft, hall, room } = house()
  const bed = room('Bedroom', 'bedroom', box(0, -4, 6, 4), {
    doors: [{ to: 'Hall', opensInto: 'Bedroom' }],
    windows: [{ edge: 2, offset: 1.5 }, { centre: [0, -6] }],
  })
  expect(bed).toMatchObject({ skippedOpenings: [] })
  const [door] = bed.doorIds as string[]
  expect(nodeOf(draft.scene, door, 'door')).toBeDefined()
  const windows = (bed.windowIds as string[]).map((id) => nodeOf(draft.scene, id, 'window')!)
  // Edge 2 goes from [6, -8] to [0, -8].
  expect(windows[0].offset).toBe(1.5)
  expect(windows[1].offset).toBe(2)
  expect(hall).toBeDefined()
  const both = room('Attic', 'other', box(10, 0, 3, 3), { doors: [{ edge: 0, to: 'outside' }] })
  expect(both.skippedOpenings).toMatchObject([{ kind: 'door', code: 'invalid_input' }])
})

test('of rooms with the same name the one on the level of the wall is taken', () => {
  const { draft, east } = draftedHouse()
  const { idMap } = made(draft.apply('duplicate_level', { levelId: 'level_2', position: 'above' }))
  const between = (zoneId: string) => {
    const { doorId } = made(draft.apply('add_door', { zoneId, to: 'west', opensInto: 'WEST ' }))
    const wall = nodeOf(draft.scene, `${doorId}`, 'door')!.parent!
    return nodeOf(draft.scene, wall, 'wall')!.parent
  }
  expect(between(east.zoneId)).toBe('level_2')
  expect(between(idMap[east.zoneId])).not.toBe('level_2')
  made(draft.apply('set_zone', { zoneId: east.zoneId, label: 'West' }))
  const refused = refusedFor(draft.apply('add_door', { zoneId: east.zoneId, to: 'West' }))
  expect(refused).toMatchObject({ code: 'ambiguous_name', param: 'to' })
})
