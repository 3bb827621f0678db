import { expect, test } from 'vitest'
import { box, made } from '../../tests/houses/drafted-house.ts'
import { withFields, withNodes } from '../../tests/houses/scene-of.ts'
import { quantities } from '../kernel/quantities.ts'
import { Draft } from '../operations/draft.ts'
import { newScene } from '../scene/scene.ts'
import { measure } from './measure.ts'
import { validateScene } from './validate.ts'
import { verifyScene } from './verify.ts'

const draftOf = () => new Draft(newScene('An odd building', 'k3x9'))

const found = (draft: Draft, code: string) =>
  verifyScene(draft.scene, { checks: [code] }).issues.map(({ nodeIds, message }) => ({
    nodeIds,
    message,
  }))

/** A hall of 5.4 m without a ceiling, and an empty storey at 2.8 m. */
function tallHall() {
  const draft = draftOf()
  made(
    draft.apply('create_room', {
      label: 'A',
      polygon: box(0, 0, 8, 5),
      wallHeight: 5.4,
      createCeiling: false,
    }),
  )
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  return { draft, levelId }
}

test('a corner of the plot that points into the house is off the plot', () => {
  const draft = draftOf()
  // Two metres wide, from the north up to 1 m behind the house's southern wall.
  const notched = [
    [-1, 1],
    [7, 1],
    [7, -5],
    [4, -5],
    [4, -1],
    [2, -1],
    [2, -5],
    [-1, -5],
  ]
  made(draft.apply('edit_site', { id: 'site_k3x9', polygon: notched }))
  const { wallIds, slabId } = made(
    draft.apply('create_room', { label: 'A', polygon: box(0, 0, 6, 4) }),
  )
  expect(found(draft, 'site.off_plot')).toEqual(
    [wallIds[2], slabId].map((id) => ({
      nodeIds: [id, 'site_k3x9'],
      message: `${id} reaches 1.00 m over the border of site_k3x9.`,
    })),
  )
  made(draft.apply('edit_site', { id: 'site_k3x9', polygon: box(-1, 1, 8, 6) }))
  expect(found(draft, 'site.off_plot')).toEqual([])
})

test('a corner a little over the border does not hide a corner of the plot under the house', () => {
  const draft = draftOf()
  const { slabId } = made(draft.apply('create_room', { label: 'A', polygon: box(0, 0, 6, 4) }))
  // The slab reaches 5 mm over the eastern border, and 2 m by 2 m over a notch in the northern one.
  const notched = [
    [-1, 1],
    [5.995, 1],
    [5.995, -5],
    [4, -5],
    [4, -2],
    [2, -2],
    [2, -5],
    [-1, -5],
  ]
  made(draft.apply('edit_site', { id: 'site_k3x9', polygon: notched }))
  const ofSlab = found(draft, 'site.off_plot').filter(({ nodeIds }) => nodeIds[0] === slabId)
  // In the middle of the notch, 1 m from three of its sides.
  expect(ofSlab.map(({ message }) => message)).toEqual([
    expect.stringMatching(/ reaches (0\.9\d|1\.00) m over the border of site_k3x9\.$/),
  ])
})

test('a door of a cellar into the earth is below the ground', () => {
  const draft = draftOf()
  const { levelId } = made(draft.apply('create_level', { position: 'below' }))
  const cellar = { label: 'A', levelId, polygon: box(0, 0, 6, 4), doors: [{ edge: 0 }] }
  made(draft.apply('create_room', cellar))
  expect(found(draft, 'door.to_nowhere').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^door_\w+ is 2\.80 m below the ground and has no floor on one side\.$/),
  ])
})

test('walls of the storey below that go up past a gallery guard it', () => {
  const { draft, levelId } = tallHall()
  const gallery = box(0.075, -0.075, 3, 4.85)
  made(draft.apply('create_slab', { levelId, polygon: gallery }))
  const { zoneId } = made(
    draft.apply('set_zone', { levelId, polygon: gallery, roomType: 'office', label: 'B' }),
  )
  // Only the side over the hall is open: 4.85 m between the walls.
  expect(found(draft, 'floor.no_guard')).toEqual([
    {
      nodeIds: [zoneId],
      message: '4.85 m of the edge of the floor have no guard, and it is 2.80 m down.',
    },
  ])
})

test('areas of a level and a default roof are those of the house without a terrace apart from it', () => {
  const draft = draftOf()
  made(draft.apply('create_room', { label: 'A', polygon: box(0, 0, 5, 4) }))
  // 0.2 m north of the house.
  const terrace = { polygon: box(0, -4.275, 5, 3), roomType: 'terrace', label: 'B' }
  made(draft.apply('set_zone', terrace))
  const answer = measure(draft.scene, { mode: 'area', fromId: 'level_2' })
  const [{ figures }] = quantities(draft.scene).levels
  // 4.85 m by 3.85 m between the faces of walls of 0.15 m.
  expect(answer).toMatchObject({
    value: 18.6725,
    method: 'Floors of one room of level_2 between walls, without the 1 outdoors.',
  })
  expect(figures.roomNetArea).toEqual({ value: expect.closeTo(18.6725, 6) })
  const roof = made(draft.apply('create_roof', { roofType: 'flat', overhang: 0 }))
  expect(roof.coveredArea).toBeCloseTo(5.15 * 4.15, 4)
  expect(roof.uncoveredArea).toBe(0)
})

test('a courtyard under the sky is not floor area of the house', () => {
  const draft = draftOf()
  for (const polygon of [box(0, 0, 12, 4), box(0, -4, 4, 4), box(8, -4, 4, 4), box(0, -8, 12, 4)])
    made(draft.apply('create_room', { label: 'A', polygon }))
  made(draft.apply('set_zone', { polygon: box(4, -4, 4, 4), roomType: 'terrace', label: 'B' }))
  const [{ figures }] = quantities(draft.scene).levels
  // Outer faces 12.15 m apart, those of the court 3.85 m.
  expect(figures.grossFloorArea).toEqual({ value: expect.closeTo(12.15 ** 2 - 3.85 ** 2, 4) })
})

test('the volume of a hall with a gallery goes up through the hole in its floor', () => {
  const { draft, levelId } = tallHall()
  const slab = { levelId, polygon: box(0, 0, 8, 5), holes: [box(2, -1, 5, 3)] }
  made(draft.apply('create_slab', slab))
  const [{ volume, clearHeight }] = quantities(draft.scene).levels[0].rooms
  // 7.85 m by 4.85 m under a slab 2.6 m up, less a hole of 5 m by 3 m under walls of 5.4 m.
  expect(volume).toBeCloseTo((7.85 * 4.85 - 15) * 2.6 + 15 * 5.4, 4)
  expect(clearHeight).toBeCloseTo(2.6, 6)
})

test.each([
  [
    'south',
    [
      [0, -0.05],
      [8, -0.05],
    ],
    '19.80',
  ],
  [
    'east',
    [
      [7.95, 0],
      [7.95, -6],
    ],
    '21.80',
  ],
  [
    'north',
    [
      [8, -5.95],
      [0, -5.95],
    ],
    '19.80',
  ],
])('with a railing on the %s alone the other edges are one stretch', (_, path, length) => {
  const draft = draftOf()
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const polygon = box(0, 0, 8, 6)
  made(draft.apply('create_slab', { levelId, polygon, holes: [box(3, -1, 2, 2)] }))
  made(draft.apply('set_zone', { levelId, polygon, roomType: 'terrace', label: 'A' }))
  made(draft.apply('create_fence', { levelId, style: 'railing', height: 1, path }))
  const { issues } = verifyScene(draft.scene, { checks: ['floor.no_guard'] })
  expect(issues.map(({ message }) => message.split(' m ')[0])).toEqual([length, '8.00'])
  // All around a hole, the railing ends where it begins.
  expect(issues[1].fix?.arguments.path).toEqual([
    [2.95, -0.95],
    [2.95, -3.05],
    [5.05, -3.05],
    [5.05, -0.95],
    [2.95, -0.95],
  ])
})

test('a window between two rooms gives no daylight in figures either', () => {
  const draft = draftOf()
  made(draft.apply('create_room', { label: 'A', polygon: box(0, 0, 4, 4) }))
  const windows = [
    { edge: 0, t: 0.5, width: 1.5 },
    { edge: 2, t: 0.5, width: 1 },
  ]
  const { zoneId } = made(
    draft.apply('create_room', { label: 'B', polygon: box(0, -4, 4, 4), windows }),
  )
  const { rooms } = quantities(draft.scene).levels[0]
  const { windowArea, lightRatio } = rooms.find(({ id }) => id === zoneId)!
  expect(windowArea).toBeCloseTo(2.5 * 1.2, 6)
  expect(lightRatio).toBeCloseTo(1.2 / 3.85 ** 2, 6)
})

test('a door whose leaves are of glass gives a bedroom daylight', () => {
  const draft = draftOf()
  const { zoneId } = made(
    draft.apply('create_room', { label: 'A', roomType: 'bedroom', polygon: box(0, 0, 4, 4) }),
  )
  const door = { zoneId, to: 'outside', doorType: 'double', width: 1.5, height: 2.1 }
  const { doorId } = made(draft.apply('add_door', door))
  const ratio = () => quantities(draft.scene).levels[0].rooms[0].lightRatio
  expect([found(draft, 'bedroom.daylight').length, ratio()]).toEqual([1, 0])
  made(draft.apply('set_material', { ids: [doorId], face: 'leaf', preset: 'glass' }))
  expect(found(draft, 'bedroom.daylight')).toEqual([])
  expect(ratio()).toBeCloseTo((1.5 * 2.1) / 3.85 ** 2, 6)
})

test('no window is offered for a bedroom in the ground', () => {
  const draft = draftOf()
  const { levelId } = made(draft.apply('create_level', { position: 'below' }))
  const bedroom = { label: 'A', roomType: 'bedroom', polygon: box(0, 0, 4, 4) }
  made(draft.apply('create_room', { ...bedroom, levelId, doors: [{ edge: 0, t: 0.5 }] }))
  const { issues } = verifyScene(draft.scene, { checks: ['bedroom.daylight'] })
  expect(issues.map(({ code, fix }) => [code, fix])).toEqual([['bedroom.daylight', undefined]])
})

test('the door of a bath is not deleted where it is the only way into the kitchen', () => {
  const draft = draftOf()
  const room = (roomType: string, x: number, doors: object[]) =>
    made(draft.apply('create_room', { label: roomType, roomType, polygon: box(x, 0, 3, 4), doors }))
  room('hall', 0, [{ edge: 0, t: 0.5 }])
  room('bathroom', 3, [{ edge: 3, t: 0.5 }])
  const { zoneId } = room('kitchen', 6, [{ edge: 3, t: 0.5 }])
  const fixes = () =>
    verifyScene(draft.scene, { checks: ['room.bath_into_kitchen'] }).issues.map(({ fix }) => fix)
  expect(fixes()).toEqual([undefined])
  made(draft.apply('add_door', { zoneId, to: 'outside' }))
  expect(fixes()).toMatchObject([{ tool: 'delete_node' }])
})

test('walls and the roof of a tall hall are those of its gallery too', () => {
  const draft = draftOf()
  const hall = { label: 'A', polygon: box(0, 0, 8, 5), wallHeight: 5.4, createCeiling: false }
  const { levelId: ground } = made(draft.apply('create_room', hall))
  made(draft.apply('create_roof', { levelId: ground, roofType: 'gable' }))
  const { levelId } = made(draft.apply('create_level', { position: 'above' }))
  const gallery = box(0.075, -0.075, 3, 4.85)
  made(draft.apply('create_slab', { levelId, polygon: gallery }))
  const zone = { levelId, polygon: gallery, roomType: 'office', label: 'B' }
  made(draft.apply('set_zone', zone))
  expect(found(draft, 'room.open_loop')).toEqual([])
  expect(found(draft, 'level.height_mismatch')).toEqual([])
  expect(found(draft, 'roof.uncovered_area')).toEqual([])
  // A floor outside of the hall has neither.
  const outside = { ...zone, polygon: box(10, 0, 3, 4), label: 'C' }
  const { zoneId: out } = made(draft.apply('set_zone', outside))
  const zones = ({ nodeIds }: { nodeIds: string[] }) => nodeIds[0]
  expect(found(draft, 'room.open_loop').map(zones)).toEqual([out, out, out, out])
  expect(found(draft, 'roof.uncovered_area').map(zones)).toEqual([out])
})

test.each(['beside a house', 'alone'])(
  'a roof on columns %s is a carport, not an open room',
  (place) => {
    const draft = draftOf()
    if (place !== 'alone')
      made(draft.apply('create_room', { label: 'A', polygon: box(-6, 0, 5, 4) }))
    const polygon = box(0, 0, 3, 5)
    made(draft.apply('set_zone', { polygon, roomType: 'garage', label: 'B' }))
    for (const [x, z] of polygon) made(draft.apply('create_column', { position: [x, z] }))
    const loops = () => found(draft, 'room.open_loop').length
    expect(loops()).toBe(4)
    made(draft.apply('create_roof', { roofType: 'flat', polygon }))
    expect(loops()).toBe(0)
  },
)

test('control and bidirectional characters in texts have a warning that does not repeat them', () => {
  const label = withFields(draftOf().scene, 'level_2', { label: 'North\u202eabc\u0007' })
  const note = {
    kind: 'annotation',
    id: 'annotation_3',
    parent: 'level_2',
    position: [1, -1],
    text: 'a\u200bb',
  }
  const { valid, warnings } = validateScene(withNodes(label, note as never))
  expect(valid).toBe(true)
  const hint = 'has control, bidirectional or invisible characters; it is shown as'
  expect(warnings.filter(({ code }) => code === 'node.unsafe_text')).toMatchObject([
    {
      path: 'nodes.level_2.label',
      message: `The label of level_2 ${hint} "North?abc?". Set it again.`,
    },
    {
      path: 'nodes.annotation_3.text',
      message: `The text of annotation_3 ${hint} "a?b". Set it again.`,
    },
  ])
})
