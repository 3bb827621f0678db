import { expect, test } from 'vitest'
import { draftedHouse, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { nodeOf } from '../../scene/scene.ts'

function kitchens() {
  const house = draftedHouse()
  const { draft, west, east } = house
  made(draft.apply('set_zone', { zoneId: west.zoneId, label: 'Kitchen', roomType: 'kitchen' }))
  made(draft.apply('set_zone', { zoneId: east.zoneId, label: 'Hall', roomType: 'hall' }))
  return house
}

test('a node is named by its label wherever its id is accepted, in lists and patches too', () => {
  const { draft, west, east, walls } = kitchens()
  made(draft.apply('set_zone', { zoneId: 'kitchen', color: '#112233' }))
  expect(nodeOf(draft.scene, west.zoneId, 'zone')?.color).toBe('#112233')
  made(draft.apply('edit_node', { id: walls.south, set: { label: 'Street front' } }))
  const door = made(draft.apply('add_door', { wallId: 'Street front', offset: 2 }))
  expect(nodeOf(draft.scene, `${door.doorId}`, 'door')?.parent).toBe(walls.south)
  const column = made(draft.apply('create_column', { levelId: 'Ground floor', position: [20, 20] }))
  expect(nodeOf(draft.scene, column.columnId, 'column')?.parent).toBe('level_2')
  made(
    draft.apply('apply_patch', {
      ops: [{ op: 'change', id: 'Hall', set: { color: '#445566' } }],
    }),
  )
  expect(nodeOf(draft.scene, east.zoneId, 'zone')?.color).toBe('#445566')
  made(draft.apply('delete_node', { ids: ['Hall'] }))
  expect(nodeOf(draft.scene, east.zoneId, 'zone')).toBeNull()
})

test('a label of several nodes is refused with all of them', () => {
  const { draft, west, east } = kitchens()
  made(draft.apply('set_zone', { zoneId: 'Hall', label: 'kitchen' }))
  // The same letters decide; other capitals do not.
  made(draft.apply('set_zone', { zoneId: 'Kitchen', color: '#112233' }))
  made(draft.apply('set_zone', { zoneId: east.zoneId, label: 'Kitchen' }))
  const refusal = refusedFor(draft.apply('set_zone', { zoneId: 'Kitchen', color: '#000000' }))
  expect(refusal).toMatchObject({
    code: 'ambiguous_name',
    param: 'zoneId',
    nodeIds: [west.zoneId, east.zoneId].sort(),
    candidates: [west.zoneId, east.zoneId]
      .sort()
      .map((id) => ({ id, kind: 'zone', label: 'Kitchen', level: 'Ground floor' })),
  })
  const listed = refusedFor(draft.apply('delete_node', { ids: [west.slabId, 'Kitchen'] }))
  expect(listed).toMatchObject({ code: 'ambiguous_name', param: 'ids.1' })
})

test('a label of a room and of a wall is clear where only one of them can be meant', () => {
  const { draft, walls } = kitchens()
  made(draft.apply('edit_node', { id: walls.between, set: { label: 'Hall' } }))
  made(draft.apply('set_zone', { zoneId: 'Hall', color: '#112233' }))
  made(draft.apply('add_door', { wallId: 'Hall' }))
  expect(refusedFor(draft.apply('edit_node', { id: 'Hall', set: {} })).code).toBe('ambiguous_name')
})

test('an unknown name is refused with the nearest candidates of its kind', () => {
  const { draft, west } = kitchens()
  const refusal = refusedFor(draft.apply('set_zone', { zoneId: 'Kichen', label: 'A' }))
  expect(refusal.code).toBe('node_not_found')
  expect(refusal.message).toContain(`${west.zoneId} (Kitchen on Ground floor)`)
  expect(refusal.candidates).toMatchObject([{ id: west.zoneId, kind: 'zone' }])
  const wall = refusedFor(draft.apply('add_door', { wallId: 'Kitchen' }))
  expect(wall).toMatchObject({ code: 'wrong_kind', nodeIds: [west.zoneId] })
})

test('the hint for an unknown field comes from the kind of the node, or from the tool', () => {
  const { draft, west, walls } = kitchens()
  const message = (tool: string, given: Record<string, unknown>) =>
    refusedFor(draft.apply(tool, given)).message
  // `sill` belongs to windows, `thickness` to walls.
  expect(message('edit_node', { id: walls.south, set: { thicknes: 0.3 } })).toMatch(
    /^A wall has no thicknes; did you mean thickness\?/,
  )
  const pitch = message('edit_node', { id: walls.south, set: { pich: 30 } })
  expect(pitch).toMatch(/^A wall has no pich\. It has /)
  expect(pitch).not.toContain('pitch')
  expect(message('edit_node', { id: 'Kitchen', set: { roomtype: 'hall' } })).toContain(
    'A zone has no roomtype; did you mean roomType?',
  )
  const patch = { ops: [{ op: 'add', kind: 'roof', parent: 'level_2', set: { sil: 1 } }] }
  expect(message('apply_patch', patch)).toMatch(/^A roof has no sil\. It has /)
  expect(message('edit_node', { id: walls.south, hieght: 3 })).toContain('did you mean set.height?')
  expect(message('create_column', { position: [0, 0], pich: 3 })).toBe(
    'create_column has no argument pich.',
  )
  expect(west.zoneId).toBeDefined()
})
