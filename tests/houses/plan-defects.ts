import type { Scene } from '../../architect/scene/scene.ts'
import { withFields, withoutNodes } from './scene-of.ts'
import { box, SOUND_HOUSE } from './sound-house.ts'

const changed = (id: string, fields: Record<string, unknown>): Scene =>
  withFields(SOUND_HOUSE, id, fields)

/**
 * Changes of the plan of the sound house: the code of the finding, what is wrong, the scene, and
 * the node that the finding names first.
 */
export const PLAN_DEFECTS: [code: string, what: string, scene: Scene, nodeId: string][] = [
  [
    'bedroom.daylight',
    'a bedroom without a window',
    withoutNodes(SOUND_HOUSE, 'window_13'),
    'zone_15',
  ],
  [
    'bedroom.one_way_out',
    'a bedroom with a window that does not open',
    changed('window_13', { windowType: 'fixed' }),
    'zone_15',
  ],
  [
    'space.unnamed',
    'a store upstairs without a name',
    withoutNodes(SOUND_HOUSE, 'zone_30', 'door_27'),
    'wall_22',
  ],
  ['entrance.missing', 'no front door', withoutNodes(SOUND_HOUSE, 'door_10'), 'level_2'],
  [
    'entrance.into_room',
    'a front door into the kitchen',
    changed('zone_14', { roomType: 'kitchen' }),
    'door_10',
  ],
  [
    'room.through_private',
    'a living room behind a bedroom',
    withFields(changed('zone_14', { roomType: 'bedroom' }), 'zone_15', { roomType: 'living' }),
    'zone_15',
  ],
  [
    'room.bath_into_kitchen',
    'a bath behind the kitchen',
    withFields(changed('zone_14', { roomType: 'kitchen' }), 'zone_15', { roomType: 'bathroom' }),
    'door_11',
  ],
  [
    'room.too_narrow',
    'an office 1.85 m wide',
    changed('zone_30', { roomType: 'office' }),
    'zone_30',
  ],
  [
    'window.below_ground',
    'a house 1.2 m in the ground',
    withFields(SOUND_HOUSE, 'building_1', { elevation: -1.2 }),
    'window_12',
  ],
  [
    'floor.no_guard',
    'a stair without a railing upstairs',
    withoutNodes(SOUND_HOUSE, 'railing_1'),
    'zone_29',
  ],
  [
    'site.off_plot',
    'a plot that ends in the bedroom',
    changed('site_k3x9', { polygon: box(-2, 2, 9, 9) }),
    'wall_4',
  ],
]
