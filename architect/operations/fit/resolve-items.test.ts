import { describe, expect, test } from 'vitest'
import { box, draftedHouse, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { checkCollisions } from '../../checks/collisions.ts'
import { verifyScene } from '../../checks/verify.ts'
import { childrenOf, newScene, nodeOf, nodesOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'
import { blockedDoors } from './blocked-doors.ts'

/**
 * The western room of the house, 4 by 3 m, with a bookshelf of 0.8 by 0.3 m at the wall between the
 * rooms (its face is at x = 3.925) and a vase on a chest of drawers at the south wall.
 */
function furnishedHouse() {
  const house = draftedHouse()
  const { draft, walls } = house
  const place = (items: object[]) => {
    const { placed } = made(draft.apply('place_item', { items })) as unknown as {
      placed: { id: string }[]
    }
    return placed.map(({ id }) => id)
  }
  // Turned by 270°, the front of the bookshelf faces west and its back the wall.
  const [shelf] = place([{ asset: 'bookshelf', position: [3.755, -2], rotation: 270 }])
  const [chest] = place([{ asset: 'chest_of_drawers', position: [2.8, -0.35], rotation: 180 }])
  const [vase] = place([{ asset: 'vase', position: [2.8, -0.35] }])
  return { ...house, shelf, chest, vase, wall: walls.between }
}

/** The same house with the bookshelf alone, its middle at x; its back is 0.15 m east of that. */
function draftedHouseWithShelf(x: number) {
  const { draft, walls, level } = draftedHouse()
  const set = { asset: 'bookshelf', position: [x, 0, -2], rotation: 270 }
  made(draft.apply('apply_patch', { ops: [{ op: 'add', kind: 'item', parent: level, set }] }))
  return { draft, wall: walls.between, level }
}
const positionOf = ({ draft }: ReturnType<typeof furnishedHouse>, id: string) =>
  nodeOf(draft.scene, id, 'item')?.position

describe('a wall that is moved into furniture', () => {
  test('is refused with all that is in the way, and with a call that shifts it', () => {
    const house = furnishedHouse()
    const refused = refusedFor(house.draft.apply('move_wall', { wallId: house.wall, by: [-1, 0] }))
    expect(refused).toMatchObject({ code: 'collides', param: 'items' })
    expect(refused.nodeIds).toEqual(expect.arrayContaining([house.shelf, house.chest, house.wall]))
    expect(refused.fix?.arguments).toMatchObject({ by: [-1, 0], items: 'shift' })
    made(house.draft.apply('move_wall', refused.fix!.arguments))
  })

  test('shifts what stands at it by as much, and what stands at another wall along that', () => {
    const house = furnishedHouse()
    const call = { wallId: house.wall, by: [-1, 0], items: 'shift' }
    const answer = made(house.draft.apply('move_wall', call))
    expect(positionOf(house, house.shelf)).toEqual([2.755, 0, -2])
    const [x, , z] = positionOf(house, house.chest)!
    expect(z).toBe(-0.35)
    expect(x).toBeLessThan(2.925)
    // The vase stays on the chest.
    expect(positionOf(house, house.vase)![0]).toBe(x)
    expect(answer.movedItems).toEqual(
      expect.arrayContaining([house.shelf, house.chest, house.vase]),
    )
    expect(checkCollisions(house.draft.scene).collisions).toEqual([])
  })

  test.each([
    ['touches its face', 3.775],
    ['reaches half a millimetre into it', 3.7755],
    ['is 20 cm in front of it', 3.575],
  ])('shifts by as much what %s', (_, x) => {
    const { draft, wall, level } = draftedHouseWithShelf(x)
    // Not a whole number of the steps in which any free position is looked for.
    made(draft.apply('move_wall', { wallId: wall, by: [-0.95, 0], items: 'shift' }))
    const [shelf] = childrenOf(draft.scene, level, 'item')
    expect(shelf.position).toEqual([Number((x - 0.95).toFixed(4)), 0, -2])
  })

  test('furnishes the room anew with the same kinds, and lists what is gone', () => {
    const house = furnishedHouse()
    const call = { wallId: house.wall, by: [-2.8, 0], items: 'refurnish' }
    const answer = made(house.draft.apply('move_wall', call)) as unknown as {
      addedItems: string[]
      removedItems: string[]
      issues: { code: string }[]
    }
    expect(answer.removedItems.toSorted()).toEqual(
      [house.shelf, house.chest, house.vase].toSorted(),
    )
    const kinds = answer.addedItems.map((id) => nodeOf(house.draft.scene, id, 'item')!.asset)
    expect(['bookshelf', 'chest_of_drawers', 'vase']).toEqual(expect.arrayContaining(kinds))
    expect(answer.issues).toHaveLength(3 - kinds.length)
    expect(checkCollisions(house.draft.scene).collisions).toEqual([])
  })
})

test('a wall that passes an item leaves it in another room: that is refused too', () => {
  const house = furnishedHouse()
  // The bookshelf ends 0.475 m from the wall's middle, which goes 1.5 m west of it.
  const refused = refusedFor(house.draft.apply('move_wall', { wallId: house.wall, by: [-1.5, 0] }))
  expect(refused.items).toContainEqual({ id: house.shelf, reason: 'would no longer be in West' })
})

test('a wall that moves away from furniture makes nothing wrong', () => {
  const house = furnishedHouse()
  made(house.draft.apply('move_wall', { wallId: house.wall, by: [0.5, 0] }))
  expect(positionOf(house, house.shelf)).toEqual([3.755, 0, -2])
})

test('a wall or a room that is laid through furniture is refused, or shifts it', () => {
  const wall = { start: [2.8, 0], end: [2.8, -3] }
  const refused = refusedFor(furnishedHouse().draft.apply('create_wall', wall))
  expect(refused).toMatchObject({ code: 'collides', param: 'items' })
  expect(refused.fix?.arguments).toMatchObject({ ...wall, items: 'shift' })
  const house = furnishedHouse()
  const answer = made(house.draft.apply('create_wall', { ...wall, items: 'shift' }))
  expect(answer.movedItems).toContain(house.chest)
  expect(checkCollisions(house.draft.scene).collisions).toEqual([])
})

test('a wall that is edited, and a door that opens into furniture, are held to the same', () => {
  const house = furnishedHouse()
  const call = { id: house.wall, thickness: 1 }
  expect(refusedFor(house.draft.apply('edit_wall', call)).code).toBe('collides')
  made(house.draft.apply('edit_wall', { ...call, items: 'shift' }))
  // The face of the wall is 0.425 m farther west.
  expect(positionOf(house, house.shelf)![0]).toBe(3.33)
})

test('a stair is refused on furniture, or furniture makes way for it', () => {
  const house = furnishedHouse()
  made(house.draft.apply('create_level', { position: 'above' }))
  const stair = { fromLevelId: house.level, shape: 'spiral', width: 0.8 }
  const call = (items?: string) =>
    house.draft.apply('create_stair_between_levels', { ...stair, position: [2.6, -1.2], items })
  expect(refusedFor(call()).code).toBe('collides')
  const answer = made(call('shift'))
  expect(answer.movedItems).toContain(house.chest)
  expect(checkCollisions(house.draft.scene).collisions).toEqual([])
})

test('a shell laid through furniture is refused, or shifts it', () => {
  const shell = {
    footprint: [
      [2.8, 0],
      [6, 0],
      [6, -3],
      [2.8, -3],
    ],
    wallThickness: 0.15,
    createSlab: false,
    createCeiling: false,
  }
  const refused = refusedFor(furnishedHouse().draft.apply('create_story_shell', shell))
  expect(refused).toMatchObject({ code: 'collides', param: 'items' })
  expect(refused.fix?.arguments).toMatchObject({ items: 'shift' })
  const house = furnishedHouse()
  const answer = made(house.draft.apply('create_story_shell', refused.fix!.arguments))
  expect(answer.movedItems).toContain(house.chest)
  expect(checkCollisions(house.draft.scene).collisions).toEqual([])
})

describe('an opening in a wall at which furniture stands', () => {
  // The bookshelf stands from z = -1.6 to -2.4 at the wall from [4, 0] to [4, -3].
  const doorAt = (house: ReturnType<typeof furnishedHouse>, more: object) =>
    house.draft.apply('add_door', { wallId: house.wall, offset: 2, ...more })
  const isBlocked = ({ draft }: ReturnType<typeof furnishedHouse>) =>
    blockedDoors(draft.scene, 'level_2').length > 0

  test('is refused before it, also where the leaf opens away', () => {
    const house = furnishedHouse()
    for (const opensInto of ['West', 'East']) {
      const refused = refusedFor(doorAt(house, { opensInto }))
      expect(refused.nodeIds).toContain(house.shelf)
      made(furnishedHouse().draft.apply('add_door', refused.fix!.arguments))
    }
    const { wall: targetId } = house
    const passage = refusedFor(house.draft.apply('cut_opening', { targetId, offset: 2 }))
    expect(passage).toMatchObject({ code: 'collides', param: 'items' })
    expect(passage.fix?.arguments).toMatchObject({ offset: 2, items: 'shift' })
  })

  test.each(['West', 'East'])('shifts it out of the way of a door into %s', (opensInto) => {
    const house = furnishedHouse()
    const answer = made(doorAt(house, { opensInto, items: 'shift' }))
    expect(answer.movedItems).toEqual([house.shelf])
    expect(answer.swing).toMatchObject({ clear: true, blockedBy: [] })
    expect(isBlocked(house)).toBe(false)
    expect(checkCollisions(house.draft.scene).collisions).toEqual([])
  })

  test('shifts it out of the way of a passage', () => {
    const house = furnishedHouse()
    const call = { targetId: house.wall, offset: 2, items: 'shift' }
    expect(made(house.draft.apply('cut_opening', call)).movedItems).toEqual([house.shelf])
    expect(isBlocked(house)).toBe(false)
  })

  test('stays where force puts it, with what it strikes', () => {
    const house = furnishedHouse()
    const answer = made(doorAt(house, { opensInto: 'West', force: true }))
    expect(answer.swing).toMatchObject({ clear: false, blockedBy: [house.shelf] })
    expect(isBlocked(house)).toBe(true)
  })
})

test('a patch is held to the same, and what it adds itself does not make way', () => {
  const house = furnishedHouse()
  const ops = [{ op: 'change', id: house.wall, set: { start: [3, 0], end: [3, -3] } }]
  const walled = (more: object) => house.draft.apply('apply_patch', { ops, ...more })
  expect(refusedFor(walled({}))).toMatchObject({ code: 'collides', param: 'items' })
  expect(made(walled({ items: 'shift', dryRun: true })).movedItems).toContain(house.chest)
  expect(made(walled({ items: 'shift' })).movedItems).toContain(house.chest)
  expect(checkCollisions(house.draft.scene).collisions).toEqual([])
  const table = { asset: 'bookshelf', position: [0, 0, -1.5] }
  const add = { op: 'add', kind: 'item', parent: house.level, set: table }
  expect(refusedFor(house.draft.apply('apply_patch', { ops: [add], items: 'shift' })).code).toBe(
    'collides',
  )
})

test('a hole in the floor under furniture is refused, or shifts it', () => {
  const house = furnishedHouse()
  const polygon = [
    [2.5, -0.1],
    [3.1, -0.1],
    [3.1, -0.6],
    [2.5, -0.6],
  ]
  const cut = (more: object) =>
    house.draft.apply('cut_opening', { targetId: house.west.slabId, polygon, ...more })
  const refused = refusedFor(cut({}))
  expect(refused.items).toEqual([
    { id: house.chest, reason: `would stand over a hole in ${house.west.slabId}` },
  ])
  expect(refused.fix?.arguments).toMatchObject({ polygon, items: 'shift' })
  expect(made(cut({ items: 'shift' })).movedItems).toEqual([house.chest, house.vase])
  expect(checkCollisions(house.draft.scene).collisions).toEqual([])
  // What hangs over it stays, and what stands there is refused.
  const lamp = { asset: 'pendant_lamp', position: [2.8, -0.35] }
  made(house.draft.apply('place_item', { items: [lamp] }))
  const stool = { asset: 'bar_stool', position: [2.8, -0.35] }
  expect(refusedFor(house.draft.apply('place_item', { items: [stool] })).message).toContain(
    `over a hole in ${house.west.slabId}`,
  )
})

describe('a thing that hangs on a wall', () => {
  /** A lamp on the eastern facade, 0.5 m from its northern end. */
  function lampOutside() {
    const draft = new Draft(newScene('A house', 'k3x9'))
    made(draft.apply('create_room', { label: 'Room', polygon: box(0, 0, 6, 5) }))
    const wallAt = (axis: 0 | 1, at: number) =>
      nodesOf(draft.scene, 'wall').find(({ start, end }) => start[axis] === at && end[axis] === at)!
        .id
    const [east, north] = [wallAt(0, 6), wallAt(1, -5)]
    const items = [{ asset: 'wall_lamp', position: [6.08, -4.5], targetId: east }]
    const { placed } = made(draft.apply('place_item', { items })) as never as {
      placed: { id: string }[]
    }
    return { draft, east, north, lamp: placed[0].id }
  }

  test('is not left in the air where its wall becomes shorter', () => {
    const { draft, east, north, lamp } = lampOutside()
    const call = { wallId: north, by: [0, 2] }
    const refused = refusedFor(draft.apply('move_wall', call))
    expect(refused).toMatchObject({ code: 'collides', param: 'items', nodeIds: [lamp, east] })
    const answer = made(draft.apply('move_wall', { ...call, items: 'shift' }))
    expect(answer.movedItems).toEqual([lamp])
    // The wall ends at z = -3.
    expect(nodeOf(draft.scene, lamp, 'item')!.position[2]).toBeGreaterThanOrEqual(-3.1)
    expect(verifyScene(draft.scene, { checks: ['item.floating'] }).issues).toEqual([])
  })

  test('is not left beside a wall that becomes an arc', () => {
    const { draft, east, lamp } = lampOutside()
    const call = { id: east, sagitta: 0.6 }
    expect(refusedFor(draft.apply('edit_wall', call)).nodeIds).toEqual([lamp, east])
  })
})

test('a room furnished anew keeps labels and looks, and gets no more of a kind', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const doors = [{ edge: 0, t: 0.2 }]
  const { zoneId } = made(
    draft.apply('create_room', {
      label: 'A',
      roomType: 'bedroom',
      polygon: box(0, 0, 5, 4),
      doors,
      windows: [{ edge: 2 }],
    }),
  )
  made(draft.apply('create_room', { label: 'B', polygon: box(5, 0, 4, 4) }))
  made(draft.apply('furnish_room', { zoneId }))
  const of = (asset: string) => nodesOf(draft.scene, 'item').filter((item) => item.asset === asset)
  const counts = () =>
    Object.fromEntries(nodesOf(draft.scene, 'item').map(({ asset }) => [asset, of(asset).length]))
  const [left, right] = of('bedside_table')
  made(draft.apply('edit_item', { id: left.id, label: "Anna's table" }))
  made(draft.apply('edit_item', { id: right.id, label: "Ben's table" }))
  made(draft.apply('set_material', { ids: [of('wardrobe')[0].id], color: '#ff0000' }))
  const before = counts()
  const call = { zoneId, side: 'east', by: -0.6, items: 'refurnish' }
  const answer = made(draft.apply('resize_room', call)) as never as { addedItems: string[] }
  expect(answer.addedItems.length).toBeGreaterThan(5)
  expect(
    of('bedside_table')
      .map(({ label }) => label)
      .sort(),
  ).toEqual(["Anna's table", "Ben's table"])
  expect(of('wardrobe')[0].finishes).toEqual({ body: { color: '#ff0000' } })
  for (const [asset, count] of Object.entries(counts()))
    expect(count, asset).toBeLessThanOrEqual(before[asset])
})
