import { expect, test } from 'vitest'
import { sceneOf, type TestNode, withNodes } from '../../tests/houses/scene-of.ts'
import { box, SOUND_HOUSE } from '../../tests/houses/sound-house.ts'
import { checkCollisions } from './collisions.ts'

const item = (id: string, asset: string, position: number[], rest: object = {}): TestNode => ({
  kind: 'item',
  id,
  asset,
  position,
  ...rest,
})

test('nothing stands in anything in a house that is sound', () => {
  expect(checkCollisions(SOUND_HOUSE)).toEqual({
    collisions: [],
    clear: true,
    checked: 3,
    skipped: [],
  })
})

test('the depth is the least way out, and the place is where both are', () => {
  // Two sideboards of 1.80 by 0.45 m, one 0.40 m south of the other: 5 cm deep, not 1.80.
  const scene = sceneOf(
    item('item_3', 'sideboard', [0, 0, 0]),
    item('item_4', 'sideboard', [0.3, 0, 0.4]),
  )
  expect(checkCollisions(scene).collisions).toEqual([
    { aId: 'item_3', bId: 'item_4', kind: 'item', depth: 0.05, at: [0.15, 0, 0.2] },
  ])
})

test('things that are turned are met as they stand, not by the boxes around them', () => {
  // At 45 degrees the corners of the boxes overlap, the sideboards do not.
  const turned = (position: number[], id: string) =>
    item(id, 'sideboard', position, { rotation: 45 })
  const apart = sceneOf(turned([0, 0, 0], 'item_3'), turned([0.4, 0, 0.4], 'item_4'))
  expect(checkCollisions(apart).collisions).toEqual([])
  const crossed = sceneOf(turned([0, 0, 0], 'item_3'), turned([0.2, 0, 0.2], 'item_4'))
  expect(checkCollisions(crossed).collisions).toMatchObject([{ aId: 'item_3', bId: 'item_4' }])
})

test('heights count: what is over a thing does not stand in it', () => {
  const over = (y: number) =>
    sceneOf(item('item_3', 'sideboard', [0, 0, 0]), item('item_4', 'bedside_table', [0, y, 0]))
  expect(checkCollisions(over(0.78)).clear).toBe(true)
  expect(checkCollisions(over(0.7)).collisions).toMatchObject([{ kind: 'item' }])
})

test('a chest under a window is clear of the wall only where it does not stand in it', () => {
  const chest = (z: number) =>
    withNodes(SOUND_HOUSE, item('item_40', 'sideboard', [0, 0, z], { rotation: 90 }))
  // The window in the west wall begins at 0.9 m, over the sideboard of 0.78 m.
  expect(checkCollisions(chest(-2)).collisions).toMatchObject([{ bId: 'wall_8', kind: 'wall' }])
  const shelf = withNodes(
    SOUND_HOUSE,
    item('item_40', 'bedside_table', [0, 1, -2], { size: [0.4, 0.5, 0.1], rotation: 90 }),
  )
  expect(checkCollisions(shelf).collisions).toEqual([])
})

test('a leaf collides with things on the side to which it opens only', () => {
  const at = (x: number) => withNodes(SOUND_HOUSE, item('item_40', 'bedside_table', [x, 0, -3]))
  expect(checkCollisions(at(5.5)).collisions).toMatchObject([{ bId: 'door_11', kind: 'swing' }])
  expect(checkCollisions(at(4.5)).collisions).toEqual([])
})

test('a leaf clears a mat of 2 cm, to the millimetre', () => {
  const mat = (height: number) =>
    withNodes(SOUND_HOUSE, item('item_40', 'sideboard', [5.5, 0, -3], { size: [0.3, height, 0.3] }))
  expect(checkCollisions(mat(0.0205)).collisions).toEqual([])
  expect(checkCollisions(mat(0.0215)).collisions).toMatchObject([{ bId: 'door_11', kind: 'swing' }])
})

test('a wall stands between a door and the window over it, and not in either', () => {
  const scene = withNodes(SOUND_HOUSE, {
    kind: 'window',
    id: 'window_41',
    parent: 'wall_3',
    offset: 4.2,
    width: 1,
    height: 0.2,
    sill: 2.3,
  })
  // A thin rod through the wall, at some height over the door of 2.1 m: the wall ends at 2.6 m.
  const rod = (y: number) =>
    checkCollisions(
      withNodes(scene, item('item_40', 'sideboard', [4.2, y, 0], { size: [0.1, 0.1, 0.1] })),
      { ids: ['item_40'] },
    ).collisions.map(({ kind, bId }) => `${kind} ${bId}`)
  expect(rod(1.95)).toEqual([])
  expect(rod(2.15)).toEqual(['wall wall_3'])
  expect(rod(2.39)).toEqual([])
  expect(rod(2.52)).toEqual(['wall wall_3'])
})

test('a low thing fits under the upper treads of a stair, a tall one does not', () => {
  const under = (asset: string) => withNodes(SOUND_HOUSE, item('item_40', asset, [3.9, 0, -4.4]))
  expect(checkCollisions(under('sideboard')).collisions).toEqual([])
  expect(checkCollisions(under('wardrobe')).collisions).toMatchObject([{ bId: 'stair_21' }])
})

test('nothing stands over the opening of a stair upstairs', () => {
  const scene = withNodes(
    SOUND_HOUSE,
    item('item_40', 'side_table', [4, 0, -4.4], { parent: 'level_20' }),
  )
  expect(checkCollisions(scene).collisions).toMatchObject([{ bId: 'stair_21', kind: 'stair' }])
})

test('furniture nearer than the clearance is reported, but may stand against walls', () => {
  const scene = sceneOf(
    { kind: 'wall', id: 'wall_3', start: [-3, 0], end: [3, 0] },
    item('item_4', 'sideboard', [-1, 0, 0.3]),
    item('item_5', 'sideboard', [1, 0, 0.3]),
  )
  expect(checkCollisions(scene).clear).toBe(true)
  expect(checkCollisions(scene, { minimumClearance: 0.9 }).collisions).toMatchObject([
    { aId: 'item_4', bId: 'item_5', kind: 'gap', depth: 0.7 },
  ])
})

test('items that the catalog does not have are skipped, and then nothing is called clear', () => {
  const { clear, checked, skipped } = checkCollisions(sceneOf(item('item_3', 'ufo', [0, 0, 0])))
  expect({ clear, checked }).toEqual({ clear: false, checked: 0 })
  expect(skipped).toEqual([{ id: 'item_3', reason: 'The catalog has no ufo.' }])
})

test('only the requested nodes are reported', () => {
  const scene = sceneOf(
    item('item_3', 'sideboard', [0, 0, 0]),
    item('item_4', 'sideboard', [0.1, 0, 0.1]),
    item('item_5', 'sideboard', [9, 0, 0]),
  )
  expect(checkCollisions(scene, { ids: ['item_5'] })).toMatchObject({ collisions: [], checked: 1 })
  expect(checkCollisions(scene, { ids: ['item_4'] }).collisions).toHaveLength(1)
})

test('requested nodes count as checked where things can stand in them, else it is stated why not', () => {
  // The sideboard of 0.45 m stands in the wall from 0.075 m on.
  const scene = withNodes(SOUND_HOUSE, item('item_40', 'sideboard', [1.5, 0, 0]))
  const wall = checkCollisions(scene, { ids: ['wall_3'] })
  expect(wall).toMatchObject({ clear: false, checked: 1, skipped: [] })
  expect(wall.collisions).toMatchObject([{ aId: 'item_40', bId: 'wall_3' }])
  const others = checkCollisions(SOUND_HOUSE, {
    levelId: 'level_20',
    ids: ['zone_29', 'item_18', 'item_99', 'zone_29'],
  })
  expect(others).toEqual({
    collisions: [],
    clear: false,
    checked: 0,
    skipped: [
      { id: 'zone_29', reason: 'Furniture cannot collide with this zone.' },
      { id: 'item_18', reason: 'It is on level_2, not on level_20.' },
      { id: 'item_99', reason: 'No node is called item_99.' },
    ],
  })
})

test('a taken place returns what takes it and the nearest free one', () => {
  const { candidate } = checkCollisions(SOUND_HOUSE, {
    candidate: { asset: 'armchair', position: [1.2, 0, -0.7] },
  })
  expect(candidate).toMatchObject({ fits: false, blockedBy: [{ id: 'item_17', kind: 'item' }] })
  const { nearestFit } = candidate!
  const again = checkCollisions(SOUND_HOUSE, {
    candidate: { asset: 'armchair', ...nearestFit! },
  })
  expect(again.candidate).toEqual({ fits: true, blockedBy: [] })
  expect(nearestFit!.distance).toBeLessThan(2)
})

test('a place outside of the rooms does not fit, and neither does a thing larger than every room', () => {
  const candidate = { asset: 'armchair', position: [-3, 0, -2] }
  const outside = checkCollisions(SOUND_HOUSE, { candidate }).candidate!
  expect(outside.blockedBy).toMatchObject([{ kind: 'outside_room' }])
  const small = sceneOf({ kind: 'zone', id: 'zone_3', polygon: box(0, 0, 1, 1), color: '#ffffff' })
  const bed = { asset: 'bed_king', position: [0.5, 0, -0.5] }
  expect(checkCollisions(small, { candidate: bed }).candidate).toMatchObject({ fits: false })
  expect(checkCollisions(small, { candidate: bed }).candidate).not.toHaveProperty('nearestFit')
})
