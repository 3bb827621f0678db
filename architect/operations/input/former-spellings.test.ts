import { expect, test } from 'vitest'
import { box, draftedHouse, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { nodeOf } from '../../scene/scene.ts'

test('a call with former names is made, with a note of the names of today', () => {
  const { draft } = draftedHouse()
  const given = { roofType: 'gable', pitchDeg: 40, ridgeAxis: 'z' }
  const { roofId, issues } = made(draft.apply('create_roof', given))
  expect(nodeOf(draft.scene, roofId, 'roof')).toMatchObject({ pitch: 40, ridge: 90 })
  expect(issues).toMatchObject([
    { code: 'input.former_name', severity: 'info', message: expect.stringContaining('pitch') },
  ])
  const [item] = made(
    draft.apply('place_item', {
      items: [{ catalogItemId: 'armchair', position: [2, -1], rotationDeg: 90 }],
    }),
  ).placed as { id: string }[]
  expect(nodeOf(draft.scene, item.id, 'item')).toMatchObject({ asset: 'armchair', rotation: 90 })
})

const OPENING_TOOLS = [
  ['add_door', 'door', 'wallId', 'doorId', 0.5],
  ['add_window', 'window', 'wallId', 'windowId', 1.5],
  ['cut_opening', 'opening', 'targetId', 'openingId', 2.4],
] as const

test('rooms, openings and turns have their former names too, each with its note', () => {
  const { draft } = draftedHouse()
  const noted = (tool: string, given: Record<string, unknown>) => {
    const answer = made(draft.apply(tool, given))
    return { answer, note: answer.issues.find(({ code }) => code === 'input.former_name') }
  }
  const { answer: room, note } = noted('create_room', {
    name: 'Shed',
    polygon: box(20, 0, 4, 3),
    doors: [{ edge: 0, name: 'Way in', hingesSide: 'end', swingDirection: 'left' }],
    windows: [{ edge: 2, sillHeight: 1.1, openingShape: 'arch' }],
  })
  expect(nodeOf(draft.scene, room.zoneId, 'zone')!.label).toBe('Shed')
  const [doorId] = room.doorIds as string[]
  const [windowId] = room.windowIds as string[]
  const door = nodeOf(draft.scene, doorId, 'door')
  expect(door).toMatchObject({ label: 'Way in', hinge: 'end', swing: 'left' })
  expect(nodeOf(draft.scene, windowId, 'window')).toMatchObject({ sill: 1.1, shape: 'arch' })
  expect(note!.message).toBe(
    'name is now label, hingesSide is now hinge, swingDirection is now swing, sillHeight is now sill, openingShape is now shape; the former names are accepted.',
  )
  const named = noted('set_zone', { zoneId: room.zoneId, name: 'Barn' })
  expect(named.note).toBeDefined()
  expect(nodeOf(draft.scene, room.zoneId, 'zone')!.label).toBe('Barn')
  for (const [tool, kind, host, idField, offset] of OPENING_TOOLS) {
    const given = { [host]: room.wallIds[1], offset, width: 0.6, height: 1, sillHeight: 0.4 }
    const opening = noted(tool, { ...given, name: tool, openingShape: 'rectangle' })
    expect(opening.note).toBeDefined()
    const node = nodeOf(draft.scene, `${opening.answer[idField]}`, kind)
    expect(node).toMatchObject({ sill: 0.4, label: tool })
  }
  const { columnId } = made(draft.apply('create_column', { position: [30, -1] }))
  noted('edit_node', { id: columnId, rotateDeg: 30 })
  expect(nodeOf(draft.scene, columnId, 'column')!.rotation).toBe(30)
})

test('a stair takes its direction under its former name', () => {
  const { draft, level } = draftedHouse()
  made(draft.apply('create_room', { label: 'Hall', polygon: box(0, -3, 8, 6) }))
  made(draft.apply('duplicate_level', { levelId: level, position: 'above' }))
  const given = { fromLevelId: level, position: [1, -6], width: 0.9, directionDeg: 0 }
  const { stairId, issues } = made(draft.apply('create_stair_between_levels', given))
  expect(nodeOf(draft.scene, stairId, 'stair')!.direction).toBe(0)
  expect(issues.map(({ code }) => code)).toContain('input.former_name')
})

test('the names of today have no note', () => {
  const { draft } = draftedHouse()
  expect(made(draft.apply('create_roof', { roofType: 'hip', pitch: 30 })).issues).toEqual([])
})

test('an argument under both names is refused, and so is a wrong value under a former name', () => {
  const { draft } = draftedHouse()
  const refusal = (given: Record<string, unknown>) =>
    refusedFor(draft.apply('create_roof', { roofType: 'gable', ...given }))
  expect(refusal({ pitchDeg: 40, pitch: 30 })).toMatchObject({
    code: 'invalid_input',
    param: 'pitchDeg',
  })
  expect(refusal({ ridgeAxis: 'y' }).param).toBe('ridge')
  const items = [{ asset: 'armchair', catalogItemId: 'rug', position: [2, -1] }]
  expect(refusedFor(draft.apply('place_item', { items })).param).toBe('items.0.catalogItemId')
})
