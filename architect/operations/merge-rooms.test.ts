import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

test('two rooms become one: the wall between them goes, and the walls around become four lines', () => {
  const { draft, west, east, walls } = draftedHouse()
  const { doorId } = made(draft.apply('add_door', { wallId: walls.between })) as never as {
    doorId: string
  }
  const answer = made(
    draft.apply('merge_rooms', { zoneIds: [west.zoneId, east.zoneId], roomType: 'living' }),
  )
  // Walls of 0.15 m: 3.85 x 2.85 m each before, 7.85 x 2.85 m after.
  expect(answer).toMatchObject({
    zoneId: west.zoneId,
    zones: [
      {
        zoneId: west.zoneId,
        label: 'West',
        before: { netArea: 10.9725 },
        after: { netArea: 22.3725 },
      },
      {
        zoneId: east.zoneId,
        label: 'East',
        before: { netArea: 10.9725 },
        after: null,
      },
    ],
    removedOpenings: [{ id: doorId, kind: 'door' }],
    movedItems: [],
    removedItems: [],
  })
  expect(nodesOf(draft.scene, 'wall').map(({ start, end }) => [start, end])).toHaveLength(4)
  expect(nodeOf(draft.scene, walls.south, 'wall')).toMatchObject({ start: [0, 0], end: [8, 0] })
  expect((answer.walls as never as { removed: string[] }).removed).toContain(walls.between)
  const zone = nodeOf(draft.scene, west.zoneId, 'zone')!
  expect(zone).toMatchObject({ label: 'West', roomType: 'living', polygon: { length: 4 } })
  expect(nodesOf(draft.scene, 'slab').map(({ polygon }) => polygon)).toEqual([zone.polygon])
  expect(nodesOf(draft.scene, 'ceiling')).toHaveLength(1)
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a merge is undone', () => {
  const { draft, west, east } = draftedHouse()
  const call = { zoneIds: [east.zoneId, west.zoneId], label: 'All' }
  expect(isUndone(draft, () => draft.apply('merge_rooms', call))).toBe(true)
  expect(nodeOf(draft.scene, east.zoneId, 'zone')!.label).toBe('All')
})

test('rooms of different depth leave the wall that bounds one of them', () => {
  const { draft, west, east } = draftedHouse()
  // North of both, 2 m wide: the wall between it and West is 2 of West's 4 m.
  const north = made(draft.apply('create_room', { label: 'North', polygon: box(0, -3, 2, 2) }))
  const answer = made(draft.apply('merge_rooms', { zoneIds: [north.zoneId, west.zoneId] }))
  // 10.9725 + 1.85 x 1.85 m, and the wall of 1.85 x 0.15 m between them.
  expect(answer.zones).toMatchObject([
    { zoneId: north.zoneId, before: { netArea: 3.4225 }, after: { netArea: 14.6725 } },
    { zoneId: west.zoneId, after: null },
  ])
  expect(nodeOf(draft.scene, north.zoneId, 'zone')!.polygon).toHaveLength(6)
  expect(nodeOf(draft.scene, east.zoneId, 'zone')!.polygon).toHaveLength(4)
})

test('rooms apart are refused, and the fix merges the room between them as well', () => {
  const { draft, west, east } = draftedHouse()
  const far = made(draft.apply('create_room', { label: 'Far', polygon: box(8, 0, 2, 3) }))
  const error = refusedFor(draft.apply('merge_rooms', { zoneIds: [west.zoneId, far.zoneId] }))
  expect(error).toMatchObject({
    code: 'rooms_apart',
    message: `Far has no wall or border in common with West. Between them is ${east.zoneId}.`,
    fix: { arguments: { zoneIds: [west.zoneId, far.zoneId, east.zoneId] } },
  })
  const answer = made(draft.apply(error.fix!.tool, error.fix!.arguments))
  // 10 x 3 m of centrelines: 9.85 x 2.85 m.
  expect(answer.zones).toMatchObject([{ after: { netArea: 28.0725 } }, {}, {}])
})

test('a terrace behind a wall of the house is refused as one, and so are parts with a gap', () => {
  const { draft, west, walls } = draftedHouse()
  const terraceAt = (label: string, x: number, z: number) => {
    const given = { label, roomType: 'terrace', polygon: box(x, z, 4, 2), createWalls: false }
    return made(draft.apply('create_room', given)).zoneId
  }
  // From the face of the southern wall, which is 0.3 m thick.
  made(draft.apply('edit_wall', { id: walls.south, thickness: 0.3 }))
  const terrace = terraceAt('Terrace', 0, 2.15)
  const merge = { zoneIds: [west.zoneId, terrace] }
  expect(refusedFor(draft.apply('merge_rooms', merge))).toMatchObject({
    code: 'rooms_apart',
    param: 'zoneIds',
    message: 'Terrace is outdoors and West in the house: no walls are around both.',
  })
  const give = { zoneId: terrace, into: west.zoneId }
  const refused = refusedFor(draft.apply('delete_room', give))
  expect(refused).toMatchObject({ code: 'rooms_apart', param: 'into' })
  // A wall of 0.3 m that stands free, with a terrace at each face.
  made(draft.apply('create_wall', { start: [30, 0], end: [34, 0], thickness: 0.3 }))
  const zoneIds = [terraceAt('North', 30, -0.15), terraceAt('South', 30, 2.15)]
  expect(refusedFor(draft.apply('merge_rooms', { zoneIds })).message).toBe(
    'The outlines of North and South have a gap between them, and no walls are around it.',
  )
})

test('rooms around another one are refused', () => {
  const draft = new Draft(draftedHouse().draft.scene)
  const room = (name: string, polygon: number[][]) =>
    made(draft.apply('create_room', { label: name, polygon })).zoneId
  const ring = [
    room('South', box(20, 0, 9, 3)),
    room('Left', box(20, -3, 3, 3)),
    room('Right', box(26, -3, 3, 3)),
    room('North', box(20, -6, 9, 3)),
  ]
  room('Core', box(23, -3, 3, 3))
  expect(refusedFor(draft.apply('merge_rooms', { zoneIds: ring }))).toMatchObject({
    code: 'invalid_polygon',
    reason: 'hole',
  })
})

test('things on the wall between the rooms decide: refused, shifted or furnished anew', () => {
  const { draft, west, east, walls } = draftedHouse()
  const { placed } = made(
    draft.apply('place_item', {
      items: [{ asset: 'picture_large', targetId: walls.between, position: [3.9, 1.5, -1.5] }],
    }),
  ) as never as { placed: { id: string }[] }
  const call = { zoneIds: [west.zoneId, east.zoneId] }
  const error = refusedFor(draft.apply('merge_rooms', call))
  expect(error).toMatchObject({
    code: 'collides',
    items: [{ id: placed[0].id }],
    fix: { arguments: { ...call, items: 'shift' } },
  })
  const answer = made(draft.apply('merge_rooms', { ...call, items: 'shift' }))
  expect(answer.movedItems).toEqual([placed[0].id])
  const picture = nodeOf(draft.scene, placed[0].id, 'item')!
  expect(nodeOf(draft.scene, picture.host!, 'wall')).not.toBeNull()
})

test('one room twice, and rooms of two levels, are refused', () => {
  const { draft, west } = draftedHouse()
  const of = (zoneIds: string[]) => refusedFor(draft.apply('merge_rooms', { zoneIds })).message
  expect(of([west.zoneId, west.zoneId])).toContain('twice')
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const up = made(draft.apply('create_room', { label: 'Up', levelId, polygon: box(0, 0, 4, 3) }))
  expect(of([west.zoneId, up.zoneId])).toContain('must be on one level')
})

test('the walls and the floor of the merged room look as those of the first', () => {
  const { draft, west, east } = draftedHouse()
  const finish = (target: string, preset: string) =>
    made(draft.apply('set_finishes', { target, walls: { preset }, floor: { preset } }))
  finish(west.zoneId, 'paint_sage')
  finish(east.zoneId, 'paint_clay')
  made(draft.apply('merge_rooms', { zoneIds: [west.zoneId, east.zoneId] }))
  const walls = nodesOf(draft.scene, 'wall').flatMap(({ finishes = {} }) => Object.values(finishes))
  expect(walls).toEqual(Array(4).fill({ preset: 'paint_sage' }))
  expect(nodesOf(draft.scene, 'slab').map(({ finishes }) => finishes)).toEqual([
    { top: { preset: 'paint_sage' } },
  ])
})
