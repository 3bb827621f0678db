import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { wallSides } from '../kernel/rooms.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'

const SAGE = { preset: 'paint_sage' }

test('the walls of a room are the faces that look into it, and no others', () => {
  const { draft, west } = draftedHouse()
  made(draft.apply('set_finishes', { target: west.zoneId, walls: SAGE }))
  const faces = nodesOf(draft.scene, 'wall').map(({ id, finishes = {} }) => {
    const { left, right } = wallSides(draft.scene, id)
    const expected = [left === west.zoneId && 'left', right === west.zoneId && 'right']
    expect(Object.keys(finishes).sort()).toEqual(expected.filter(Boolean))
    return Object.keys(finishes).length
  })
  // South, north, west and the wall between: one face each.
  expect(faces.reduce((sum, count) => sum + count, 0)).toBe(4)
})

test('the facade is the outer faces of all outer walls', () => {
  const { draft } = draftedHouse()
  const answer = made(
    draft.apply('set_finishes', { target: 'facade', facade: { preset: 'brick_red' } }),
  )
  // Two rooms side by side have six outer walls; the one between them has none.
  expect(answer.faces).toHaveLength(6)
  for (const { id, face } of answer.faces as never as { id: string; face: 'left' | 'right' }[])
    expect(wallSides(draft.scene, id)[face]).toBeUndefined()
})

test('a room of a common slab gets its own floor and ceiling, and the others stay as they were', () => {
  const { draft } = draftedHouse()
  const shell = made(draft.apply('create_story_shell', { footprint: box(20, 0, 10, 6) }))
  const room = (name: string, x: number) =>
    made(draft.apply('create_room', { label: name, polygon: box(x, 0, 5, 6) })).zoneId
  const [left] = [room('Left', 20), room('Right', 25)]
  const look = { preset: 'tile_grey' }
  const answer = made(draft.apply('set_finishes', { target: left, floor: look, ceiling: SAGE }))
  expect(answer.cutFloors).toEqual([shell.slabId, shell.ceilingId])
  const [floor, ceiling] = answer.faces as never as { id: string; face: string }[]
  expect(floor.face).toBe('top')
  expect(ceiling.face).toBe('underside')
  expect(nodeOf(draft.scene, floor.id, 'slab')).toMatchObject({ finishes: { top: look } })
  expect(
    nodeOf(draft.scene, floor.id, 'slab')!
      .polygon.map(([x]) => x)
      .sort(),
  ).toEqual([20, 20, 25, 25])
  const rest = nodeOf(draft.scene, shell.slabId, 'slab')!
  expect(rest.finishes).toBeUndefined()
  expect(rest.polygon.map(([x]) => x).sort()).toEqual([25, 25, 30, 30])
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a level has rooms, a facade and roofs', () => {
  const { draft, west, level } = draftedHouse()
  const { roofId } = made(draft.apply('create_roof', { roofType: 'gable' }))
  const call = { target: level, floor: { preset: 'wood_pine' }, roof: { color: '#333333' } }
  expect(isUndone(draft, () => draft.apply('set_finishes', call))).toBe(true)
  expect(nodeOf(draft.scene, roofId, 'roof')!.finishes).toEqual({ cover: { color: '#333333' } })
  expect(nodeOf(draft.scene, west.slabId, 'slab')!.finishes).toEqual({
    top: { preset: 'wood_pine' },
  })
  // {} returns to the usual look.
  made(draft.apply('set_finishes', { target: level, floor: {}, roof: {} }))
  expect(nodeOf(draft.scene, roofId, 'roof')!.finishes).toBeUndefined()
})

test('a facade of a room, and a call without a finish, are refused with what works', () => {
  const { draft, west, level } = draftedHouse()
  const of = (call: object) => refusedFor(draft.apply('set_finishes', { ...call }))
  expect(of({ target: west.zoneId, facade: SAGE })).toMatchObject({
    code: 'invalid_input',
    param: 'facade',
    fix: { arguments: { target: level, facade: 'paint_sage' } },
  })
  expect(of({ target: west.zoneId }).code).toBe('invalid_input')
  expect(of({ target: 'facade', floor: SAGE }).code).toBe('invalid_input')
})

test('a look is a material, a colour, both, or the usual one', () => {
  const { draft, west } = draftedHouse()
  const finishes = (floor: string) => {
    made(draft.apply('set_finishes', { target: west.zoneId, floor }))
    return nodeOf(draft.scene, west.slabId, 'slab')!.finishes
  }
  expect(finishes('wood_oak')).toEqual({ top: { preset: 'wood_oak' } })
  // A colour alone leaves the material as it is.
  expect(finishes('#AABBCC')).toEqual({ top: { preset: 'wood_oak', color: '#aabbcc' } })
  expect(finishes('stone #aabbcc')).toEqual({ top: { preset: 'stone', color: '#aabbcc' } })
  expect(finishes('usual')).toBeUndefined()
  for (const floor of ['wood_oka', '#abc', 'stone wood_oak', { preset: 'wood_oka' }]) {
    const refused = refusedFor(draft.apply('set_finishes', { target: west.zoneId, floor }))
    expect(refused).toMatchObject({ code: 'invalid_input', param: 'floor' })
  }
  const { message } = refusedFor(draft.apply('set_building', { facade: 'brick_rd' }))
  expect(message).toContain('did you mean brick_red?')
})
