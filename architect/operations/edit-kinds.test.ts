import { describe, expect, test } from 'vitest'
import { box, draftedHouse, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { type Kind, NODE_SCHEMAS } from '../scene/nodes.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'
import { EDITS_OF_KINDS } from './edit-kinds.ts'
import { blockedDoors } from './fit/blocked-doors.ts'

const door = { kind: 'door', set: { offset: 2, width: 1, height: 2, sill: 0 } }

function houseWithDoor() {
  const house = draftedHouse()
  const ops = [{ op: 'add', as: 'door', parent: house.walls.south, ...door }]
  return { ...house, door: made(house.draft.apply('apply_patch', { ops })).ids.door as string }
}

test('every kind but the building has one tool, with every field that the kind has', () => {
  const fieldsOf = (name: string) => {
    const tool = EDITS_OF_KINDS.find((operation) => operation.name === name)!
    return Object.keys((tool.input as unknown as { shape: object }).shape)
  }
  const tools: Record<Exclude<Kind, 'building'>, string> = {
    site: 'edit_site',
    level: 'edit_level',
    wall: 'edit_wall',
    door: 'edit_opening',
    window: 'edit_opening',
    opening: 'edit_opening',
    zone: 'edit_room',
    slab: 'edit_slab',
    ceiling: 'edit_ceiling',
    roof: 'edit_roof',
    stair: 'edit_stair',
    item: 'edit_item',
    column: 'edit_column',
    beam: 'edit_beam',
    fence: 'edit_fence',
    railing: 'edit_railing',
    annotation: 'edit_annotation',
  }
  for (const [kind, tool] of Object.entries(tools)) {
    const own = Object.keys(NODE_SCHEMAS[kind as Kind].shape)
    const unset = ['id', 'kind', 'parent', 'finishes', 'survey']
    const settable = own.filter((name) => !unset.includes(name))
    expect(fieldsOf(tool), kind).toEqual(expect.arrayContaining(settable))
  }
  expect(EDITS_OF_KINDS.map(({ name }) => name).sort()).toEqual(
    [...new Set(Object.values(tools))].sort(),
  )
})

describe('edits of one kind', () => {
  test('set the fields of the scene by their own names, and leave the others', () => {
    const { draft, walls, door } = houseWithDoor()
    made(draft.apply('edit_wall', { id: walls.between, thickness: 0.2, label: 'Party wall' }))
    expect(nodeOf(draft.scene, walls.between, 'wall')).toMatchObject({
      thickness: 0.2,
      label: 'Party wall',
      start: [4, 0],
      sagitta: 0,
    })
    made(draft.apply('edit_opening', { id: door, hinge: 'end', width: 0.9 }))
    expect(nodeOf(draft.scene, door, 'door')).toMatchObject({
      hinge: 'end',
      width: 0.9,
      doorType: 'hinged',
    })
  })

  test('take lengths in the unit of the call, and angles in degrees', () => {
    const { draft, walls } = draftedHouse()
    made(draft.apply('edit_wall', { id: walls.between, thickness: 200, unit: 'mm' }))
    expect(nodeOf(draft.scene, walls.between, 'wall')!.thickness).toBe(0.2)
    const { roofId } = made(draft.apply('create_roof', { roofType: 'gable' }))
    made(draft.apply('edit_roof', { id: roofId, pitch: 40, overhang: 30, unit: 'cm' }))
    expect(nodeOf(draft.scene, roofId, 'roof')).toMatchObject({ pitch: 40, overhang: 0.3 })
  })

  test('move and turn', () => {
    const { draft, west } = draftedHouse()
    const { columnId } = made(draft.apply('create_column', { position: [2, -1], height: 2 }))
    made(draft.apply('edit_column', { id: columnId, move: [0.5, 0], rotate: -90 }))
    made(draft.apply('edit_column', { id: columnId, unset: ['height'] }))
    const column = nodeOf(draft.scene, columnId, 'column')!
    expect(column).toMatchObject({ position: [2.5, -1], rotation: 270 })
    expect(column.height).toBeUndefined()
    made(draft.apply('edit_room', { id: west.zoneId, label: 'Parlour', roomType: 'living' }))
    expect(nodeOf(draft.scene, west.zoneId, 'zone')).toMatchObject({ label: 'Parlour' })
  })

  test('a usual colour of a room follows its use, another one stays', () => {
    const { draft, west, east } = draftedHouse()
    const colorOf = (id: string) => nodeOf(draft.scene, id, 'zone')!.color
    made(draft.apply('edit_room', { id: west.zoneId, roomType: 'kitchen' }))
    made(draft.apply('set_zone', { zoneId: east.zoneId, roomType: 'kitchen' }))
    expect(colorOf(west.zoneId)).toBe(colorOf(east.zoneId))
    made(draft.apply('edit_room', { id: west.zoneId, roomType: 'hall', color: '#123456' }))
    made(draft.apply('edit_room', { id: west.zoneId, roomType: 'office' }))
    expect(colorOf(west.zoneId)).toBe('#123456')
  })

  test('refuse a node of another kind, and name the tool for it', () => {
    const { draft, walls, door } = houseWithDoor()
    expect(refusedFor(draft.apply('edit_wall', { id: door, label: 'x' }))).toMatchObject({
      code: 'wrong_kind',
      param: 'id',
      message: `${door} is a door, not a wall; use edit_opening.`,
    })
    expect(refusedFor(draft.apply('edit_room', { id: walls.south })).message).toContain('edit_wall')
  })

  test('refuse fields and values of other kinds, with the name that was probably intended', () => {
    const { draft, walls, door, west } = houseWithDoor()
    const refusal = (tool: string, given: object) =>
      refusedFor(draft.apply(tool, given as Record<string, unknown>))
    expect(refusal('edit_wall', { id: walls.south, thicknes: 1 }).message).toContain('thickness')
    expect(refusal('edit_wall', { id: walls.south, roomType: 'hall' })).toMatchObject({
      code: 'invalid_input',
      param: 'roomType',
    })
    expect(refusal('edit_opening', { id: door, hinge: 'middle' })).toMatchObject({
      param: 'hinge',
      message: expect.stringContaining('start'),
    })
    // A door has no type of window, although the same tool edits windows.
    expect(refusal('edit_opening', { id: door, windowType: 'fixed' })).toMatchObject({
      code: 'invalid_input',
      param: 'windowType',
    })
    expect(refusal('edit_room', { id: west.zoneId, polygon: box(0, 0, 5, 3) })).toMatchObject({
      code: 'overlaps_room',
    })
    expect(refusal('edit_wall', { id: walls.south, unset: ['thickness'] }).param).toBe('unset.0')
  })
})

test('a fault of an edit names the argument as the caller wrote it', () => {
  const { draft } = draftedHouse()
  const [level] = nodesOf(draft.scene, 'level')
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  expect(refusedFor(draft.apply('edit_level', { id: levelId, index: level.index })).code).toBe(
    'level_exists',
  )
  expect(refusedFor(draft.apply('edit_level', { id: levelId, height: 100 })).param).toBe('height')
})

describe('a change that does not fit', () => {
  /** The fix is made, and then as much again as it left out is refused. */
  function fixOf(house: ReturnType<typeof draftedHouse>, tool: string, given: object) {
    const refused = refusedFor(house.draft.apply(tool, given as Record<string, unknown>))
    expect(refused.fix?.tool).toBe(tool)
    const fix = refused.fix!.arguments
    made(house.draft.apply(tool, fix))
    return { code: refused.code, fix }
  }

  test('is offered as far as it goes: a wider door', () => {
    const house = houseWithDoor()
    // The wall is 4 m long between axes and the door in its middle: half of what is left and right
    // of it, less 0.075 m of wall and a pier of 0.05 m at each end.
    const { code, fix } = fixOf(house, 'edit_opening', { id: house.door, width: 5, label: 'Gate' })
    expect(code).toBe('opening_outside_wall')
    expect(fix).toEqual({ id: house.door, width: 3.75, label: 'Gate' })
    expect(nodeOf(house.draft.scene, house.door, 'door')).toMatchObject({ width: 3.75 })
  })

  test('is offered as far as it goes: an armchair that is moved into a wall', () => {
    const house = draftedHouse()
    const items = [{ asset: 'armchair', position: [2, -1.5] }]
    const { placed } = made(house.draft.apply('place_item', { items }))
    const [{ id }] = placed as { id: string }[]
    const { fix } = fixOf(house, 'edit_item', { id, move: [-1.9, 0] })
    // Half of its width, 0.8 m, from the face of the wall at 0.075 m, in steps of a centimetre.
    expect(nodeOf(house.draft.scene, id, 'item')!.position[0]).toBeCloseTo(0.48, 3)
    expect((fix.move as number[])[1]).toBe(0)
  })

  /** A house with an armchair, 0.8 m wide and 0.85 m deep, with its middle there. */
  function houseWithChair(position: [number, number]) {
    const house = draftedHouse()
    const { placed } = made(
      house.draft.apply('place_item', { items: [{ asset: 'armchair', position }] }),
    )
    return { ...house, chair: (placed as { id: string }[])[0].id }
  }

  test('is offered with furniture moved: a thicker wall', () => {
    const house = houseWithChair([0.475, -1.5])
    const given = { id: house.walls.outer, thickness: 0.3 }
    const { code, fix } = fixOf(house, 'edit_wall', given)
    expect(code).toBe('collides')
    expect(fix).toEqual({ ...given, items: 'shift' })
    // The face of the wall is at 0.15 m now, and half of the chair is 0.4 m.
    expect(nodeOf(house.draft.scene, house.chair, 'item')!.position[0]).toBeGreaterThanOrEqual(0.55)
  })

  test('is offered with furniture moved: a passage that would be behind a chair', () => {
    const house = houseWithChair([3.4, -2.2])
    const passage = { wallId: house.walls.between, offset: 0.8, doorType: 'opening' }
    const { openingId } = made(house.draft.apply('add_door', passage))
    // The chair reaches to 3.8 m, and 0.65 m before the face of the wall at 3.925 m stay free.
    const given = { id: openingId, offset: 2.2 }
    const { code, fix } = fixOf(house, 'edit_opening', given)
    expect(code).toBe('collides')
    expect(fix).toEqual({ ...given, items: 'shift' })
    expect(blockedDoors(house.draft.scene, house.level)).toEqual([])
  })

  test('has no fix where next to nothing of it is possible', () => {
    const { draft, west, east } = draftedHouse()
    expect(west.zoneId).not.toBe(east.zoneId)
    const { levelId } = made(draft.apply('create_level', { position: 'above' }))
    expect(refusedFor(draft.apply('edit_level', { id: levelId, index: 0 })).fix).toBeUndefined()
  })
})
