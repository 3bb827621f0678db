import { describe, expect, test } from 'vitest'
import { box, draftedHouse, made } from '../../../tests/houses/drafted-house.ts'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import type { Point } from '../../geometry/point.ts'
import { area } from '../../geometry/polygon.ts'
import { newScene, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'
import { SceneEdit } from '../scene-edit.ts'
import { moveWallLine } from './move-line.ts'
import { acrossOf, wallLineOf, wallSegmentOf } from './wall-lines.ts'

/**
 * A corridor of 9 by 2 m along z = 0 to 2, three rooms of 3 by 4 m north of it: the wall between
 * them is cut at x = 3 and 6.
 */
function corridorPlan() {
  const draft = new Draft(newScene('A corridor', 'k3x9'))
  const room = (name: string, polygon: [number, number][]) =>
    made(draft.apply('create_room', { label: name, polygon, wallThickness: 0.2 }))
  const corridor = room('Corridor', box(0, 2, 9, 2))
  const rooms = [0, 3, 6].map((x, i) => room(`Room ${i + 1}`, box(x, 0, 3, 4)))
  return { draft, corridor, rooms }
}

const wallBetween = (scene: Scene, a: Point, b: Point) =>
  nodesOf(scene, 'wall').find(
    ({ start, end }) =>
      [String(start), String(end)].sort().join(' ') === [String(a), String(b)].sort().join(' '),
  )!
const areaOf = (scene: Scene, id: string, kind: 'zone' | 'slab' | 'ceiling') =>
  Number(area(nodeOf(scene, id, kind)!.polygon).toFixed(6))

function moved(scene: Scene, wallId: string, by: Point, scope: 'line' | 'segment' = 'line') {
  const edit = new SceneEdit(scene)
  const line = scope === 'line' ? wallLineOf(scene, wallId) : wallSegmentOf(scene, wallId)
  return { move: moveWallLine(edit, line, acrossOf(line, by)), scene: edit.scene }
}

test('a line has all walls that continue each other, whatever wall of it is named', () => {
  const { draft } = corridorPlan()
  const middle = wallBetween(draft.scene, [3, 0], [6, 0])
  const line = wallLineOf(draft.scene, middle.id)
  expect(line.wallIds).toHaveLength(3)
  expect([line.start, line.end].map(String).sort()).toEqual(['0,0', '9,0'])
})

test('moving one wall of a run that T-joints cut moves the run, and no neighbour turns', () => {
  const { draft } = corridorPlan()
  const middle = wallBetween(draft.scene, [3, 0], [6, 0])
  const { scene } = moved(draft.scene, middle.id, [0, -0.5])
  const rows = nodesOf(scene, 'wall').map(({ start, end }) => [start, end])
  expect(rows.filter(([a, b]) => a[0] !== b[0] && a[1] !== b[1])).toEqual([])
  for (const x of [0, 3, 6]) expect(wallBetween(scene, [x, -0.5], [x + 3, -0.5])).toBeDefined()
  for (const x of [0, 3, 6, 9]) expect(wallBetween(scene, [x, -0.5], [x, -4])).toBeDefined()
})

test('rooms, slabs and ceilings follow where they have no corner at a T', () => {
  const { draft, corridor, rooms } = corridorPlan()
  const middle = wallBetween(draft.scene, [3, 0], [6, 0])
  const { scene } = moved(draft.scene, middle.id, [0, -0.5])
  expect(areaOf(scene, corridor.zoneId, 'zone')).toBe(9 * 2.5)
  expect(areaOf(scene, corridor.slabId, 'slab')).toBe(9 * 2.5)
  for (const { zoneId, slabId, ceilingId } of rooms) {
    expect(areaOf(scene, zoneId, 'zone')).toBe(3 * 3.5)
    expect(areaOf(scene, slabId, 'slab')).toBe(3 * 3.5)
    expect(areaOf(scene, ceilingId, 'ceiling')).toBe(3 * 3.5)
  }
})

describe('a segment', () => {
  test('moves alone: jogs lead to it where the run goes on', () => {
    const { draft, corridor, rooms } = corridorPlan()
    const middle = wallBetween(draft.scene, [3, 0], [6, 0])
    const { scene, move } = moved(draft.scene, middle.id, [0, 0.5], 'segment')
    expect(move.created).toHaveLength(2)
    expect(wallBetween(scene, [3, 0], [3, 0.5])).toBeDefined()
    expect(wallBetween(scene, [6, 0], [6, 0.5])).toBeDefined()
    expect(wallBetween(scene, [3, 0.5], [6, 0.5]).id).toBe(middle.id)
    expect(wallBetween(scene, [0, 0], [3, 0])).toBeDefined()
    expect(areaOf(scene, corridor.zoneId, 'zone')).toBe(18 - 1.5)
    expect(rooms.map(({ zoneId }) => areaOf(scene, zoneId, 'zone'))).toEqual([12, 13.5, 12])
  })

  test('goes along walls that lead there, which are cut instead of doubled', () => {
    const { draft, corridor, rooms } = corridorPlan()
    const middle = wallBetween(draft.scene, [3, 0], [6, 0])
    const walls = nodesOf(draft.scene, 'wall').length
    const { scene } = moved(draft.scene, middle.id, [0, -0.5], 'segment')
    expect(nodesOf(scene, 'wall')).toHaveLength(walls + 2)
    expect(wallBetween(scene, [3, 0], [3, -0.5])).toBeDefined()
    expect(wallBetween(scene, [3, -0.5], [3, -4])).toBeDefined()
    expect(areaOf(scene, corridor.zoneId, 'zone')).toBe(18 + 1.5)
    expect(rooms.map(({ zoneId }) => areaOf(scene, zoneId, 'zone'))).toEqual([12, 10.5, 12])
  })

  test('there and back leaves the same walls and areas', () => {
    const { draft, corridor, rooms } = corridorPlan()
    const middle = wallBetween(draft.scene, [3, 0], [6, 0])
    for (const by of [0.5, -0.5]) {
      const there = moved(draft.scene, middle.id, [0, by], 'segment').scene
      const { scene } = moved(there, middle.id, [0, -by], 'segment')
      const ends = (of: Scene) =>
        nodesOf(of, 'wall')
          .map(({ start, end }) => [String(start), String(end)].sort().join(' '))
          .sort()
      expect(ends(scene)).toEqual(ends(draft.scene))
      expect(areaOf(scene, corridor.zoneId, 'zone')).toBe(18)
      expect(rooms.map(({ zoneId }) => areaOf(scene, zoneId, 'zone'))).toEqual([12, 12, 12])
    }
  })
})

test('the end of a line slides along a wall, and its door changes the wall it is in', () => {
  const { draft, walls } = draftedHouse()
  const set = { offset: 3, width: 0.9, height: 2.1, sill: 0 }
  const ops = [{ op: 'add', kind: 'door', as: 'door', parent: walls.south, set }]
  const { door } = made(draft.apply('apply_patch', { ops })).ids
  // The wall between the rooms moves west past the door, from x = 4 to x = 1.5.
  const { scene } = moved(draft.scene, walls.between, [-2.5, 0])
  const now = nodeOf(scene, door, 'door')!
  expect(now.parent).not.toBe(walls.south)
  const wall = nodeOf(scene, now.parent!, 'wall')!
  const [x, z] = [0, 1].map(
    (axis) =>
      wall.start[axis] +
      ((wall.end[axis] - wall.start[axis]) * now.offset) /
        Math.hypot(wall.end[0] - wall.start[0], wall.end[1] - wall.start[1]),
  )
  expect([x, z]).toEqual([3, 0])
})

test('the end of a line slides past a wall on the other side of the wall along which it slides', () => {
  // A wall of three parts along z = 0; one wall ends at it from the north, one from the south.
  const plan = wallPlan([
    { start: [0, 0], end: [3, 0] },
    { start: [3, 0], end: [5, 0] },
    { start: [5, 0], end: [9, 0] },
    { start: [3, 0], end: [3, -4] },
    { start: [5, 0], end: [5, 4] },
    { start: [0, -4], end: [9, -4] },
  ])
  const { scene } = moved(plan, 'wall_13', [4, 0])
  const ends = nodesOf(scene, 'wall').map(({ start, end }) => [start, end])
  expect(ends).toEqual([
    [
      [0, 0],
      [5, 0],
    ],
    [
      [5, 0],
      [7, 0],
    ],
    [
      [7, 0],
      [9, 0],
    ],
    [
      [7, 0],
      [7, -4],
    ],
    [
      [5, 0],
      [5, 4],
    ],
    [
      [0, -4],
      [9, -4],
    ],
  ])
})

test('oblique walls on both sides stretch along themselves', () => {
  // The line along z = 0; from its joint at x = 4 walls go to the north-east and to the south.
  const plan = wallPlan([
    { start: [0, 0], end: [4, 0] },
    { start: [4, 0], end: [9, 0] },
    { start: [4, 0], end: [7, -3] },
    { start: [2, 0], end: [2, 3] },
  ])
  const { scene } = moved(plan, 'wall_10', [0, -1])
  expect(nodeOf(scene, 'wall_12', 'wall')).toMatchObject({ start: [5, -1], end: [7, -3] })
  expect(nodeOf(scene, 'wall_13', 'wall')).toMatchObject({ start: [2, -1], end: [2, 3] })
  expect(nodeOf(scene, 'wall_10', 'wall')).toMatchObject({ start: [0, -1], end: [5, -1] })
  expect(nodeOf(scene, 'wall_11', 'wall')).toMatchObject({ start: [5, -1], end: [9, -1] })
})

test('an arc that meets the line stays on its circle', () => {
  // A half circle of radius 2 about [4, 0], from [2, 0] to [6, 0], to the north.
  const plan = wallPlan([
    { start: [2, 0], end: [6, 0], sagitta: 2 },
    { start: [2, 0], end: [6, 0] },
  ])
  const { scene } = moved(plan, 'wall_11', [0, -1])
  const half = Number(Math.sqrt(3).toFixed(4))
  expect(nodeOf(scene, 'wall_10', 'wall')).toMatchObject({
    start: [4 - half, -1],
    end: [4 + half, -1],
    sagitta: expect.closeTo(1, 3),
  })
})

describe('refused', () => {
  test('a neighbour that would become shorter than it is thick', () => {
    const { draft } = corridorPlan()
    const middle = wallBetween(draft.scene, [3, 0], [6, 0])
    expect(() => moved(draft.scene, middle.id, [0, -3.9])).toThrow(/would be 0.1 m long/)
    expect(() => moved(draft.scene, middle.id, [0, -5])).toThrow(/would pass the end of/)
  })

  test('a line that would pass a wall that stands free', () => {
    const plan = wallPlan([
      { start: [0, 0], end: [9, 0] },
      { start: [3, -2], end: [6, -2] },
    ])
    expect(() => moved(plan, 'wall_10', [0, -3])).toThrow('would pass wall_11')
    expect(moved(plan, 'wall_10', [0, -1.5]).move.moved).toEqual(['wall_10'])
  })

  test('a jog shorter than it is thick', () => {
    const { draft } = corridorPlan()
    const middle = wallBetween(draft.scene, [3, 0], [6, 0])
    expect(() => moved(draft.scene, middle.id, [0, 0.1], 'segment')).toThrow(/less than/)
  })
})

test('several lines move in one edit, each read from the scene as it is then', () => {
  const { draft, corridor, rooms } = corridorPlan()
  const edit = new SceneEdit(draft.scene)
  const north = wallBetween(draft.scene, [3, 0], [6, 0]).id
  const south = wallBetween(draft.scene, [0, 2], [9, 2]).id
  for (const [id, by] of [
    [north, [0, -0.5]],
    [south, [0, 0.25]],
  ] as const) {
    const line = wallLineOf(edit.scene, id)
    moveWallLine(edit, line, acrossOf(line, by))
  }
  expect(areaOf(edit.scene, corridor.zoneId, 'zone')).toBe(9 * 2.75)
  expect(rooms.map(({ zoneId }) => areaOf(edit.scene, zoneId, 'zone'))).toEqual([10.5, 10.5, 10.5])
})

test('rooms, slabs and ceilings follow an arc along its circle, there and back', () => {
  const draft = new Draft(newScene('A bay', 'k3x9'))
  // The arc has a radius of 5 m around [3, -4]: 3 m from the chord to 1 m past it.
  const bay = made(
    draft.apply('create_room', {
      name: 'Bay',
      polygon: box(0, 0, 6, 5),
      arcs: [{ edge: 0, sagitta: -1 }],
      wallThickness: 0.2,
    }),
  )
  const east = bay.wallIds[1]
  const before = nodeOf(draft.scene, bay.zoneId, 'zone')
  const there = made(draft.apply('move_wall', { wallId: east, by: [1, 0] }))
  expect(there.issues).toEqual([])
  const zone = nodeOf(draft.scene, bay.zoneId, 'zone')!
  // 4 m east of the centre the circle is 3 m south of it.
  expect(zone.polygon).toContainEqual([7, -1])
  expect(nodeOf(draft.scene, bay.ceilingId, 'ceiling')!.polygon).toContainEqual([7, -1])
  // Above the circle: 7 + 12 + 12.5 asin 0.8 + 12.5 asin 0.6 = 38.635 m²; facets cut some off.
  expect(area(zone.polygon)).toBeGreaterThan(38.635 - 0.06)
  expect(area(zone.polygon)).toBeLessThan(38.635)
  made(draft.apply('move_wall', { wallId: east, by: [-1, 0] }))
  expect(nodeOf(draft.scene, bay.zoneId, 'zone')).toEqual(before)
})
