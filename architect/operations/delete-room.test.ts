import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { area } from '../geometry/polygon.ts'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

test('the name goes, and walls, floor and furniture stay where nothing else is requested', () => {
  const { draft, east } = draftedHouse()
  const answer = made(draft.apply('delete_room', { zoneId: east.zoneId }))
  expect(answer).toMatchObject({
    changes: { created: [], deleted: [{ id: east.zoneId }] },
    walls: { moved: [], created: [], removed: [] },
    issues: [
      {
        code: 'room.unnamed',
        message: 'Walls still enclose 10.97 m² where East was: the area has no name now.',
      },
    ],
  })
})

test('walls that bound no other room go with their doors, and the slab and the ceiling', () => {
  const { draft, west, east, walls } = draftedHouse()
  const [south, outer, north] = east.wallIds
  made(draft.apply('add_window', { wallId: outer }))
  const answer = made(
    draft.apply('delete_room', { zoneId: east.zoneId, walls: 'remove', floor: 'remove' }),
  )
  expect(answer).toMatchObject({
    walls: { removed: [outer, north, south].sort() },
    removedOpenings: [{ kind: 'window' }],
    sparedWalls: [{ wallId: walls.between, reason: 'bounds West' }],
    issues: [],
  })
  expect(nodesOf(draft.scene, 'wall')).toHaveLength(4)
  expect(nodesOf(draft.scene, 'slab').map(({ id }) => id)).toEqual([west.slabId])
  expect(nodesOf(draft.scene, 'ceiling').map(({ id }) => id)).toEqual([west.ceilingId])
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('walls under a roof stay', () => {
  const { draft, east, walls } = draftedHouse()
  const { roofId } = made(draft.apply('create_roof', { roofType: 'flat' }))
  const answer = made(draft.apply('delete_room', { zoneId: east.zoneId, walls: 'remove' }))
  expect(answer.walls).toMatchObject({ removed: [] })
  const reasons = (answer.sparedWalls as never as { reason: string }[]).map(({ reason }) => reason)
  expect(reasons.sort()).toEqual(['bounds West', ...Array(3).fill(`carries ${roofId}`)])
  expect(nodeOf(draft.scene, walls.between, 'wall')).not.toBeNull()
})

test('a slab under several rooms loses the part of the room', () => {
  const { draft } = draftedHouse()
  made(draft.apply('create_story_shell', { footprint: box(20, 0, 10, 6) }))
  const room = (name: string, x: number) =>
    made(draft.apply('create_room', { label: name, polygon: box(x, 0, 5, 6) }))
  const [left] = [room('Left', 20), room('Right', 25)]
  made(draft.apply('delete_room', { zoneId: left.zoneId, walls: 'remove', floor: 'remove' }))
  expect(
    nodeOf(draft.scene, left.slabId, 'slab')!
      .polygon.map(([x]) => x)
      .sort(),
  ).toEqual([25, 25, 30, 30])
})

test('a neighbour gets the area', () => {
  const { draft, west, east, walls } = draftedHouse()
  const answer = made(draft.apply('delete_room', { zoneId: west.zoneId, into: east.zoneId }))
  // 8 x 3 m of centrelines between walls of 0.15 m: 7.85 x 2.85 m.
  expect(answer.zones).toMatchObject([
    { zoneId: east.zoneId, label: 'East', after: { netArea: 22.3725 } },
    { zoneId: west.zoneId },
  ])
  expect(nodeOf(draft.scene, walls.between, 'wall')).toBeNull()
})

test('into a room apart is refused, and the fix names a neighbour', () => {
  const { draft, west, east } = draftedHouse()
  const far = made(draft.apply('create_room', { label: 'Far', polygon: box(30, 0, 2, 3) }))
  const call = { zoneId: west.zoneId, into: far.zoneId }
  expect(refusedFor(draft.apply('delete_room', call))).toMatchObject({
    code: 'rooms_apart',
    param: 'into',
    fix: { arguments: { zoneId: west.zoneId, into: east.zoneId } },
  })
  const contrary = { zoneId: west.zoneId, into: east.zoneId, walls: 'keep' }
  expect(refusedFor(draft.apply('delete_room', contrary))).toMatchObject({
    code: 'invalid_input',
    param: 'walls',
    fix: { arguments: { zoneId: west.zoneId, into: east.zoneId } },
  })
})

test('furniture goes where requested, and a deletion is undone', () => {
  const { draft, east } = draftedHouse()
  made(draft.apply('furnish_room', { zoneId: east.zoneId, roomType: 'bedroom' }))
  const items = nodesOf(draft.scene, 'item').length
  expect(items).toBeGreaterThan(2)
  const call = { zoneId: east.zoneId, walls: 'remove', floor: 'remove', items: 'remove' }
  expect(isUndone(draft, () => draft.apply('delete_room', call))).toBe(true)
  expect(nodesOf(draft.scene, 'item')).toEqual([])
})

test('in an open plan the floor stays for the room that has the area then', () => {
  const draft = new Draft(newScene('A flat', 'k3x9'))
  const shell = { footprint: box(0, 0, 10, 6), wallThickness: 0.3 }
  made(draft.apply('create_story_shell', shell))
  const zone = (name: string, x: number, width: number) =>
    made(draft.apply('set_zone', { name, polygon: box(x, 0, width, 6) })).zoneId
  const [living, kitchen] = [zone('Living', 0, 6), zone('Kitchen', 6, 4)]
  const call = { zoneId: kitchen, floor: 'remove' }
  const answer = made(draft.apply('delete_room', call))
  expect(answer.issues).toMatchObject([
    { code: 'room.joined', nodeIds: [living], message: expect.stringContaining('floor') },
  ])
  // The whole floor within the shell: 9.7 by 5.7 m.
  expect(answer.zones).toMatchObject([{ zoneId: living, after: { netArea: 55.29 } }, {}])
  const [slab] = nodesOf(draft.scene, 'slab')
  expect(area(slab.polygon)).toBeGreaterThan(55.29)
})

test('walls stay under a storey that stands on a part of them', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const { zoneId, wallIds } = made(
    draft.apply('create_room', { label: 'Below', polygon: box(0, 0, 8, 4), wallThickness: 0.15 }),
  )
  const { levelId } = made(draft.apply('create_level', { position: 'above', label: 'Up' }))
  made(draft.apply('create_room', { label: 'Above', polygon: box(0, 0, 3, 4), levelId }))
  const answer = made(draft.apply('delete_room', { zoneId, walls: 'remove' }))
  // From 0 to 3 m of 8 m there are walls over the south and the north, none over the east.
  const [south, east, north, west] = wallIds
  expect(answer.walls).toMatchObject({ removed: [east] })
  const spared = (answer.sparedWalls as never as { wallId: string }[]).map((wall) => wall.wallId)
  expect(spared.sort()).toEqual([south, north, west].sort())
})

test('a wall that only meets a wall under a storey goes', () => {
  const { draft, east, walls } = draftedHouse()
  const { levelId } = made(draft.apply('create_level', { position: 'above', label: 'Up' }))
  const [from, to] = [nodeOf(draft.scene, walls.between, 'wall')!].flatMap(({ start, end }) => [
    start,
    end,
  ])
  made(draft.apply('create_wall', { levelId, start: from, end: to }))
  const answer = made(draft.apply('delete_room', { zoneId: east.zoneId, walls: 'remove' }))
  expect(answer.walls).toMatchObject({ removed: [...east.wallIds].slice(0, 3).sort() })
})

test('the area without a name is that of the floor, also of a room that is not convex', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const bent: [number, number][] = [
    [0, 0],
    [8, 0],
    [8, -2],
    [2, -2],
    [2, -8],
    [0, -8],
  ]
  const room = (label: string, polygon: [number, number][]) =>
    made(draft.apply('create_room', { label, polygon, wallThickness: 0.15 })).zoneId
  const messages = (zoneId: string) =>
    made(draft.apply('delete_room', { zoneId })).issues.map(({ message }) => message)
  // 7.85 by 1.85 m, and 6 by 1.85 m.
  expect(messages(room('L', bent))).toEqual([
    'Walls still enclose 25.62 m² where L was: the area has no name now.',
  ])
  const ring = room('Ring', box(20, 0, 12, 10))
  const court = box(22, -2, 8, 6)
  for (const [i, start] of court.entries())
    made(draft.apply('create_wall', { start, end: court[(i + 1) % 4], thickness: 0.15 }))
  // 11.85 by 9.85 m, less 8.15 by 6.15 m.
  expect(messages(ring)).toEqual([
    'Walls still enclose 66.60 m² where Ring was: the area has no name now.',
  ])
})
