import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf, type TestNode } from '../houses/scene-of.ts'
import { box } from '../houses/sound-house.ts'
import { block, door, ring, type Threshold, UPPER, wall, zone } from './threshold.ts'

const item = (asset: string, position: [number, number, number], rest: object = {}): TestNode => ({
  kind: 'item',
  id: 'item_9',
  asset,
  position,
  ...rest,
})
const inRoom = (...things: TestNode[]): Scene => sceneOf(zone('zone_3', box(0, 0, 4, 4)), ...things)
/**
 * A wall along X whose northern face is at -0.1, and a picture 4 cm deep, `metres` in front of it.
 */
const picture = (metres: number, y = 1.4): Scene =>
  sceneOf(
    wall('wall_3', [-3, 0], [3, 0]),
    item('picture_small', [0, y, -(0.1 + metres + 0.02)], { size: [0.5, 0.7, 0.04] }),
  )
const SIDEBOARD = block('item_8', [0, 0, 0], [1, 1, 0.4])
/** A cube on the floor, or over it, under the tenth tread of a stair of 16 risers of 17.5 cm. */
const underStair = (height: number): Scene =>
  sceneOf(
    UPPER,
    { kind: 'stair', id: 'stair_3', toLevel: 'level_90', position: [0, 0] },
    block('item_9', [2.47, 0, 0], [0.1, height, 0.1]),
  )
/** An item above the opening of a stair on the upper level. */
const overStair = (y: number): Scene =>
  sceneOf(
    UPPER,
    { kind: 'stair', id: 'stair_3', toLevel: 'level_90', position: [0, 0] },
    { kind: 'slab', id: 'slab_4', parent: 'level_90', polygon: box(-2, 3, 9, 6) },
    block('item_9', [3, y, 0], [0.2, 0.2, 0.2], { parent: 'level_90' }),
  )

/** A hall of 6 by 4 m with an entrance, things in it, and a room behind it. */
const hall = (doorWidth: number, ...things: TestNode[]): Scene =>
  sceneOf(
    ...ring(box(0, 0, 6, 4), 3),
    ...ring(box(0, -4, 6, 3), 10).slice(1),
    door('door_20', 'wall_3', 3),
    door('door_21', 'wall_5', 3, { width: doorWidth, doorType: 'sliding' }),
    zone('zone_22', box(0, 0, 6, 4)),
    zone('zone_23', box(0, -4, 6, 3)),
    ...things,
  )
/** Two things across the whole width of the hall, with a way of `metres` between them. */
const between = (metres: number): TestNode[] =>
  [-1, 1].map((side) =>
    block(
      `item_${side < 0 ? 30 : 31}`,
      [3 + side * (metres / 4 + 1.5), 0, -2],
      [3 - metres / 2, 1, 0.4],
    ),
  )
/** A thing at the side of a way of 0.9 m, which leaves 0.6 m of it. */
const inTheWay = (height: number, y = 0): TestNode[] => [
  ...between(0.9),
  block('item_32', [2.7, y, -2], [0.3, height, 0.4]),
]

export const ITEM_THRESHOLDS: Threshold[] = [
  {
    code: 'item.outside_room',
    severity: 'warning',
    rule: 'the middle of a thing is in a room',
    clear: inRoom(item('sideboard', [3.999, 0, -2])),
    found: inRoom(item('sideboard', [4.001, 0, -2])),
    nodeIds: ['item_9'],
  },
  {
    code: 'item.outside_room',
    severity: 'warning',
    rule: 'a garden table may stand outside, a dining table may not',
    clear: inRoom(item('garden_table', [9, 0, 9])),
    found: inRoom(item('dining_table_8', [9, 0, 9])),
  },
  {
    code: 'item.outside_room',
    severity: 'warning',
    rule: 'things may stand outside on the ground floor only',
    clear: inRoom(item('garden_table', [9, 0, 9])),
    found: sceneOf(
      UPPER,
      zone('zone_3', box(0, 0, 4, 4), { parent: 'level_90' }),
      item('garden_table', [9, 0, 9], { parent: 'level_90' }),
    ),
  },
  {
    code: 'item.floating',
    severity: 'warning',
    rule: 'a thing up to 2 cm above the floor stands on it',
    clear: sceneOf(item('sideboard', [0, 0.0195, 0])),
    found: sceneOf(item('sideboard', [0, 0.0205, 0])),
    nodeIds: ['item_9'],
  },
  {
    code: 'item.floating',
    severity: 'warning',
    rule: 'a lamp may stand up to 2 cm over the edge of a table',
    clear: sceneOf(SIDEBOARD, item('table_lamp', [0.519, 1, 0])),
    found: sceneOf(SIDEBOARD, item('table_lamp', [0.521, 1, 0])),
  },
  {
    code: 'item.floating',
    severity: 'warning',
    rule: 'a lamp may reach up to 2 cm into the table that it stands on',
    clear: sceneOf(SIDEBOARD, item('table_lamp', [0, 0.981, 0])),
    found: sceneOf(SIDEBOARD, item('table_lamp', [0, 0.979, 0])),
  },
  {
    code: 'item.floating',
    severity: 'warning',
    rule: 'a picture hangs within 6 cm of a wall',
    clear: picture(0.0595),
    found: picture(0.0605),
    nodeIds: ['item_9'],
  },
  {
    code: 'item.floating',
    severity: 'warning',
    rule: 'a picture away from walls and up to 2 cm above the floor stands on it',
    clear: picture(2, 0.0195),
    found: picture(2, 0.0205),
  },
  {
    code: 'node.unknown_asset',
    severity: 'error',
    rule: 'the asset of a thing is in the catalog',
    clear: sceneOf(item('sideboard', [0, 0, 0])),
    found: sceneOf(item('flying_carpet', [0, 0, 0])),
    nodeIds: ['item_9'],
  },
  {
    code: 'item.overlap',
    severity: 'error',
    rule: 'things that overlap by a millimetre only touch',
    clear: sceneOf(SIDEBOARD, block('item_9', [0, 0, 0.3991], [1, 1, 0.4])),
    found: sceneOf(SIDEBOARD, block('item_9', [0, 0, 0.3989], [1, 1, 0.4])),
    nodeIds: ['item_8', 'item_9'],
  },
  {
    code: 'item.overlap',
    severity: 'error',
    rule: 'a thing that reaches a millimetre into another stands on it',
    clear: sceneOf(SIDEBOARD, block('item_9', [0, 0.9991, 0], [1, 1, 0.4])),
    found: sceneOf(SIDEBOARD, block('item_9', [0, 0.9989, 0], [1, 1, 0.4])),
  },
  {
    code: 'item.overlap',
    severity: 'error',
    rule: 'the body of a stair reaches down a riser and 25 cm under each tread',
    clear: underStair(1.3255),
    found: underStair(1.3265),
    nodeIds: ['item_9', 'stair_3'],
  },
  {
    code: 'item.overlap',
    severity: 'error',
    rule: 'two metres are free above the opening of a stair',
    clear: overStair(1.9995),
    found: overStair(1.9985),
    nodeIds: ['item_9', 'stair_3'],
  },
  {
    code: 'item.in_wall',
    severity: 'error',
    rule: 'a thing that reaches a millimetre into a wall only touches it',
    clear: sceneOf(wall('wall_3', [-3, 0], [3, 0]), block('item_9', [0, 0, 0.2991], [1, 1, 0.4])),
    found: sceneOf(wall('wall_3', [-3, 0], [3, 0]), block('item_9', [0, 0, 0.2989], [1, 1, 0.4])),
    nodeIds: ['item_9', 'wall_3'],
  },
  {
    code: 'circulation.narrow',
    severity: 'warning',
    rule: 'a way is 0.7 m wide, to half a centimetre',
    clear: hall(0.9, ...between(0.6952)),
    found: hall(0.9, ...between(0.6948)),
    nodeIds: ['item_30', 'item_31'],
  },
  {
    code: 'circulation.narrow',
    severity: 'warning',
    rule: 'a way through a wall is 0.7 m wide, to half a centimetre',
    clear: hall(0.6952),
    found: hall(0.6948),
    nodeIds: ['wall_5'],
  },
  {
    code: 'circulation.narrow',
    severity: 'warning',
    rule: 'people step over a thing 10 cm high',
    clear: hall(0.9, ...inTheWay(0.099)),
    found: hall(0.9, ...inTheWay(0.101)),
  },
  {
    code: 'circulation.narrow',
    severity: 'warning',
    rule: 'people walk under a thing that hangs 1.9 m high',
    clear: hall(0.9, ...inTheWay(0.3, 1.901)),
    found: hall(0.9, ...inTheWay(0.3, 1.899)),
  },
]
