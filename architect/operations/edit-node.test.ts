import { describe, expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { area } from '../geometry/polygon.ts'
import { KINDS, NODE_SCHEMAS } from '../scene/nodes.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'
import { fieldsOf, nodeFields } from './input/node-fields.ts'

const door = { kind: 'door', set: { offset: 2, width: 1, height: 2, sill: 0 } }

describe('a wall that is moved', () => {
  test('moves the walls joined to it and the rooms and floors on both sides', () => {
    const { draft, west, east, walls } = draftedHouse()
    const answer = made(draft.apply('edit_node', { id: walls.between, move: [0.5, 0] }))
    expect(answer).toMatchObject({ before: { start: [4, 0] }, after: { start: [4.5, 0] } })
    const areas = [west, east].flatMap(({ zoneId, slabId, ceilingId }) => [
      area(nodeOf(draft.scene, zoneId, 'zone')!.polygon),
      area(nodeOf(draft.scene, slabId, 'slab')!.polygon),
      area(nodeOf(draft.scene, ceilingId, 'ceiling')!.polygon),
    ])
    expect(areas.map((size) => Number(size.toFixed(6)))).toEqual([
      13.5, 13.5, 13.5, 10.5, 10.5, 10.5,
    ])
    expect(nodeOf(draft.scene, walls.south, 'wall')!.end).toEqual([4.5, 0])
    expect(answer.rederived).toEqual(
      expect.arrayContaining([walls.south, walls.north, west.zoneId, east.slabId]),
    )
  })

  test('moves with the whole of its line where T-joints cut it, and no neighbour turns', () => {
    // The wall along z = -3 is cut at x = 4; a third room lies north of both.
    const { draft, west, walls } = draftedHouse()
    const north = made(draft.apply('create_room', { label: 'North', polygon: box(0, -3, 8, 3) }))
    const answer = made(draft.apply('edit_node', { id: walls.north, move: [0, 0.5] }))
    for (const { start, end } of nodesOf(draft.scene, 'wall'))
      expect(start[0] === end[0] || start[1] === end[1]).toBe(true)
    expect(area(nodeOf(draft.scene, north.zoneId, 'zone')!.polygon)).toBeCloseTo(8 * 3.5, 6)
    expect(area(nodeOf(draft.scene, west.zoneId, 'zone')!.polygon)).toBeCloseTo(4 * 2.5, 6)
    // Net: 0.15 m thick walls take half of that on each side.
    expect(answer.zones).toContainEqual({
      zoneId: north.zoneId,
      label: 'North',
      before: { netArea: 22.3725 },
      after: { netArea: 26.2975 },
    })
  })

  test('is followed by the rooms and floors along it when its ends or its form are set', () => {
    const { draft, west, walls } = draftedHouse()
    // West of x = 0 an arc over a chord of 3 m that leaves it by 0.5 m: radius 2.5 m, half angle
    // 0.6435: a segment of 6.25 (0.6435 - 0.6 * 0.8) = 1.0219 m².
    made(draft.apply('edit_node', { id: walls.outer, set: { sagitta: 0.5 } }))
    const west0 = nodeOf(draft.scene, walls.outer, 'wall')!
    const sign = west0.start[1] < west0.end[1] ? -1 : 1
    for (const [id, kind] of [
      [west.zoneId, 'zone'],
      [west.slabId, 'slab'],
      [west.ceilingId, 'ceiling'],
    ] as const)
      expect(area(nodeOf(draft.scene, id, kind)!.polygon)).toBeCloseTo(12 + sign * 1.0219, 1)
  })

  test('is refused where its new ends would turn a neighbour, and the fix moves lines', () => {
    const { draft, west, walls } = draftedHouse()
    const set = (id: string, ends: object) => refusedFor(draft.apply('edit_wall', { id, ...ends }))
    // Both ends alike: the line moves, and the walls that meet it stretch.
    const between = nodeOf(draft.scene, walls.between, 'wall')!
    const aside = { start: [5, 0.5], end: [5, -2.5] }
    expect(between).toMatchObject({ start: [4, 0], end: [4, -3] })
    const moved = set(walls.between, aside)
    expect(moved).toMatchObject({ code: 'wall_turned', fix: { tool: 'move_wall' } })
    made(draft.apply(moved.fix!.tool, moved.fix!.arguments))
    expect(nodeOf(draft.scene, walls.between, 'wall')).toMatchObject({
      start: [5, 0],
      end: [5, -3],
    })
    // One end along the wall itself: the line that meets it there moves.
    const longer = set(walls.south, { start: [-1, 0] })
    expect(longer).toMatchObject({
      code: 'wall_turned',
      nodeIds: [walls.south, walls.outer],
      fix: { arguments: { wallId: walls.outer, by: [-1, 0] } },
    })
    made(draft.apply(longer.fix!.tool, longer.fix!.arguments))
    expect(area(nodeOf(draft.scene, west.zoneId, 'zone')!.polygon)).toBeCloseTo(6 * 3, 6)
    // An end that goes along its neighbour turns the wall itself alone.
    made(draft.apply('edit_wall', { id: walls.south, start: [-1, 1] }))
    expect(nodeOf(draft.scene, walls.outer, 'wall')).toMatchObject({ end: [-1, 1] })
    expect(set(walls.south, { start: [-2, 1] }).code).toBe('wall_turned')
    expect(refusedFor(draft.apply('edit_wall', { id: walls.outer, rotate: 5 })).code).toBe(
      'wall_turned',
    )
  })

  test('leaves the doors of the walls joined to it where they are', () => {
    const { draft, walls } = draftedHouse()
    const { ids } = made(
      draft.apply('apply_patch', {
        ops: [{ op: 'add', as: 'door', parent: walls.south, ...door }],
      }),
    )
    made(draft.apply('edit_node', { id: walls.outer, move: [-1, 0] }))
    // The wall now starts a metre farther west, and the door is still 2 m east of the old corner.
    expect(nodeOf(draft.scene, walls.south, 'wall')!.start).toEqual([-1, 0])
    expect(nodeOf(draft.scene, ids.door, 'door')!.offset).toBe(3)
  })

  test('moves a wall that ends in its side, without turning it', () => {
    const { draft, walls, level } = draftedHouse()
    const set = { start: [2, 0], end: [2, 2] }
    const ops = [{ op: 'add', kind: 'wall', as: 'stem', parent: level, set }]
    const { stem } = made(draft.apply('apply_patch', { ops })).ids
    made(draft.apply('edit_node', { id: walls.south, move: [0, 0.25] }))
    expect(nodeOf(draft.scene, stem, 'wall')!).toMatchObject({ start: [2, 0.25], end: [2, 2] })
  })

  test('is refused where a door of a joined wall would no longer fit', () => {
    const { draft, walls } = draftedHouse()
    made(draft.apply('apply_patch', { ops: [{ op: 'add', parent: walls.south, ...door }] }))
    const refused = refusedFor(draft.apply('edit_node', { id: walls.between, move: [-1.8, 0] }))
    expect(refused.code).toBe('opening_outside_wall')
    expect(nodeOf(draft.scene, walls.between, 'wall')!.start).toEqual([4, 0])
  })
})

test('a storey cannot become lower than a door in its walls', () => {
  const { draft, walls, level } = draftedHouse()
  made(
    draft.apply('apply_patch', {
      ops: [{ op: 'add', parent: walls.south, ...door, set: { ...door.set, height: 2.5 } }],
    }),
  )
  const refused = refusedFor(draft.apply('edit_node', { id: level, set: { height: 2.3 } }))
  expect(refused).toMatchObject({ code: 'opening_too_high', headHeight: 2.5 })
  expect(made(draft.apply('edit_node', { id: level, set: { height: 3.2 } }))).toMatchObject({
    before: { height: 2.8 },
    after: { height: 3.2 },
    rederived: expect.arrayContaining([walls.south]),
  })
})

test('two levels with the same index are refused', () => {
  const { draft } = draftedHouse()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const refused = refusedFor(draft.apply('edit_node', { id: levelId, set: { index: 0 } }))
  expect(refused.code).toBe('level_exists')
})

test('a moved door moves by the component along its wall', () => {
  const { draft, walls } = draftedHouse()
  const ops = [{ op: 'add', as: 'door', parent: walls.south, ...door }]
  const { ids } = made(draft.apply('apply_patch', { ops }))
  const id = ids.door
  made(draft.apply('edit_node', { id, move: [-0.4, 3] }))
  expect(nodeOf(draft.scene, id, 'door')!.offset).toBe(1.6)
})

test('nodes turn, fields are removed, and fields of other kinds are refused', () => {
  const { draft, level, walls } = draftedHouse()
  const { columnId } = made(
    draft.apply('create_column', { position: [2, -1], height: 2, levelId: level }),
  )
  made(draft.apply('edit_node', { id: columnId, rotate: -90, unset: ['height'] }))
  expect(nodeOf(draft.scene, columnId, 'column')).toMatchObject({ rotation: 270 })
  expect(nodeOf(draft.scene, columnId, 'column')!.height).toBeUndefined()
  const refused = refusedFor(draft.apply('edit_node', { id: walls.south, set: { thicknes: 1 } }))
  expect(refused).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('thickness'),
  })
  expect(
    refusedFor(draft.apply('edit_node', { id: walls.south, set: { roomType: 'hall' } })),
  ).toMatchObject({
    code: 'invalid_input',
    param: 'set.roomType',
  })
  expect(refusedFor(draft.apply('edit_node', { id: level, move: [1, 0] })).code).toBe('wrong_kind')
})

test('a room drawn over another is refused, and so is a bow tie', () => {
  const { draft, west } = draftedHouse()
  const edit = (polygon: number[][]) =>
    refusedFor(draft.apply('edit_node', { id: west.zoneId, set: { polygon } }))
  expect(edit(box(0, 0, 5, 3))).toMatchObject({ code: 'overlaps_room', nodeIds: expect.any(Array) })
  const [a, b, c, d] = box(0, 0, 4, 3)
  expect(edit([a, c, b, d])).toMatchObject({ code: 'invalid_polygon', reason: 'selfIntersection' })
})

test('lengths are in the unit of the call, and an edit is undone', () => {
  const { draft, walls } = draftedHouse()
  const call = { id: walls.between, move: [-50, 0], set: { thickness: 20 }, unit: 'cm' }
  expect(isUndone(draft, () => draft.apply('edit_node', call))).toBe(true)
  expect(nodeOf(draft.scene, walls.between, 'wall')).toMatchObject({
    start: [3.5, 0],
    thickness: 0.2,
  })
})

test('every field of every kind can be set', () => {
  const known = Object.keys(nodeFields.shape)
  for (const kind of KINDS) expect(known).toEqual(expect.arrayContaining(fieldsOf(kind)))
  const used = new Set(KINDS.flatMap((kind) => Object.keys(NODE_SCHEMAS[kind].shape)))
  expect(known.filter((name) => !used.has(name))).toEqual([])
})

test('a room can be moved only where no other room is', () => {
  const { draft, east } = draftedHouse()
  made(draft.apply('edit_node', { id: east.zoneId, move: [1, 0] }))
  expect(nodesOf(draft.scene, 'zone')).toHaveLength(2)
})

test('the derived plot is listed where it becomes larger, and one that was set is not', () => {
  const { draft, east } = draftedHouse()
  const [{ id: site }] = nodesOf(draft.scene, 'site')
  const wall = east.wallIds.find((id) => {
    const { start, end } = nodeOf(draft.scene, id, 'wall')!
    return start[0] === 8 && end[0] === 8
  })!
  const moved = (by: number) =>
    made(draft.apply('edit_wall', { id: wall, move: [by, 0] })).rederived
  // 5 m beyond the face at x = 8.075, in steps of 5 m: 15 m, and 20 m with the face at 10.575.
  expect(moved(0.5)).not.toContain(site)
  expect(moved(2)).toContain(site)
  made(draft.apply('edit_site', { id: site, polygon: box(-20, 20, 60, 60) }))
  expect(moved(5)).not.toContain(site)
})
