import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { area } from '../geometry/polygon.ts'
import { nodeOf, nodesOf, type Scene } from '../scene/scene.ts'

const byLabel = (a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1)

test('a wall between two rooms moves, and the answer lists walls and rooms', () => {
  const { draft, west, east, walls } = draftedHouse()
  const answer = made(draft.apply('move_wall', { wallId: walls.between, by: [0.5, 0] }))
  expect(answer.walls).toEqual({
    moved: expect.arrayContaining([walls.between, walls.south, walls.north]),
    created: [],
    removed: [],
  })
  // Walls of 0.15 m: 3.85 by 2.85 m each before, 4.35 and 3.35 by 2.85 m after.
  expect((answer.zones as { label: string }[]).toSorted(byLabel)).toEqual([
    {
      zoneId: east.zoneId,
      label: 'East',
      before: { netArea: 10.9725 },
      after: { netArea: 9.5475 },
    },
    {
      zoneId: west.zoneId,
      label: 'West',
      before: { netArea: 10.9725 },
      after: { netArea: 12.3975 },
    },
  ])
})

test('a segment moves alone, and one step undoes it', () => {
  const { draft, walls } = draftedHouse()
  made(draft.apply('create_room', { label: 'North', polygon: box(0, -3, 8, 3) }))
  const call = { wallId: walls.north, by: [0, -1], scope: 'segment' }
  expect(isUndone(draft, () => draft.apply('move_wall', call))).toBe(true)
  expect(nodeOf(draft.scene, walls.north, 'wall')).toMatchObject({
    start: [4, -4],
    end: [0, -4],
  })
})

test('a wall that the jog of a segment cuts is one of those that moved', () => {
  const { draft, walls } = draftedHouse()
  made(draft.apply('create_room', { label: 'North west', polygon: box(0, -3, 4, 3) }))
  made(draft.apply('create_room', { label: 'North east', polygon: box(4, -3, 4, 3) }))
  const before = draft.scene
  const call = { wallId: walls.north, by: [0, -1], scope: 'segment' }
  const answer = made(draft.apply('move_wall', call)) as never as { walls: { moved: string[] } }
  const ends = (id: string, scene: Scene) => {
    const { start, end } = nodeOf(scene, id, 'wall')!
    return String([start, end])
  }
  const changed = nodesOf(before, 'wall')
    .map(({ id }) => id)
    .filter((id) => ends(id, draft.scene) !== ends(id, before))
  expect(answer.walls.moved.toSorted()).toEqual(changed.sort())
})

test('a move that goes too far is refused with the largest one that works', () => {
  const { draft, walls } = draftedHouse()
  const refused = refusedFor(draft.apply('move_wall', { wallId: walls.between, by: [5, 0] }))
  expect(refused.code).toBe('wall_overlaps')
  // The room to the east is 3.85 m wide between its walls, and 0.3 m must be left of it.
  expect(refused.fix).toEqual({
    tool: 'move_wall',
    arguments: { wallId: walls.between, by: [3.55, 0], scope: 'line' },
  })
  made(draft.apply('move_wall', refused.fix!.arguments))
})

test('movement along a wall that others meet is left out, and an issue states it', () => {
  const { draft, walls } = draftedHouse()
  const answer = made(draft.apply('move_wall', { wallId: walls.between, by: [0.5, 1] }))
  expect(answer.issues).toMatchObject([{ code: 'wall.moved_across_only' }])
  expect(nodeOf(draft.scene, walls.between, 'wall')).toMatchObject({
    start: [4.5, 0],
    end: [4.5, -3],
  })
})

test('a wall that stands free moves along too', () => {
  const { draft } = draftedHouse()
  const { wallIds } = made(draft.apply('create_wall', { start: [1, 2], end: [3, 2] }))
  made(draft.apply('move_wall', { wallId: wallIds[0], by: [1, 0.5] }))
  expect(nodeOf(draft.scene, wallIds[0], 'wall')).toMatchObject({ start: [2, 2.5], end: [4, 2.5] })
})

test('an arc and a way of nothing are refused', () => {
  const { draft, walls } = draftedHouse()
  const arc = { start: [0, 3], end: [3, 3], sagitta: 0.5 }
  const { wallIds } = made(draft.apply('create_wall', arc))
  const call = (wallId: string, by: number[]) =>
    refusedFor(draft.apply('move_wall', { wallId, by }))
  expect(call(wallIds[0], [0, 1]).code).toBe('wall_curved')
  expect(call(walls.between, [0, 0]).code).toBe('invalid_input')
})

test('a roof that is drawn along the outer faces follows a facade', () => {
  const { draft, walls } = draftedHouse()
  const { roofId } = made(draft.apply('create_roof', { roofType: 'hip' }))
  const sizeOf = () => area(nodeOf(draft.scene, roofId, 'roof')!.polygon)
  // Walls of 0.15 m around 8 by 3 m; the western one goes 1 m west.
  expect(sizeOf()).toBeCloseTo(8.15 * 3.15, 6)
  made(draft.apply('move_wall', { wallId: walls.outer, by: [-1, 0] }))
  expect(sizeOf()).toBeCloseTo(9.15 * 3.15, 6)
})

test('a facade that leaves the storey above behind is an issue, an inner wall is not', () => {
  const { draft, walls, level } = draftedHouse()
  const above = made(draft.apply('duplicate_level', { levelId: level, position: 'above' }))
  const upper = above.idMap[level]
  const answer = made(draft.apply('move_wall', { wallId: walls.outer, by: [-0.4, 0] }))
  expect(answer.issues).toMatchObject([
    { code: 'level.out_of_line', severity: 'warning', nodeIds: [walls.outer, upper] },
  ])
  expect(made(draft.apply('move_wall', { wallId: walls.between, by: [0.4, 0] })).issues).toEqual([])
})

test('a door whose leaf strikes the moved wall is an issue', () => {
  const { draft, walls } = draftedHouse()
  const split = made(draft.apply('create_wall', { start: [0, -1.5], end: [4, -1.5] }))
  const door = made(draft.apply('add_door', { wallId: walls.south, offset: 2 }))
  const doorId = door.changes.created[0].id
  // The leaf is 0.9 m wide, and the wall comes to 0.8 m from the one with the door.
  const call = { wallId: split.wallIds[0], by: [0, 0.7] }
  expect(made(draft.apply('move_wall', call)).issues).toMatchObject([
    { code: 'door.blocked', severity: 'warning', nodeIds: [doorId, split.wallIds[0]] },
  ])
})
