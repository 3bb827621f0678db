import { sceneOf, type TestNode } from './scene-of.ts'

type Corner = [x: number, z: number]

/** A rectangle, counter-clockwise from its south-western corner. */
export function box(west: number, south: number, width: number, depth: number): Corner[] {
  return [
    [west, south],
    [west + width, south],
    [west + width, south - depth],
    [west, south - depth],
  ]
}

const wall = (id: string, start: Corner, end: Corner, parent = 'level_2'): TestNode => ({
  kind: 'wall',
  id,
  parent,
  start,
  end,
})
const room = (id: string, roomType: string, polygon: Corner[], parent = 'level_2'): TestNode => ({
  kind: 'zone',
  id,
  parent,
  roomType,
  polygon,
  color: '#f2d7a6',
})

/**
 * A house without any fault: downstairs a living room of 5 by 5 m and a bedroom,
 * upstairs an office and a store, a stair, windows, a roof, furniture.
 */
export const SOUND_HOUSE = sceneOf(
  wall('wall_3', [0, 0], [5, 0]),
  wall('wall_4', [5, 0], [8, 0]),
  wall('wall_5', [8, 0], [8, -5]),
  wall('wall_6', [8, -5], [5, -5]),
  wall('wall_7', [5, -5], [0, -5]),
  wall('wall_8', [0, -5], [0, 0]),
  wall('wall_9', [5, 0], [5, -5]),
  { kind: 'door', id: 'door_10', parent: 'wall_3', offset: 4.2, width: 1, height: 2.1, sill: 0 },
  {
    kind: 'door',
    id: 'door_11',
    parent: 'wall_9',
    offset: 3.1,
    width: 0.9,
    height: 2.1,
    sill: 0,
    swing: 'right',
  },
  {
    kind: 'window',
    id: 'window_12',
    parent: 'wall_8',
    offset: 3,
    width: 1.4,
    height: 1.2,
    sill: 0.9,
  },
  {
    kind: 'window',
    id: 'window_13',
    parent: 'wall_5',
    offset: 2,
    width: 1.4,
    height: 1.2,
    sill: 0.9,
  },
  room('zone_14', 'living', box(0, 0, 5, 5)),
  room('zone_15', 'bedroom', box(5, 0, 3, 5)),
  { kind: 'slab', id: 'slab_16', polygon: box(-0.1, 0.1, 8.2, 5.2) },
  { kind: 'item', id: 'item_17', asset: 'sofa_two_seats', position: [1.2, 0, -0.6], rotation: 180 },
  { kind: 'item', id: 'item_18', asset: 'coffee_table', position: [1.2, 0, -2.2] },
  { kind: 'item', id: 'item_19', asset: 'bed_single', position: [7.3, 0, -1.2], rotation: 180 },
  { kind: 'level', id: 'level_20', parent: 'building_1', index: 1 },
  { kind: 'stair', id: 'stair_21', toLevel: 'level_20', position: [1, -4.4] },
  // Around the stair's opening, but for where it arrives.
  {
    kind: 'railing',
    id: 'railing_1',
    parent: 'level_20',
    path: [
      [1.63, -4.9],
      [1.63, -3.85],
      [4.9, -3.85],
    ],
  },
  wall('wall_22', [0, 0], [8, 0], 'level_20'),
  wall('wall_23', [8, 0], [8, -5], 'level_20'),
  wall('wall_24', [8, -5], [0, -5], 'level_20'),
  wall('wall_25', [0, -5], [0, 0], 'level_20'),
  wall('wall_26', [6, 0], [6, -5], 'level_20'),
  { kind: 'door', id: 'door_27', parent: 'wall_26', offset: 2, width: 0.9, height: 2.1, sill: 0 },
  {
    kind: 'window',
    id: 'window_28',
    parent: 'wall_22',
    offset: 2,
    width: 1.4,
    height: 1.2,
    sill: 0.9,
  },
  room('zone_29', 'office', box(0, 0, 6, 5), 'level_20'),
  room('zone_30', 'storage', box(6, 0, 2, 5), 'level_20'),
  { kind: 'slab', id: 'slab_31', parent: 'level_20', polygon: box(-0.1, 0.1, 8.2, 5.2) },
  { kind: 'roof', id: 'roof_32', parent: 'level_20', polygon: box(-0.1, 0.1, 8.2, 5.2) },
)
