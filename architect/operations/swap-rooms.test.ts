import { expect, test } from 'vitest'
import { box, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { verifyScene } from '../checks/verify.ts'
import { newScene, nodeOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

/** Two rooms of 4 by 4 m side by side, and one of 1.5 by 4 m, with a bed in the first. */
function house() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = (name: string, roomType: string, x: number, width: number) =>
    made(draft.apply('create_room', { label: name, roomType, polygon: box(x, 0, width, 4) })).zoneId
  const bed = room('Bed', 'bedroom', 0, 4)
  const work = room('Work', 'office', 4, 4)
  const store = room('Store', 'storage', 8, 1.5)
  const { placed } = made(
    draft.apply('place_item', {
      items: [{ asset: 'bed_double', position: [1.1, -2], targetId: bed }],
    }),
  ) as never as { placed: { id: string }[] }
  return { draft, bed, work, store, item: placed[0].id }
}

test('names, types, colours and furniture change places, ids and walls stay', () => {
  const { draft, bed, work, item } = house()
  const answer = made(draft.apply('swap_rooms', { zoneIds: [bed, work] }))
  expect(nodeOf(draft.scene, bed, 'zone')).toMatchObject({ label: 'Work', roomType: 'office' })
  expect(nodeOf(draft.scene, work, 'zone')).toMatchObject({
    label: 'Bed',
    roomType: 'bedroom',
    color: '#b9cfe4',
  })
  // As far from the western wall as before: 4 m farther east.
  expect(nodeOf(draft.scene, item, 'item')!.position).toEqual([5.1, 0, -2])
  expect(answer.movedItems).toEqual([item])
  expect(answer.changes.deleted).toEqual([])
})

test('furniture that does not fit refuses the swap, and the fix works', () => {
  const { draft, bed, store, item } = house()
  // A bed of 1.6 m in a room of 1.35 m between its walls.
  const error = refusedFor(draft.apply('swap_rooms', { zoneIds: [bed, store] }))
  expect(error).toMatchObject({ nodeIds: [item], fix: { arguments: { items: 'shift' } } })
  const answer = made(draft.apply('swap_rooms', { zoneIds: [bed, store], items: 'shift' }))
  expect(answer.removedItems).toEqual([item])
  expect(answer.issues).toMatchObject([{ code: 'item.removed' }])
})

test('both rooms can be furnished anew', () => {
  const { draft, bed, work, item } = house()
  const answer = made(draft.apply('swap_rooms', { zoneIds: [bed, work], items: 'refurnish' }))
  expect(answer.removedItems).toEqual([item])
  const [again] = answer.addedItems as string[]
  const bedAgain = nodeOf(draft.scene, again, 'item')!
  expect(bedAgain.asset).toBe('bed_double')
  // In the room between x = 4 and x = 8.
  expect(Math.abs(bedAgain.position[0] - 6)).toBeLessThan(2)
})

test('a swap is undone, and swapping twice gives the same rooms', () => {
  const { draft, bed, work } = house()
  const rooms = () => [bed, work].map((id) => nodeOf(draft.scene, id, 'zone'))
  const before = rooms()
  expect(isUndone(draft, () => draft.apply('swap_rooms', { zoneIds: [bed, work] }))).toBe(true)
  made(draft.apply('swap_rooms', { zoneIds: [bed, work] }))
  expect(rooms()).toEqual(before)
  expect(refusedFor(draft.apply('swap_rooms', { zoneIds: [bed, bed] })).code).toBe('invalid_input')
})

test('a terrace and a room of the house do not change places; two terraces do', () => {
  const { draft, bed } = house()
  const [south, north] = [4, -4].map(
    (z, index) =>
      made(
        draft.apply('set_zone', {
          label: `Terrace ${index}`,
          roomType: 'terrace',
          polygon: box(0, z, 4, 3),
        }),
      ).zoneId,
  )
  for (const items of ['refuse', 'shift', 'refurnish'])
    expect(refusedFor(draft.apply('swap_rooms', { zoneIds: [bed, south], items }))).toMatchObject({
      code: 'wrong_kind',
      nodeIds: [south],
      message: expect.stringContaining('Terrace 0 is outdoors and Bed is a room of the house'),
    })
  made(draft.apply('swap_rooms', { zoneIds: [south, north] }))
  expect(nodeOf(draft.scene, south, 'zone')!.label).toBe('Terrace 1')
})

test('a picture whose wall is an opening in the other room hangs beside it', () => {
  const { draft, bed, work } = house()
  // In the middle of the northern wall, and in the other room an opening there.
  const { placed } = made(
    draft.apply('place_item', { items: [{ asset: 'picture_large', position: [2, 1.4, -3.9] }] }),
  ) as never as { placed: { id: string }[] }
  made(
    draft.apply('cut_opening', { zoneId: work, centre: [6, -4], width: 2, sill: 0.9, height: 1.5 }),
  )
  const error = refusedFor(draft.apply('swap_rooms', { zoneIds: [bed, work] }))
  expect(error).toMatchObject({ code: 'no_space', nodeIds: [placed[0].id] })
  expect(error.message).toContain('with an opening or nothing behind')
  made(draft.apply('swap_rooms', { zoneIds: [bed, work], items: 'shift' }))
  const { position, host } = nodeOf(draft.scene, placed[0].id, 'item')!
  expect(Math.abs(position[0] - 6)).toBeGreaterThan(1)
  expect(nodeOf(draft.scene, host!, 'wall')).toBeDefined()
  expect(verifyScene(draft.scene, { checks: ['item.floating'] }).issues).toEqual([])
})

test('the looks of floors, walls and ceilings change places with the rooms', () => {
  const { draft, bed, work } = house()
  const look = {
    floor: { preset: 'tile_grey' },
    walls: { color: '#ff0000' },
    ceiling: { color: '#00ff00' },
  }
  made(draft.apply('set_finishes', { target: bed, ...look }))
  const looks = () =>
    Object.values(draft.scene.nodes).flatMap(({ id, kind, finishes }) =>
      finishes && kind !== 'zone' ? [{ id, kind, finishes }] : [],
    )
  const before = looks()
  made(draft.apply('swap_rooms', { zoneIds: [bed, work], items: 'shift' }))
  // A floor, a ceiling, and the four faces of a room of four walls; one wall is between the rooms.
  const after = looks()
  expect(after.map(({ kind }) => kind).sort()).toEqual(before.map(({ kind }) => kind).sort())
  const shared = after.filter(({ id }) => before.some((one) => one.id === id))
  expect(shared.map(({ kind }) => kind)).toEqual(['wall'])
  const [now, was] = [after, before].map((all) => all.find(({ id }) => id === shared[0].id)!)
  expect(Object.values(now.finishes!)).toEqual(Object.values(was.finishes!))
  expect(Object.keys(now.finishes!)).not.toEqual(Object.keys(was.finishes!))
  made(draft.apply('swap_rooms', { zoneIds: [bed, work], items: 'shift' }))
  expect(looks()).toEqual(before)
})
