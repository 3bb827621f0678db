import { expect, test } from 'vitest'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { area } from '../geometry/polygon.ts'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import type { Refused, Success } from './draft-answer.ts'
import { overlapsOf } from './rooms/room-overlap.ts'

const draft = () => new Draft(newScene('A house', 'k3x9'))
const box = (x: number, z: number, width: number, depth: number): [number, number][] => [
  [x, z],
  [x + width, z],
  [x + width, z - depth],
  [x, z - depth],
]
const room = (house: Draft, polygon: [number, number][], more = {}) =>
  house.apply('create_room', { label: 'A room', polygon, ...more }) as Success & Refused

test('two rooms with a common edge have seven walls', () => {
  const house = draft()
  const empty = sceneHash(house.scene)
  expect(room(house, box(0, 0, 4, 3))).toMatchObject({ ok: true, netArea: 10.9725 })
  expect(room(house, box(4, 0, 3, 3))).toMatchObject({ reusedWallIds: { length: 1 } })
  expect(nodesOf(house.scene, 'wall')).toHaveLength(7)
  house.undo(2)
  expect(sceneHash(house.scene)).toBe(empty)
})

test('a longer neighbour uses the existing wall and adds the rest; one in its middle cuts it', () => {
  const house = draft()
  room(house, box(0, 0, 4, 3))
  const longer = room(house, box(4, 0, 3, 5))
  expect((longer.wallIdsByEdge as string[][]).map((ids) => ids.length)).toEqual([1, 1, 1, 2])
  expect(nodesOf(house.scene, 'wall')).toHaveLength(8)
  const inMiddle = room(house, box(7, -1, 2, 2))
  expect(inMiddle.splitWalls).toMatchObject([{ into: { length: 3 } }])
  expect(inMiddle.reusedWallIds).toHaveLength(1)
})

test('a neighbour drawn slightly off the wall snaps onto it and stays square', () => {
  const house = draft()
  room(house, box(0, 0, 4, 3))
  const { zoneId, snapped } = room(house, box(4.05, 1, 3, 6))
  expect(nodeOf(house.scene, zoneId as string, 'zone')?.polygon).toEqual([
    [4, 1],
    [7.05, 1],
    [7.05, -5],
    [4, -5],
  ])
  expect(snapped).toHaveLength(2)
})

test('floors of neighbours abut, and no floor is laid twice', () => {
  const house = draft()
  room(house, box(0, 0, 4, 3))
  house.apply('create_slab', { polygon: box(4, 0, 1, 3) })
  const { slabId } = room(house, box(4, 0, 3, 3))
  expect(nodeOf(house.scene, slabId as string, 'slab')?.polygon).toHaveLength(4)
  const areas = nodesOf(house.scene, 'slab').map(({ polygon }) => area(polygon))
  expect(areas.reduce((sum, one) => sum + one, 0)).toBeCloseTo(21, 9)
})

test('clockwise or repeated corners are corrected, and edges have the numbers of the call', () => {
  const house = draft()
  const clockwise = [...box(0, 0, 4, 3)].reverse()
  const polygon = [...clockwise.slice(0, 2), clockwise[1], ...clockwise.slice(2)]
  // Edge 0 is the northern one, from the north-west; edge 1 has no length; edge 4 is the western
  // one.
  const made = room(house, polygon, {
    doors: [{ edge: 0, t: 0.25 }, { edge: 1 }],
    windows: [{ edge: 4 }],
  })
  expect(nodeOf(house.scene, made.zoneId as string, 'zone')?.polygon).toHaveLength(4)
  expect(made.skippedOpenings).toMatchObject([{ kind: 'door', index: 1, code: 'invalid_input' }])
  const [door] = nodesOf(house.scene, 'door')
  expect((made.wallIdsByEdge as string[][])[0]).toEqual([door.parent])
  expect(nodeOf(house.scene, door.parent!, 'wall')).toMatchObject({ start: [0, -3], end: [4, -3] })
  expect(door.offset).toBe(1)
})

test('openings that do not fit are skipped and listed; with strict, the room is refused', () => {
  const house = draft()
  const openings = {
    doors: [{ edge: 0 }, { edge: 0, t: 0.55 }],
    windows: [{ edge: 1, sill: 2 }],
  }
  const { error } = room(house, box(0, 0, 4, 3), { ...openings, strict: true })
  expect(error).toMatchObject({ code: 'opening_overlap', param: 'doors.1' })
  expect(nodesOf(house.scene, 'wall')).toEqual([])
  const made = house.apply(error.fix!.tool, error.fix!.arguments) as Success
  expect(made).toMatchObject({
    doorIds: { length: 1 },
    windowIds: [],
    skippedOpenings: [
      { kind: 'door', index: 1, code: 'opening_overlap' },
      { kind: 'window', index: 0, code: 'opening_too_high' },
    ],
  })
})

test('a room that overlaps another is refused with the nearest move, which works', () => {
  const house = draft()
  room(house, box(0, 0, 4, 3), { label: 'A' })
  const { error } = room(house, box(3.5, 0, 3, 3), { label: 'B' })
  expect(error).toMatchObject({
    code: 'overlaps_room',
    message: 'B would overlap A by 1.5 m².',
    overlapArea: 1.5,
    nearestMove: [0.5, 0],
  })
  expect(house.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
  // A room in the middle of another must move all the way out.
  expect(room(house, box(1, -1, 1, 1)).error).toMatchObject({ nearestMove: [-2, 0] })
})

test('rooms may share 0.002 m² at most, and the largest overlap is listed first', () => {
  const rooms = sceneOf(
    { kind: 'zone', id: 'zone_3', polygon: box(0, 0, 20, 3), color: '#ffffff' },
    { kind: 'zone', id: 'zone_4', polygon: box(0, -6, 20, 3), color: '#ffffff' },
  )
  const shares = (width: number) =>
    overlapsOf(rooms, 'level_2', box(0, -2.9995, width, 3)).map(({ zone }) => zone.id)
  expect([shares(3.9), shares(4.1)]).toEqual([[], ['zone_3']])
  const both = overlapsOf(rooms, 'level_2', box(0, -2.5, 4, 4))
  expect(both.map(({ zone, area }) => [zone.id, area.toFixed(3)])).toEqual([
    ['zone_3', '2.000'],
    ['zone_4', '2.000'],
  ])
  expect(overlapsOf(rooms, 'level_2', box(0, -2.7, 4, 4)).map(({ zone }) => zone.id)).toEqual([
    'zone_4',
    'zone_3',
  ])
  // A room does not overlap itself.
  expect(overlapsOf(rooms, 'level_2', box(0, 0, 20, 3), 'zone_3')).toEqual([])
})

test('a bow tie is refused with the crossing, and the fix has its corners in order', () => {
  const house = draft()
  const [a, b, c, d] = box(0, 0, 4, 3)
  const { error } = room(house, [a, c, b, d])
  expect(error).toMatchObject({
    code: 'invalid_polygon',
    reason: 'selfIntersection',
    at: [2, -1.5],
  })
  expect(house.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({
    netArea: 10.9725,
  })
})

test('tiny outlines and overlapping walls are refused', () => {
  const house = draft()
  expect(room(house, box(0, 0, 0.4, 0.4)).error).toMatchObject({ reason: 'tiny' })
  expect(
    room(house, [
      [0, 0],
      [0, 0],
      [4, 0],
    ]).error,
  ).toMatchObject({ reason: 'duplicate' })
  room(house, box(0, 0, 4, 3))
  const { error } = room(house, box(4.1, 0, 3, 3))
  expect(error.code).toBe('wall_overlaps')
  expect(house.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
  expect(room(house, box(20, 0, 4, 3), { levelId: 'level_9' }).error.code).toBe('node_not_found')
})

test('a room without a level is refused, and the fix makes the storey', () => {
  const { level_2, ...nodes } = newScene('A house', 'k3x9').nodes
  const house = new Draft({ ...newScene('A house', 'k3x9'), nodes })
  expect(level_2.kind).toBe('level')
  const { error } = room(house, box(0, 0, 4, 3))
  expect(error).toMatchObject({ code: 'node_not_found', param: 'levelId' })
  expect(house.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
  expect(room(house, box(0, 0, 4, 3))).toMatchObject({ ok: true })
  const { building_1, ...bare } = nodes
  expect(building_1.kind).toBe('building')
  const none = new Draft({ ...newScene('A house', 'k3x9'), nodes: bare })
  expect(room(none, box(0, 0, 4, 3)).error.code).toBe('node_not_found')
})

test('a floor laid over a storey reports windows that are now higher than their walls', () => {
  const house = draft()
  room(house, box(0, 0, 4, 3), { windows: [{ edge: 0, sill: 1.5 }, { edge: 1 }] })
  const { levelId } = house.apply('create_level', { position: 'above' }) as Success
  const above = room(house, box(0, 0, 4, 3), { levelId })
  expect(above.issues).toMatchObject([
    {
      code: 'opening.above_wall',
      severity: 'error',
      nodeIds: [nodesOf(house.scene, 'window')[0].id],
    },
  ])
  const { tool, arguments: given } = above.issues[0].fix!
  expect(house.apply(tool, given)).toMatchObject({ ok: true })
  expect(room(house, box(4, 0, 4, 3), { levelId }).issues).toEqual([])
})
