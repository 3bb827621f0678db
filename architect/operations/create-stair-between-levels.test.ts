import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { regionArea } from '../geometry/regions.ts'
import { boardRegions } from '../kernel/floors/holes.ts'
import { childrenOf, nodeOf } from '../scene/scene.ts'

const tool = 'create_stair_between_levels'

/**
 * The drafted house with a third room of 8 by 6 m in the north, and a copy of the storey on top.
 */
function twoStoreys() {
  const { draft, level, walls } = draftedHouse()
  const hall = made(draft.apply('create_room', { label: 'Hall', polygon: box(0, -3, 8, 6) }))
  const { levelId, idMap } = made(
    draft.apply('duplicate_level', { levelId: level, position: 'above' }),
  )
  return { draft, level, walls, hall, upper: levelId, idMap }
}

test('a stair that fits opens the floor and the ceiling over it', () => {
  const { draft, level, hall, idMap } = twoStoreys()
  const call = { fromLevelId: level, position: [1, -6], width: 0.9 }
  const answer = made(draft.apply(tool, call))
  // 2.8 m in risers of at most 0.18 m: 16 of 0.175 m.
  expect(answer).toMatchObject({ risers: 16, riserHeight: 0.175, going: 0.26 })
  expect(answer.headroom as number).toBeGreaterThanOrEqual(2)
  // On the grid of 0.1 mm: no rest of binary fractions.
  expect(`${answer.headroom}`).toMatch(/^\d\.\d{1,4}$/)
  const hosts = (answer.holes as { hostId: string }[]).map(({ hostId }) => hostId)
  expect(hosts.sort()).toEqual([hall.ceilingId, idMap[hall.slabId]].sort())
  for (const host of hosts) expect(regionArea(boardRegions(draft.scene, host))).toBeLessThan(46.5)
})

test.each([
  ['into a wall', { position: [6, -6] }, 'outside_room'],
  ['out of the house', { position: [20, -6] }, 'outside_room'],
  ['across the wall to the next room', { position: [2, -1], direction: 90 }, 'collides'],
])('a stair %s is refused, and the fix works', (_, call, code) => {
  const { draft, level } = twoStoreys()
  const refused = refusedFor(draft.apply(tool, { fromLevelId: level, width: 0.9, ...call }))
  expect(refused.code).toBe(code)
  if (!refused.fix) {
    expect(call.position[0]).toBe(20)
    return
  }
  made(draft.apply(refused.fix.tool, refused.fix.arguments))
})

test('a stair through furniture is refused with the ids of the furniture', () => {
  const { draft, level } = twoStoreys()
  const set = { asset: 'bed_double', position: [3, 0, -6] }
  const ops = [{ op: 'add', kind: 'item', as: 'bed', parent: level, set }]
  const { bed } = made(draft.apply('apply_patch', { ops })).ids
  const refused = refusedFor(
    draft.apply(tool, { fromLevelId: level, position: [1, -6], width: 0.9 }),
  )
  expect(refused).toMatchObject({ code: 'collides', nodeIds: [bed] })
  made(draft.apply(refused.fix!.tool, refused.fix!.arguments))
})

test('a stair in front of a door is refused', () => {
  const { draft, level, walls } = twoStoreys()
  const { doorId } = made(draft.apply('add_door', { wallId: walls.north, offset: 2 }))
  const refused = refusedFor(
    draft.apply(tool, { fromLevelId: level, position: [1, -3.6], width: 0.9 }),
  )
  expect(refused).toMatchObject({ code: 'blocks_door', nodeIds: [doorId] })
})

test('too high risers are refused with a comfortable number of risers', () => {
  const { draft, level } = twoStoreys()
  const call = { fromLevelId: level, position: [1, -6], width: 0.9, risers: 8 }
  const refused = refusedFor(draft.apply(tool, call))
  expect(refused).toMatchObject({ code: 'stair_too_steep', riserHeight: 0.35, needed: 16 })
  made(draft.apply(refused.fix!.tool, refused.fix!.arguments))
})

test('a stair without a level above is refused, and the fix makes the level', () => {
  const { draft, level } = draftedHouse()
  const call = { fromLevelId: level, position: [0.4, -1.5], shape: 'spiral', width: 0.8 }
  const refused = refusedFor(draft.apply(tool, { ...call, position: [1.5, -1.5] }))
  expect(refused.code).toBe('node_not_found')
  made(draft.apply(refused.fix!.tool, refused.fix!.arguments))
  made(draft.apply(tool, { ...call, position: [1.5, -1.5] }))
})

test('undo removes a stair with its holes', () => {
  const { draft, level, hall } = twoStoreys()
  const call = { fromLevelId: level, position: [40, -240], width: 36, unit: 'in' }
  expect(isUndone(draft, () => draft.apply(tool, call))).toBe(true)
  const [stair] = childrenOf(draft.scene, level, 'stair')
  expect(stair.width).toBe(0.9144)
  expect(nodeOf(draft.scene, hall.ceilingId, 'ceiling')!.holes).toEqual([])
})
