import { expect, test } from 'vitest'
import { draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { nodeOf } from '../scene/scene.ts'

test('a colour alone leaves the material, and without both the finish is removed', () => {
  const { draft, walls } = draftedHouse()
  const ids = [walls.south, walls.north]
  const paint = (fields: object) => made(draft.apply('set_material', { ids, ...fields }))
  const looks = () => ids.map((id) => nodeOf(draft.scene, id, 'wall')!.finishes)
  paint({ preset: 'brick_red' })
  paint({ color: '#AABBCC' })
  expect(looks()).toEqual(ids.map(() => ({ body: { preset: 'brick_red', color: '#aabbcc' } })))
  paint({ face: 'left', preset: 'paint_sage' })
  paint({})
  expect(looks()).toEqual(ids.map(() => ({ left: { preset: 'paint_sage' } })))
  paint({ face: 'left' })
  expect(looks()).toEqual([undefined, undefined])
})

test('a node without a surface is refused, and so is a wrong face, with the faces that exist', () => {
  const { draft, west, walls } = draftedHouse()
  const of = (call: object) => refusedFor(draft.apply('set_material', { preset: 'stone', ...call }))
  expect(of({ ids: [west.zoneId] }).code).toBe('wrong_kind')
  expect(of({ ids: [walls.south], face: 'underside' })).toMatchObject({
    code: 'invalid_input',
    param: 'face',
    faces: expect.arrayContaining(['body', 'left', 'right']),
  })
  expect(of({ ids: [walls.south, 'wall_99'] }).code).toBe('node_not_found')
  expect(nodeOf(draft.scene, walls.south, 'wall')!.finishes).toBeUndefined()
})

test('a finish is undone', () => {
  const { draft, walls } = draftedHouse()
  const call = { ids: [walls.south], preset: 'stone' }
  expect(isUndone(draft, () => draft.apply('set_material', call))).toBe(true)
})
