import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf, type TestNode } from '../houses/scene-of.ts'
import { box } from '../houses/sound-house.ts'
import { block, type Corner, door, type Threshold, UPPER, wall, window, zone } from './threshold.ts'

/** A corner of two walls of 4 and 3 m, with openings in the longer one. */
const corner = (...openings: TestNode[]): Scene =>
  sceneOf(wall('wall_3', [0, 0], [4, 0]), wall('wall_4', [4, 0], [4, -3]), ...openings)
/** The same, with the corner at the start of `wall_3`. */
const cornerAtStart = (...openings: TestNode[]): Scene =>
  sceneOf(wall('wall_3', [0, 0], [4, 0]), wall('wall_4', [0, -3], [0, 0]), ...openings)
const inALine = (...openings: TestNode[]): Scene =>
  sceneOf(wall('wall_3', [0, 0], [4, 0]), wall('wall_4', [4, 0], [8, 0]), ...openings)

/**
 * A door of 0.9 m in the middle of a wall of 6 m along X, opening to the north, and things around
 * it.
 */
const doorAnd = (rest: object, ...things: TestNode[]): Scene =>
  sceneOf(wall('wall_3', [0, 0], [6, 0]), door('door_4', 'wall_3', 3, rest), ...things)
const SLIDING = { doorType: 'sliding' }
/** A block of 0.4 m whose side is `metres` from the northern face of the wall, which is at -0.1. */
const before = (metres: number, height = 1, y = 0): TestNode =>
  block('item_5', [3, y, -(0.1 + metres + 0.2)], [0.4, height, 0.4])
const behind = (metres: number): TestNode =>
  block('item_5', [3, 0, 0.1 + metres + 0.2], [0.4, 1, 0.4])
const column = (metres: number): TestNode => ({
  kind: 'column',
  id: 'column_5',
  position: [3, -(0.1 + metres + 0.15)],
})

/** A hole in a wall, with a thing right in front of it. */
const holeAnd = (sill: number): Scene =>
  sceneOf(
    wall('wall_3', [0, 0], [6, 0]),
    door('opening_4', 'wall_3', 3, { kind: 'opening', height: 1.5, sill }),
    before(0.2),
  )

/** A door on the upper floor to a room in the north, and a slab of this depth in the south. */
const overTheGarden = (slabDepth: number): Scene =>
  sceneOf(
    UPPER,
    wall('wall_3', [0, 0], [6, 0], { parent: 'level_90' }),
    door('door_4', 'wall_3', 3),
    zone('zone_5', box(0, 0, 6, 4), { parent: 'level_90' }),
    { kind: 'slab', id: 'slab_6', parent: 'level_90', polygon: box(0, slabDepth, 6, slabDepth) },
  )
/**
 * A door on the ground floor, and a room that begins `south` metres north of the wall's centreline.
 */
const roomFrom = (south: number, depth: number): Scene =>
  doorAnd({}, zone('zone_5', box(0, -south, 6, depth) as Corner[]))

export const OPENING_THRESHOLDS: Threshold[] = [
  {
    code: 'opening.above_wall',
    severity: 'error',
    rule: 'a window ends at the top of its wall, to the millimetre',
    clear: corner(window('window_5', 'wall_3', 2, { sill: 1, height: 1.8009 })),
    found: corner(window('window_5', 'wall_3', 2, { sill: 1, height: 1.8011 })),
    nodeIds: ['window_5'],
  },
  {
    code: 'opening.near_corner',
    severity: 'warning',
    rule: 'a door at the end of its wall leaves half of the other wall and 5 cm',
    clear: corner(door('door_5', 'wall_3', 3.4005)),
    found: corner(door('door_5', 'wall_3', 3.4015)),
    nodeIds: ['door_5', 'wall_4'],
  },
  {
    code: 'opening.near_corner',
    severity: 'warning',
    rule: 'a door at the start of its wall leaves half of the other wall and 5 cm',
    clear: cornerAtStart(door('door_5', 'wall_3', 0.5995)),
    found: cornerAtStart(door('door_5', 'wall_3', 0.5985)),
    nodeIds: ['door_5', 'wall_4'],
  },
  {
    code: 'opening.near_corner',
    severity: 'warning',
    rule: 'two walls in one line do not make a corner',
    clear: inALine(door('door_5', 'wall_3', 3.5)),
    found: corner(door('door_5', 'wall_3', 3.5)),
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: '0.65 m in front of a door stay free, less 2 cm',
    clear: doorAnd(SLIDING, before(0.6305)),
    found: doorAnd(SLIDING, before(0.6295)),
    nodeIds: ['item_5', 'door_4'],
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: '0.65 m behind a door stay free, less 2 cm',
    clear: doorAnd(SLIDING, behind(0.6305)),
    found: doorAnd(SLIDING, behind(0.6295)),
    nodeIds: ['item_5', 'door_4'],
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'a column stays 0.65 m away from a door, less 2 cm',
    clear: doorAnd(SLIDING, column(0.6305)),
    found: doorAnd(SLIDING, column(0.6295)),
    nodeIds: ['door_4', 'column_5'],
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'a leaf of 0.9 m hits a thing that reaches more than 2 cm into its swing',
    clear: doorAnd({}, block('item_5', [3, 0, -1.1805], [2, 1, 0.4])),
    found: doorAnd({}, block('item_5', [3, 0, -1.1795], [2, 1, 0.4])),
    nodeIds: ['item_5', 'door_4'],
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'a wall may narrow the way to a door by 10 cm',
    clear: doorAnd(SLIDING, wall('wall_5', [2.549, 0], [2.549, -3])),
    found: doorAnd(SLIDING, wall('wall_5', [2.551, 0], [2.551, -3])),
    nodeIds: ['door_4', 'wall_5'],
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'people step over a thing 10 cm high in front of a door',
    clear: doorAnd(SLIDING, before(0.2, 0.099)),
    found: doorAnd(SLIDING, before(0.2, 0.101)),
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'a leaf passes over a thing 2 cm high',
    clear: doorAnd({}, block('item_5', [2.7, 0, -0.9], [0.2, 0.0195, 0.1])),
    found: doorAnd({}, block('item_5', [2.7, 0, -0.9], [0.2, 0.0205, 0.1])),
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'people walk under a thing that hangs 1.9 m high',
    clear: doorAnd(SLIDING, before(0.2, 0.5, 1.901)),
    found: doorAnd(SLIDING, before(0.2, 0.5, 1.899)),
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'a rug may lie in front of a door, another thing of that height may not',
    clear: doorAnd(SLIDING, { ...before(0.2, 0.2), asset: 'rug' }),
    found: doorAnd(SLIDING, before(0.2, 0.2)),
  },
  {
    code: 'door.blocked',
    severity: 'error',
    rule: 'people walk through a hole that begins up to 20 cm above the floor, so it stays free',
    clear: holeAnd(0.201),
    found: holeAnd(0.199),
    nodeIds: ['item_5', 'opening_4'],
  },
  {
    code: 'door.to_nowhere',
    severity: 'error',
    rule: 'a door upstairs has floor 0.4 m beyond its wall',
    clear: overTheGarden(0.501),
    found: overTheGarden(0.499),
    nodeIds: ['door_4'],
  },
  {
    code: 'door.to_nowhere',
    severity: 'error',
    rule: 'a door leads into the room that begins within 0.4 m of its wall',
    clear: roomFrom(0.499, 3),
    found: roomFrom(0.501, 3),
    nodeIds: ['door_4'],
  },
  {
    code: 'door.to_nowhere',
    severity: 'error',
    rule: 'a door leads into a shallow closet that begins within 0.1 m of its wall',
    clear: roomFrom(0.199, 0.2),
    found: roomFrom(0.201, 0.2),
  },
]
