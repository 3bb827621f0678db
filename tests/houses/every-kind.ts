import { rectangle } from '../../architect/geometry/mesh.ts'
import { DOOR_TYPES, WINDOW_TYPES } from '../../architect/scene/nodes.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf, type TestNode } from './scene-of.ts'

const RING = rectangle([0, 0], 30, 8).map(([x, z]) => [x, z])

/**
 * A scene with a node of every kind, and a door and a window of every type in an oblique wall, on
 * an upper floor.
 */
export function everyKind(): Scene {
  const upper = { id: 'level_3', kind: 'level', parent: 'building_1', index: 1 } as const
  const wall = {
    id: 'wall_10',
    kind: 'wall',
    parent: 'level_3',
    start: [-2, 9],
    end: [22, -9],
    thickness: 0.24,
  } as const
  const doors = DOOR_TYPES.map(
    (doorType, index): TestNode => ({
      id: `door_${20 + index}`,
      kind: 'door',
      parent: wall.id,
      offset: 1.5 + index * 2.6,
      width: doorType === 'hinged' || doorType === 'pocket' ? 0.9 : 2,
      height: 2.1,
      sill: 0,
      doorType,
      hinge: index % 2 === 0 ? 'start' : 'end',
      swing: index % 3 === 0 ? 'left' : 'right',
    }),
  )
  const windows = WINDOW_TYPES.map(
    (windowType, index): TestNode => ({
      id: `window_${30 + index}`,
      kind: 'window',
      parent: wall.id,
      offset: 17.2 + index * 2.4,
      width: 1.2,
      height: 1.2,
      sill: 0.9,
      windowType,
    }),
  )
  return sceneOf(
    upper,
    wall,
    ...doors,
    ...windows,
    { id: 'wall_11', kind: 'wall', start: [-15, -4], end: [15, -4], finishes: BRICK },
    {
      id: 'opening_40',
      kind: 'opening',
      parent: 'wall_11',
      offset: 3,
      width: 1,
      height: 2,
      sill: 0,
    },
    { id: 'item_41', kind: 'item', asset: 'dining_chair', position: [1, 0, 1], rotation: 30 },
    { id: 'item_42', kind: 'item', asset: 'dining_chair', position: [3, 0, 1], rotation: 90 },
    // Clockwise, with a corner on a straight side.
    {
      id: 'zone_43',
      kind: 'zone',
      polygon: [
        [0, 0],
        [2, 0],
        [4, 0],
        [4, 3],
      ],
      color: '#aabbcc',
    },
    { id: 'slab_44', kind: 'slab', polygon: RING },
    { id: 'ceiling_45', kind: 'ceiling', polygon: RING },
    { id: 'roof_46', kind: 'roof', parent: 'level_3', polygon: RING, roofType: 'gable' },
    { id: 'stair_47', kind: 'stair', toLevel: 'level_3', position: [-10, 0], direction: 30 },
    { id: 'column_48', kind: 'column', position: [6, 2], rotation: 20, outline: 'circle' },
    { id: 'beam_49', kind: 'beam', start: [6, 2], end: [9, 3] },
    {
      id: 'fence_50',
      kind: 'fence',
      path: [
        [-16, 6],
        [16, 6],
        [16, 9],
      ],
    },
    {
      id: 'railing_51',
      kind: 'railing',
      parent: 'level_3',
      path: [
        [0, 3],
        [5, 3],
      ],
    },
    { id: 'annotation_52', kind: 'annotation', position: [2, 2], text: 'Measured on site' },
  )
}

const BRICK = { body: { preset: 'brick_red' } }
