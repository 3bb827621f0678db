import { expect, test } from 'vitest'
import { box, draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { validateScene } from '../checks/validate.ts'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

/** Three rooms of 4 by 3 m side by side, bedrooms: walls of 0.15 m at x = 0, 4, 8 and 12. */
function row() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = (label: string, x: number) =>
    made(draft.apply('create_room', { label, roomType: 'bedroom', polygon: box(x, 0, 4, 3) }))
      .zoneId
  return { draft, west: room('West', 0), middle: room('Middle', 4), east: room('East', 8) }
}
const areas = (answer: Record<string, unknown>) =>
  Object.fromEntries(
    (answer.zones as { label: string; after: { netArea: number } }[]).map(({ label, after }) => [
      label,
      after.netArea,
    ]),
  )

test('an inner side moves, the neighbour gives way, and the rest stands', () => {
  const { draft, west } = row()
  const answer = made(draft.apply('resize_room', { zoneId: west, side: 'east', by: 1 }))
  // 3.85 + 1 and 3.85 - 1, by 2.85 m.
  expect(areas(answer)).toEqual({ West: 13.8225, Middle: 8.1225 })
  expect(answer.account).toEqual([
    expect.stringMatching(/^the wall between West and Middle \(wall_\d+\) moves by 1 m$/),
    '3 of 4 lines stand still',
  ])
  expect(
    nodeOf(draft.scene, west, 'zone')!
      .polygon.map(([x]) => x)
      .sort(),
  ).toEqual([0, 0, 5, 5])
  expect(validateScene(draft.scene).errors).toEqual([])
})

test('a neighbour keeps the least width of a bedroom and passes the rest on', () => {
  const { draft, west } = row()
  // From 3.85 to 6.35 m: 2.5 m. Middle goes down to 2.13 m and gives 1.72 m; East gives 0.78 m.
  const answer = made(draft.apply('resize_room', { zoneId: west, side: 'east', to: 6.35 }))
  expect(areas(answer)).toEqual({ West: 18.0975, Middle: 6.0705, East: 8.7495 })
})

test('a room that stands moves along whole', () => {
  const { draft, west, middle } = row()
  const call = { zoneId: west, side: 'east', by: 1, standing: [middle] }
  expect(areas(made(draft.apply('resize_room', call)))).toEqual({ West: 13.8225, East: 8.1225 })
  expect(
    nodeOf(draft.scene, middle, 'zone')!
      .polygon.map(([x]) => x)
      .sort(),
  ).toEqual([5, 5, 9, 9])
})

test('where the building gives way, the other rooms keep their sizes', () => {
  const { draft, west } = row()
  const call = { zoneId: west, side: 'east', by: 1, givesWay: 'building' }
  const answer = made(draft.apply('resize_room', call))
  expect(areas(answer)).toEqual({ West: 13.8225 })
  expect(answer.account).toHaveLength(4)
})

test('the facade moves outward, with all rooms along it', () => {
  const { draft, west } = row()
  const answer = made(draft.apply('resize_room', { zoneId: west, side: 'north', to: 3.85 }))
  // 3.85 m square, each.
  expect(areas(answer)).toEqual({ West: 14.8225, Middle: 14.8225, East: 14.8225 })
})

test('what cannot be is refused with the requirements and the nearest dimension', () => {
  const { draft, west } = row()
  const error = refusedFor(
    draft.apply('resize_room', { zoneId: west, side: 'east', to: 9, givesWay: 'neighbour' }),
  )
  // 12 m less walls of 3 x 0.15 m, less twice 2.13 m.
  expect(error).toMatchObject({
    code: 'no_space',
    nearestTo: 7.29,
    fix: { arguments: { zoneId: west, side: 'east', to: 7.29, givesWay: 'neighbour' } },
  })
  expect(error.message).toMatch(
    /^West is to be 9 m wide, the facade of East .* stands, as neighbours give way, the facade of West .* is the other side of West, Middle needs 2\.13 m or more and East needs 2\.13 m or more: not all of this is possible\. 7\.29 m is possible\.$/,
  )
  const wide = refusedFor(draft.apply('resize_room', { zoneId: west, side: 'east', to: 9 }))
  expect(wide.fix!.arguments).toMatchObject({ to: 9, givesWay: 'building' })
  made(draft.apply(wide.fix!.tool, wide.fix!.arguments))
})

test('the nearest dimension is possible only where it is not refused for a door', () => {
  const { draft, west, middle } = row()
  const call = { zoneId: west, side: 'east', to: 9, givesWay: 'neighbour' }
  // In the south of Middle, from x = 6.95 to 7.85.
  made(draft.apply('add_door', { zoneId: middle, centre: [7.4, 0] }))
  const error = refusedFor(draft.apply('resize_room', call))
  // The wall between would be at 7.29 m and the halves of two walls: 7.44 m, amid the door.
  expect(error.message).toMatch(/not all of this is possible\. Its walls alone allow 7\.29 m\.$/)
  expect(error).toMatchObject({ wallsAllow: 7.29 })
  expect(error.nearestTo).toBeUndefined()
  expect(refusedFor(draft.apply('resize_room', { ...call, to: 7.29 })).nodeIds).toBeDefined()
  made(draft.apply(error.fix!.tool, error.fix!.arguments))
})

test('no fix moves a facade off the plot', () => {
  const { draft, west } = row()
  const fixOf = (call: object) =>
    refusedFor(draft.apply('resize_room', { zoneId: west, side: 'east', ...call })).fix!.arguments
  // The ground around the building goes to x = 20: the facade at x = 12 does not move by 20 m.
  expect(fixOf({ by: 20 })).toEqual({ zoneId: west, side: 'east', to: 7.29, standing: [] })
  expect(fixOf({ by: 7 })).toMatchObject({ by: 7, givesWay: 'building' })
  // On a smaller plot that is set, it does not move by 7 m either.
  const [site] = nodesOf(draft.scene, 'site')
  const plot = box(-1, 1, 17, 6)
  made(draft.apply('edit_site', { id: site.id, polygon: plot }))
  expect(fixOf({ by: 7 })).toMatchObject({ to: 7.29 })
  expect(fixOf({ to: 7.3 })).toMatchObject({ givesWay: 'building' })
})

test('there and back gives the same scene, and the edit is undone', () => {
  const { draft, middle } = row()
  const before = draft.scene
  const call = { zoneId: middle, side: 'west', by: 0.7 }
  expect(isUndone(draft, () => draft.apply('resize_room', call))).toBe(true)
  made(draft.apply('resize_room', { ...call, by: -0.7 }))
  expect(draft.scene.nodes).toEqual(before.nodes)
})

test('wrong calls are refused: both, neither, a wall of another room, a facade that cannot give', () => {
  const { draft, walls, west, east } = draftedHouse()
  const of = (call: object) =>
    refusedFor(draft.apply('resize_room', { zoneId: west.zoneId, ...call }))
  expect(of({ by: 1 }).param).toBe('side')
  expect(of({ side: 'east', by: 1, to: 2 }).param).toBe('by')
  expect(of({ wallId: east.wallIds[1], by: 1 }).code).toBe('no_wall')
  expect(of({ wallId: walls.between, by: -9 }).code).toBe('no_space')
  expect(of({ side: 'west', by: 1, givesWay: 'neighbour' })).toMatchObject({
    param: 'givesWay',
    fix: { arguments: { givesWay: 'building' } },
  })
})

test('furniture in the way decides', () => {
  const { draft, west, middle } = row()
  const { placed } = made(
    draft.apply('place_item', {
      items: [{ asset: 'wardrobe', position: [4.5, -1.5], rotation: 90, targetId: middle }],
    }),
  ) as never as { placed: { id: string }[] }
  const call = { zoneId: west, side: 'east', by: 0.6 }
  const error = refusedFor(draft.apply('resize_room', call))
  expect(error).toMatchObject({
    items: [{ id: placed[0].id }],
    fix: { arguments: { items: 'shift' } },
  })
  const answer = made(draft.apply(error.fix!.tool, error.fix!.arguments))
  expect(answer.movedItems).toEqual([placed[0].id])
})
