import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { checkCollisions } from '../checks/collisions.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'

test('later storeys, rooms, shells and walls have the sizes of the building; what stands stays', () => {
  const { draft, level, walls } = draftedHouse()
  const sizes = { storeyHeight: 3.2, wallThickness: 0.1, outerWallThickness: 0.4, wallHeight: 2.5 }
  expect(isUndone(draft, () => draft.apply('set_building', sizes))).toBe(true)
  expect(nodeOf(draft.scene, 'building_1', 'building')).toMatchObject(sizes)
  expect(nodeOf(draft.scene, level, 'level')!.height).toBe(2.8)
  expect(nodeOf(draft.scene, walls.south, 'wall')).toMatchObject({ thickness: 0.15 })
  expect(nodeOf(draft.scene, walls.south, 'wall')!.height).toBeUndefined()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  expect(nodeOf(draft.scene, levelId, 'level')!.height).toBe(3.2)
  const wallOf = (tool: string, given: object) => {
    const { wallIds } = made(draft.apply(tool, { levelId, ...given }))
    return nodeOf(draft.scene, wallIds[0], 'wall')
  }
  const room = { label: 'Room', polygon: box(0, 0, 4, 3) }
  expect(wallOf('create_room', room)).toMatchObject({ thickness: 0.1, height: 2.5 })
  const shell = { footprint: box(20, 0, 6, 6) }
  expect(wallOf('create_story_shell', shell)).toMatchObject({ thickness: 0.4, height: 2.5 })
  const line = { start: [30, 0], end: [33, 0] }
  expect(wallOf('create_wall', line)).toMatchObject({ thickness: 0.1, height: 2.5 })
  // What a call gives comes first.
  const own = { start: [30, 4], end: [33, 4], thickness: 0.2, height: 1 }
  expect(wallOf('create_wall', own)).toMatchObject({ thickness: 0.2, height: 1 })
})

test('a room is split by a wall of the thickness of its building', () => {
  const { draft, west } = draftedHouse()
  made(draft.apply('set_building', { wallThickness: 0.1 }))
  made(draft.apply('split_room', { zoneId: west.zoneId, axis: 'x', at: 2 }))
  const laid = nodesOf(draft.scene, 'wall').filter(
    ({ start, end }) => start[0] === 2 && end[0] === 2,
  )
  expect(laid.map(({ thickness }) => thickness)).toEqual([0.1])
})

test('with apply existing, storeys and walls change, and rooms have the areas that remain', () => {
  const { draft, level, walls, west } = draftedHouse()
  const sizes = { storeyHeight: 3, wallThickness: 0.1, outerWallThickness: 0.3 }
  const { zones } = made(draft.apply('set_building', { ...sizes, apply: 'existing' }))
  expect(nodeOf(draft.scene, level, 'level')!.height).toBe(3)
  expect(nodeOf(draft.scene, walls.between, 'wall')!.thickness).toBe(0.1)
  expect(nodeOf(draft.scene, walls.south, 'wall')!.thickness).toBe(0.3)
  const changes = zones as { zoneId: string; before: object; after: { netArea: number } }[]
  const first = changes.find(({ zoneId }) => zoneId === west.zoneId)!
  expect(first.before).toEqual({ netArea: 10.9725 })
  // Before, 3.85 m by 2.85 m; now 4 m less half of 0.3 and half of 0.1, by 3 m less 0.3.
  expect(first.after.netArea).toBeCloseTo(3.8 * 2.7, 4)
})

test('facade and roofs are finished as by set_finishes, and a call without a change is refused', () => {
  const { draft } = draftedHouse()
  const { roofId } = made(draft.apply('create_roof', { roofType: 'gable' }))
  const looks = { roof: { color: '#333333' }, facade: { preset: 'brick_red' } }
  const { faces } = made(draft.apply('set_building', { ...looks, label: 'Barn' }))
  expect(nodeOf(draft.scene, roofId, 'roof')!.finishes).toEqual({ cover: { color: '#333333' } })
  // Of seven walls, the one between the rooms has no outer face; the roof has one cover.
  expect(faces).toHaveLength(nodesOf(draft.scene, 'wall').length)
  expect(nodesOf(draft.scene, 'wall')).toHaveLength(7)
  expect(nodeOf(draft.scene, 'building_1', 'building')!.label).toBe('Barn')
  expect(refusedFor(draft.apply('set_building', { apply: 'existing' })).code).toBe('invalid_input')
})

test('a size is unset, so that the usual one holds again, also for what stands', () => {
  const { draft, level, walls } = draftedHouse()
  const sizes = { storeyHeight: 3, wallThickness: 0.1, outerWallThickness: 0.4, wallHeight: 2.5 }
  made(draft.apply('set_building', { ...sizes, apply: 'existing' }))
  const unset = ['wallThickness', 'wallHeight']
  made(draft.apply('set_building', { unset: ['wallThickness'] }))
  const building = () => nodeOf(draft.scene, 'building_1', 'building')!
  expect(building()).toMatchObject({ storeyHeight: 3, outerWallThickness: 0.4, wallHeight: 2.5 })
  expect(building().wallThickness).toBeUndefined()
  expect(nodeOf(draft.scene, walls.between, 'wall')).toMatchObject({ thickness: 0.1, height: 2.5 })
  made(draft.apply('set_building', { unset: [...unset, 'storeyHeight'], apply: 'existing' }))
  expect(nodeOf(draft.scene, walls.between, 'wall')!.thickness).toBe(0.15)
  expect(nodeOf(draft.scene, walls.between, 'wall')!.height).toBeUndefined()
  // The facade was not named.
  expect(nodeOf(draft.scene, walls.south, 'wall')!.thickness).toBe(0.4)
  expect(nodeOf(draft.scene, level, 'level')!.height).toBe(2.8)
  const twice = { wallHeight: 2.4, unset: ['wallHeight'] }
  expect(refusedFor(draft.apply('set_building', twice))).toMatchObject({ param: 'wallHeight' })
})

test('with apply existing, walls do not grow into furniture unless it makes way', () => {
  const { draft } = draftedHouse()
  // 0.8 m wide, against the western wall of 0.15 m, whose face is at 0.075 m.
  const items = [{ asset: 'armchair', position: [0.475, -1.5] }]
  const { placed } = made(draft.apply('place_item', { items }))
  const [{ id }] = placed as { id: string }[]
  const call = { outerWallThickness: 0.3, apply: 'existing' }
  const refused = refusedFor(draft.apply('set_building', call))
  expect(refused).toMatchObject({ code: 'collides', param: 'items', items: [{ id }] })
  expect(refused.fix).toEqual({ tool: 'set_building', arguments: { ...call, items: 'shift' } })
  expect(made(draft.apply('set_building', refused.fix!.arguments)).movedItems).toEqual([id])
  // The face goes to 0.15 m.
  expect(nodeOf(draft.scene, id, 'item')!.position[0]).toBeGreaterThanOrEqual(0.55)
  expect(checkCollisions(draft.scene, { levelId: 'level_2' }).collisions).toEqual([])
})
