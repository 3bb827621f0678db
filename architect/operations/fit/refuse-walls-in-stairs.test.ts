import { expect, test } from 'vitest'
import { box, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { newScene, nodeOf, nodesOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'

/**
 * Halls of 6 by 8 m above each other with walls of 0.15 m, and a stair 0.9 m wide that goes north
 * from [1.5, -1.5]: from x = 1.05 to x = 1.95.
 */
function twoHalls() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const hall = { name: 'Hall', polygon: box(0, 0, 6, 8), wallThickness: 0.15 }
  const lower = made(draft.apply('create_room', { ...hall, doors: [{ edge: 0, t: 0.35 }] }))
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const upper = made(draft.apply('create_room', { ...hall, levelId }))
  const { stairId } = made(
    draft.apply('create_stair_between_levels', {
      fromLevelId: 'level_2',
      position: [1.5, -1.5],
      directionDeg: 90,
      width: 0.9,
    }),
  )
  return { draft, lower, upper, stairId, levelId }
}

test('a wall may not move into a stair; the fix brings it up to the stair', () => {
  const { draft, lower, stairId } = twoHalls()
  const west = lower.wallIds[3]
  const refused = refusedFor(draft.apply('move_wall', { wallId: west, by: [1.2, 0] }))
  expect(refused.code).toBe('collides')
  expect(refused.nodeIds).toEqual([west, stairId])
  // The face of the wall is at 0.075 m: 0.975 m before the stair.
  const by = refused.fix!.arguments.by as number[]
  expect(by[0]).toBeCloseTo(0.975, 2)
  made(draft.apply('move_wall', refused.fix!.arguments))
})

test('a wall may not move into the hole of a stair in the upper floor', () => {
  const { draft, upper, stairId } = twoHalls()
  const west = upper.wallIds[3]
  const refused = refusedFor(draft.apply('move_wall', { wallId: west, by: [1.5, 0] }))
  expect(refused).toMatchObject({ code: 'collides', nodeIds: [west, stairId] })
  expect(refused.message).toContain('hole')
})

test('a wall or a room may not be laid through a stair, nor a stair moved into a wall', () => {
  const { draft, lower, stairId } = twoHalls()
  const wall = { levelId: 'level_2', start: [0, -3.5], end: [6, -3.5] }
  expect(refusedFor(draft.apply('create_wall', wall)).nodeIds).toContain(stairId)
  const split = { zoneId: lower.zoneId, axis: 'z', at: -3.5 }
  expect(refusedFor(draft.apply('split_room', split)).nodeIds).toContain(stairId)
  const move = { id: stairId, position: [0.3, -1.5] }
  expect(refusedFor(draft.apply('edit_stair', move))).toMatchObject({ code: 'collides' })
  expect(nodeOf(draft.scene, stairId, 'stair')?.position).toEqual([1.5, -1.5])
})

test('a door that its wall brings before a stair is refused, although the door is unchanged', () => {
  const { draft, lower, stairId } = twoHalls()
  const [door] = nodesOf(draft.scene, 'door')
  const south = lower.wallIds[0]
  const refused = refusedFor(draft.apply('move_wall', { wallId: south, by: [0, -1.3] }))
  expect(refused).toMatchObject({ code: 'blocks_door', nodeIds: [door.id, stairId] })
})
