import { describe, expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { nodeOf } from '../scene/scene.ts'

describe.each([
  ['create_slab', 'slabId', 'slab'],
  ['create_ceiling', 'ceilingId', 'ceiling'],
] as const)('%s', (tool, idField, kind) => {
  test('covers a polygon without its holes; overlapping holes count as one', () => {
    const { draft } = draftedHouse()
    const call = { polygon: box(0, 9, 4, 4).reverse(), holes: [box(1, 8, 1, 1), box(1.5, 8, 1, 1)] }
    const answer = made(draft.apply(tool, call))
    expect(answer.area).toBeCloseTo(16 - 1.5, 6)
    expect(nodeOf(draft.scene, answer[idField], kind)!.holes).toHaveLength(1)
  })

  test('without a polygon covers everything built on its level', () => {
    const { draft, west, east } = draftedHouse()
    made(
      draft.apply('delete_node', {
        ids: [west, east].flatMap((room) => [room.slabId, room.ceilingId]),
      }),
    )
    // To the outer faces: 8.15 by 3.15 m.
    expect(made(draft.apply(tool, {})).area).toBeCloseTo(8.15 * 3.15, 6)
  })

  test.each([
    ['on another', { polygon: box(1, -1, 1, 1) }, 'collides'],
    [
      'that crosses itself',
      {
        polygon: [
          [0, 9],
          [4, 5],
          [4, 9],
          [0, 5],
        ],
      },
      'invalid_polygon',
    ],
    [
      'with a hole outside it',
      { polygon: box(0, 9, 4, 4), holes: [box(3.5, 8, 1, 1)] },
      'invalid_polygon',
    ],
    ['that is all hole', { polygon: box(0, 9, 4, 4), holes: [box(0, 9, 4, 4)] }, 'invalid_polygon'],
    ['on a wall', { polygon: box(0, 9, 4, 4), levelId: 'wall_3' }, 'wrong_kind'],
    ['on nothing', { polygon: box(0, 9, 4, 4), levelId: 'level_99' }, 'node_not_found'],
  ])('one %s is refused', (_, call, code) => {
    const { draft } = draftedHouse()
    expect(refusedFor(draft.apply(tool, call)).code).toBe(code)
  })

  test('is undone, and is the same in feet', () => {
    const { draft } = draftedHouse()
    expect(
      isUndone(draft, () => draft.apply(tool, { polygon: box(0, 30, 10, 10), unit: 'ft' })),
    ).toBe(true)
  })
})

test('a slab on an empty level needs a polygon', () => {
  const { draft } = draftedHouse()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  expect(refusedFor(draft.apply('create_slab', { levelId }))).toMatchObject({
    code: 'invalid_input',
    param: 'polygon',
  })
})
