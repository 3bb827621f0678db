import { expect, test } from 'vitest'
import { box, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { newScene, nodesOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'

/** Three storeys of 8 by 5 m, 2.8 m high with floors of 0.2 m, and the ids of their levels. */
function tower() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  made(draft.apply('create_room', { label: 'Hall', roomType: 'hall', polygon: box(0, 0, 8, 5) }))
  for (const index of [0, 1]) {
    const { id } = nodesOf(draft.scene, 'level').find((level) => level.index === index)!
    made(draft.apply('duplicate_level', { levelId: id, position: 'above' }))
  }
  const levels = nodesOf(draft.scene, 'level').toSorted((a, b) => a.index - b.index)
  return { draft, levels: levels.map(({ id }) => id) }
}

const TOOL = 'create_stair_between_levels'

/** The hole of a straight stair from [2, -2] eastward goes from x = 2.68 to 5.9. */
function withStair() {
  const { draft, levels } = tower()
  const { stairId } = made(
    draft.apply(TOOL, { fromLevelId: levels[0], position: [2, -2], direction: 0 }),
  )
  return { draft, levels, stairId: stairId as unknown as string }
}

test.each([
  ['in the hole', [4, -2], 0],
  ['at its edge, towards it', [3, -2], 0],
  ['where the stair arrives, back over it', [5.7, -2], 180],
])('a stair that starts %s of another is refused', (_, position, direction) => {
  const { draft, levels, stairId } = withStair()
  const answer = draft.apply(TOOL, { fromLevelId: levels[1], position, direction })
  const { code, nodeIds, message } = refusedFor(answer)
  expect({ code, nodeIds }).toEqual({ code: 'collides', nodeIds: [stairId] })
  expect(message).toContain(`The stair would start over the hole of ${stairId}.`)
})

test.each(['straight', 'l_shaped', 'u_shaped', 'spiral'])(
  '%s stairs lie over one another, in either order',
  (shape) => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { draft, levels } = tower()
      for (const index of order)
        made(
          draft.apply(TOOL, { fromLevelId: levels[index], position: [2, -2], direction: 0, shape }),
        )
      expect(nodesOf(draft.scene, 'stair')).toHaveLength(2)
    }
  },
)

test('a stair that crosses over another leaves 2 m over its treads', () => {
  const { draft, levels, stairId } = withStair()
  // Northward from z = -0.5, its fourth tread ends at z = -1.54, 0.04 m into the way off the other,
  // which begins at -1.5. It is 0.7 m high and its underside 0.275 m, stated as 0.27.
  const crossing = { fromLevelId: levels[1], position: [5.5, -0.5], direction: 90 }
  const { code, nodeIds, message } = refusedFor(draft.apply(TOOL, crossing))
  expect({ code, nodeIds }).toEqual({ code: 'headroom', nodeIds: [stairId] })
  expect(message).toContain(`The stair would leave 0.27 m over ${stairId}; 2 m are needed.`)
  // Made where it fits, it cannot be moved there either.
  const away = made(draft.apply(TOOL, { ...crossing, position: [7.2, -0.5] }))
  const moved = draft.apply('edit_stair', { id: away.stairId, position: crossing.position })
  expect(refusedFor(moved).code).toBe('headroom')
})

test('columns do not stand over holes, and no hole is cut under them', () => {
  const { draft, levels, stairId } = withStair()
  const column = { levelId: levels[1], position: [4, -2] }
  expect(refusedFor(draft.apply('create_column', column))).toMatchObject({
    code: 'collides',
    nodeIds: [expect.any(String), stairId],
  })
  const { columnId } = made(draft.apply('create_column', { ...column, position: [4, -4] }))
  const moved = draft.apply('set_element', { id: columnId, position: [4, -2] })
  expect(refusedFor(moved).message).toContain(`over the hole of ${stairId} by 0.65 m`)
  const [slab] = nodesOf(draft.scene, 'slab').filter(({ parent }) => parent === levels[1])
  const hole = { targetId: slab.id, polygon: box(3.5, -3.5, 1, 1) }
  expect(refusedFor(draft.apply('cut_opening', hole))).toMatchObject({
    code: 'collides',
    nodeIds: [columnId, slab.id],
  })
})
