import { expect, test } from 'vitest'
import { draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { zoneInside } from '../kernel/rooms.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

test('a wall is deleted with its door, and items that hung on it stay', () => {
  const { draft, level, walls } = draftedHouse()
  const ops = [
    {
      op: 'add',
      kind: 'door',
      as: 'door',
      parent: walls.south,
      set: { offset: 2, width: 1, height: 2, sill: 0 },
    },
    {
      op: 'add',
      kind: 'item',
      as: 'picture',
      parent: level,
      set: { asset: 'picture_large', position: [3.3, 1.4, -0.095], host: walls.south },
    },
  ]
  const { door, picture } = made(draft.apply('apply_patch', { ops })).ids
  const before = sceneHash(draft.scene)
  const dry = made(draft.apply('delete_node', { ids: [walls.south], dryRun: true }))
  expect(dry).toMatchObject({ wouldDelete: [walls.south, door], detached: [picture] })
  expect(sceneHash(draft.scene)).toBe(before)
  expect(isUndone(draft, () => draft.apply('delete_node', { ids: [walls.south] }))).toBe(true)
  expect(nodeOf(draft.scene, picture, 'item')!.host).toBeUndefined()
})

test('a storey that is not empty is deleted only withContents, with the stairs that lead to it', () => {
  const { draft, level } = draftedHouse()
  const upper = made(draft.apply('create_level', { position: 'above' }))
  const stair = {
    op: 'add',
    kind: 'stair',
    parent: level,
    set: { toLevel: upper.levelId, shape: 'spiral', position: [2, -1.5] },
  }
  made(draft.apply('apply_patch', { ops: [stair] }))
  const refused = refusedFor(draft.apply('delete_node', { ids: [upper.levelId] }))
  expect(refused.code).toBe('level_not_empty')
  const { tool, arguments: given } = refused.fix!
  made(draft.apply(tool, given))
  expect(nodesOf(draft.scene, 'stair')).toEqual([])
})

test.each(['site_k3x9', 'building_1', 'level_2'])(
  '%s, the last of its kind, is not deleted',
  (id) => {
    const { draft } = draftedHouse()
    const call = { ids: [id], withContents: true }
    expect(refusedFor(draft.apply('delete_node', call)).code).toBe('scene_wipe_blocked')
  },
)

test('an unknown id is refused, and nothing is deleted', () => {
  const { draft, walls } = draftedHouse()
  const refused = refusedFor(draft.apply('delete_node', { ids: [walls.south, 'wall_99'] }))
  expect(refused).toMatchObject({ code: 'node_not_found', param: 'ids.1' })
  expect(nodeOf(draft.scene, walls.south, 'wall')).not.toBeNull()
})

test('without the wall between them, two rooms share an open plan', () => {
  const { draft, west, east, walls } = draftedHouse()
  made(draft.apply('delete_node', { ids: [walls.between] }))
  // Out to the border at x = 4 and to the faces of the walls of 0.15 m: 3.925 by 2.85 m each.
  for (const { zoneId } of [west, east]) {
    const { netArea, enclosure } = zoneInside(draft.scene, zoneId)
    expect(netArea).toBeCloseTo(3.925 * 2.85, 6)
    expect(enclosure).toBe('shared')
  }
})
