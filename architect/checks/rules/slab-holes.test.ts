import { expect, test } from 'vitest'
import { box, made } from '../../../tests/houses/drafted-house.ts'
import { withFields } from '../../../tests/houses/scene-of.ts'
import { Draft } from '../../operations/draft.ts'
import { withWorkingFixes } from '../../operations/working-fixes.ts'
import { newScene } from '../../scene/scene.ts'
import { verifyScene } from '../verify.ts'

const HOLE = box(3, -2, 2, 2)

/** A room of 8 by 6 m on the ground. */
function groundFloor() {
  const draft = new Draft(newScene('Holes', 'k3x9'))
  const polygon = box(0, 0, 8, 6)
  const room = made(draft.apply('create_room', { label: 'A', polygon, createCeiling: false }))
  const messages = (check: string) =>
    verifyScene(draft.scene, { checks: [check] }).issues.map(({ message }) => message)
  return { draft, ...room, polygon, messages }
}

test('under a hole in the only floor over a room it rains in, as far as nothing is above', () => {
  const { draft, polygon, messages } = groundFloor()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const { slabId } = made(draft.apply('create_slab', { levelId, polygon, holes: [HOLE] }))
  expect(messages('roof')).toEqual(['4.00 m² of level_2, in 1 of its rooms, are open to the sky.'])
  // Half of the hole is under a roof of the level above.
  const half = { levelId, roofType: 'flat', overhang: 0, polygon: box(3, -2, 1, 2) }
  made(draft.apply('create_roof', half))
  expect(messages('roof')).toEqual(['2.00 m² of level_2, in 1 of its rooms, are open to the sky.'])
  made(draft.apply('edit_slab', { id: slabId, holes: [] }))
  expect(messages('roof')).toEqual([])
})

test('a hole in the floor of the lowest storey is floor that is missing, and can be closed', () => {
  const { draft, slabId, messages } = groundFloor()
  const aside = box(6, -1, 1, 1)
  made(draft.apply('edit_slab', { id: slabId, holes: [HOLE, aside] }))
  expect(messages('slab')).toEqual([expect.stringMatching(/^5.00 m² of the floor of zone_/)])
  made(draft.apply('edit_slab', { id: slabId, holes: [HOLE] }))
  const { issues } = verifyScene(draft.scene, { checks: ['slab'] })
  const [{ fix }] = withWorkingFixes(draft.scene, issues)
  expect(fix).toEqual({ tool: 'set_element', arguments: { id: slabId, holes: [] } })
  made(draft.apply(fix!.tool, fix!.arguments))
  expect(messages('slab')).toEqual([])
})

test('a hole over a room of the storey below is a void, and past that room floor is missing', () => {
  const { draft, polygon, messages } = groundFloor()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  made(draft.apply('create_room', { label: 'B', levelId, polygon, createSlab: false }))
  made(draft.apply('create_slab', { levelId, polygon, holes: [HOLE] }))
  expect(messages('slab')).toEqual([])
  // The storey below ends in the middle of the hole.
  const nodes = Object.values(draft.scene.nodes)
  const idOf = (kind: string) =>
    nodes.find((node) => node.kind === kind && node.parent === 'level_2')!.id
  made(draft.apply('edit_slab', { id: idOf('slab'), polygon: box(0, 0, 4, 6) }))
  made(draft.apply('edit_room', { id: idOf('zone'), polygon: box(0, 0, 4, 6) }))
  expect(messages('slab')).toEqual([expect.stringMatching(/^2.00 m² of the floor of zone_/)])
})

test('a hole that was cut by hand for a stair is not floor that is missing', () => {
  const { draft, slabId, messages } = groundFloor()
  const { levelId } = made(draft.apply('create_level', { position: 'below' }))
  const stair = { fromLevelId: levelId, position: [2, -3], direction: 0 }
  const { stairId } = made(draft.apply('create_stair_between_levels', stair))
  // 3 by 2 m of it over the upper treads, and more room than the stair needs.
  const hole = box(3, -2, 3, 2)
  const byHand = (cuts: boolean) =>
    withFields(withFields(draft.scene, slabId, { holes: [hole] }), stairId, { cuts })
  expect(messages('slab')).toEqual([])
  for (const cuts of [true, false])
    expect(verifyScene(byHand(cuts), { checks: ['slab'] }).issues).toEqual([])
  const elsewhere = withFields(byHand(false), stairId, { position: [2, -0.6] })
  expect(verifyScene(elsewhere, { checks: ['slab'] }).issues).toHaveLength(1)
})
