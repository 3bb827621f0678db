import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf, type TestNode } from '../houses/scene-of.ts'
import { box } from '../houses/sound-house.ts'
import { type Corner, ground, type Threshold, UPPER, wall, zone } from './threshold.ts'

const stair = (rest: object = {}): TestNode => ({
  kind: 'stair',
  id: 'stair_3',
  toLevel: 'level_90',
  position: [0, 0],
  ...rest,
})
const slabAbove = (polygon: Corner[], thickness = 0.2): TestNode => ({
  kind: 'slab',
  id: 'slab_4',
  parent: 'level_90',
  polygon,
  thickness,
})
const OVER_ALL = box(-2, 3, 9, 6)
/** A ground floor of this height, an upper level, and these nodes. */
const storey = (height: number, ...nodes: TestNode[]): Scene =>
  sceneOf(ground(height), UPPER, ...nodes)

/** Two stairs over one another, the upper one this many treads of 0.26 m farther on. */
const twoStairs = (treads: number): Scene =>
  sceneOf(
    ground(2.8),
    { ...UPPER, height: 2.8 },
    { kind: 'level', id: 'level_91', parent: 'building_1', index: 2 },
    stair(),
    {
      ...stair({ parent: 'level_90', toLevel: 'level_91', position: [0.26 * treads, 0] }),
      id: 'stair_6',
    },
  )
/** A floor with a hole of this ring. */
const floorWith = (hole: Corner[]): TestNode => ({
  kind: 'slab',
  id: 'slab_5',
  polygon: OVER_ALL,
  holes: [hole],
})

/** A column of 0.3 by 0.3 m. */
const columnAt = (x: number): TestNode => ({ kind: 'column', id: 'column_6', position: [x, -1] })

/** A wall under the slab of the storey above, whose underside is at 2.6 m. */
const wallUnder = (height: number): Scene =>
  storey(2.8, wall('wall_3', [0, 0], [4, 0], { height }), slabAbove(OVER_ALL))

/** A room of 4 by 5 m over a slab or under a roof that leaves a strip of it uncovered. */
const covered = (strip: number, cover: TestNode, roomType = 'other'): Scene =>
  sceneOf(zone('zone_3', box(0, 0, 4, 5), { roomType }), {
    ...cover,
    polygon: box(0, 0, 4, 5 - strip),
  })
const SLAB: TestNode = { kind: 'slab', id: 'slab_4' }
const ROOF: TestNode = { kind: 'roof', id: 'roof_4', roofType: 'flat', overhang: 0 }

export const LEVEL_THRESHOLDS: Threshold[] = [
  {
    code: 'stair.riser',
    severity: 'warning',
    rule: 'a riser is 18 cm high at most',
    clear: storey(2.706, stair({ risers: 15 })),
    found: storey(2.709, stair({ risers: 15 })),
    nodeIds: ['stair_3'],
  },
  {
    code: 'stair.going',
    severity: 'warning',
    rule: 'a tread is 25 cm deep at least',
    clear: storey(2.8, stair({ going: 0.2496 })),
    found: storey(2.8, stair({ going: 0.2494 })),
    nodeIds: ['stair_3'],
  },
  {
    code: 'stair.headroom',
    severity: 'warning',
    rule: 'two metres are free over a stair',
    clear: storey(2.8, stair(), slabAbove(OVER_ALL, 0.8004)),
    found: storey(2.8, stair(), slabAbove(OVER_ALL, 0.8006)),
    nodeIds: ['stair_3'],
  },
  {
    code: 'stair.no_hole',
    severity: 'error',
    rule: 'a slab may cover 0.02 m² of the opening of a stair',
    clear: storey(2.8, stair({ cuts: false }), slabAbove(box(3.8805, 1, 3, 2))),
    found: storey(2.8, stair({ cuts: false }), slabAbove(box(3.8795, 1, 3, 2))),
    nodeIds: ['stair_3', 'slab_4'],
  },
  {
    code: 'stair.headroom',
    severity: 'warning',
    rule: 'a stair leaves two metres over the treads of another',
    // A riser of 0.175 m and a support of 0.25 m less than 2.8 m, and a riser less for each tread.
    clear: twoStairs(2),
    found: twoStairs(3),
    nodeIds: ['stair_3', 'stair_6'],
  },
  {
    code: 'stair.no_floor',
    severity: 'error',
    rule: 'of the 0.3 m before a stair 5 cm may be over a hole',
    clear: storey(2.8, stair(), floorWith(box(-1, 1, 0.7495, 2))),
    found: storey(2.8, stair(), floorWith(box(-1, 1, 0.7505, 2))),
    nodeIds: ['stair_3', 'slab_5'],
  },
  {
    code: 'column.no_floor',
    severity: 'error',
    rule: '5 cm of a column may be over a hole',
    clear: sceneOf(columnAt(1.1995), floorWith(box(1.3, 0, 1, 2))),
    found: sceneOf(columnAt(1.2005), floorWith(box(1.3, 0, 1, 2))),
    nodeIds: ['column_6', 'slab_5'],
  },
  {
    code: 'level.empty',
    severity: 'warning',
    rule: 'a level with one note on it is not empty',
    clear: sceneOf({ kind: 'annotation', id: 'annotation_3', position: [0, 0], text: 'Here' }),
    found: sceneOf(),
    nodeIds: ['level_2'],
  },
  {
    code: 'level.height_mismatch',
    severity: 'warning',
    rule: 'a wall lower than 1.8 m is low on purpose',
    clear: wallUnder(1.799),
    found: wallUnder(1.801),
    nodeIds: ['wall_3', 'level_2'],
  },
  {
    code: 'level.height_mismatch',
    severity: 'warning',
    rule: 'a wall may end 2 cm under the floor above it',
    clear: wallUnder(2.5805),
    found: wallUnder(2.5795),
  },
  {
    code: 'level.height_mismatch',
    severity: 'warning',
    rule: 'a wall may rise 2 cm through the floor above it',
    clear: wallUnder(2.8195),
    found: wallUnder(2.8205),
  },
  {
    code: 'slab.missing_under_room',
    severity: 'warning',
    rule: '0.1 m² of floor may have no slab',
    clear: covered(0.0249, SLAB),
    found: covered(0.0251, SLAB),
    nodeIds: ['zone_3'],
  },
  {
    code: 'slab.missing_under_room',
    severity: 'warning',
    rule: 'a terrace needs no slab',
    clear: covered(2, SLAB, 'terrace'),
    found: covered(2, SLAB),
  },
  {
    code: 'roof.uncovered_area',
    severity: 'warning',
    rule: '0.1 m² of a room may have no roof',
    clear: covered(0.0249, ROOF),
    found: covered(0.0251, ROOF),
    nodeIds: ['zone_3'],
  },
  {
    code: 'roof.uncovered_area',
    severity: 'warning',
    rule: 'the floor of the storey above is a roof',
    clear: sceneOf(
      UPPER,
      zone('zone_3', box(0, 0, 4, 5)),
      slabAbove(OVER_ALL.map(([x, z]) => [x, z - 2])),
    ),
    found: sceneOf(UPPER, zone('zone_3', box(0, 0, 4, 5))),
  },
]
