import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { ROOF_TYPES } from '../scene/nodes.ts'

test('a gable without a polygon covers the level to the outer faces of its walls', () => {
  const { draft } = draftedHouse()
  const answer = made(draft.apply('create_roof', { roofType: 'gable', pitch: 45, overhang: 0 }))
  expect(answer).toMatchObject({ coveredArea: 25.6725, uncoveredArea: 0, eavesHeight: 2.8 })
  // Half of 3.15 m above the eaves at 45 degrees, and the thickness of 0.2 m across the slope.
  expect(answer.ridgeHeight).toBeCloseTo(2.8 + 1.575 + 0.2 * Math.SQRT2, 3)
})

test.each(ROOF_TYPES)('a %s roof is made and undone', (roofType) => {
  const { draft } = draftedHouse()
  const call = { roofType, polygon: box(0, 0, 25, 10), unit: 'ft' }
  expect(isUndone(draft, () => draft.apply('create_roof', call))).toBe(true)
})

test('the area that a smaller roof leaves uncovered is returned', () => {
  const { draft } = draftedHouse()
  const polygon = box(-0.075, 0.075, 4.15, 3.15)
  const answer = made(draft.apply('create_roof', { roofType: 'flat', polygon, overhang: 0 }))
  expect(answer.uncoveredArea).toBeCloseTo(4 * 3.15, 4)
})

test('a roof under the rooms of a storey gets a warning', () => {
  const { draft, level } = draftedHouse()
  made(draft.apply('duplicate_level', { levelId: level, position: 'above' }))
  const answer = made(draft.apply('create_roof', { roofType: 'hip', levelId: level }))
  expect(answer.issues).toMatchObject([{ code: 'roof.under_level' }])
  expect(made(draft.apply('create_roof', { roofType: 'hip' })).issues).toEqual([])
})

test.each([
  [
    'over a bow tie',
    {
      polygon: [
        [0, 0],
        [4, -3],
        [4, 0],
        [0, -3],
      ],
    },
    'invalid_polygon',
  ],
  ['on another', {}, 'collides'],
  ['on a wall', { levelId: 'wall_3' }, 'wrong_kind'],
  ['on an empty site', { levelId: 'level_99' }, 'node_not_found'],
  ['of a pitch that no roof has', { pitch: 80 }, 'invalid_input'],
])('a roof %s is refused', (_, call, code) => {
  const { draft } = draftedHouse()
  made(draft.apply('create_roof', { roofType: 'gable' }))
  expect(refusedFor(draft.apply('create_roof', { roofType: 'gable', ...call })).code).toBe(code)
})

test('a roof on a level without walls needs a polygon', () => {
  const { draft } = draftedHouse()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  expect(refusedFor(draft.apply('create_roof', { roofType: 'hip', levelId }))).toMatchObject({
    code: 'invalid_input',
    param: 'polygon',
  })
})
