import { expect, test } from 'vitest'
import { draftedHouse, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
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
