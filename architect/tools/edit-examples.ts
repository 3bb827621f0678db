/**
 * A call of each listed edit that works on the family house of the examples, for its description.
 * Names are labels of rooms and levels.
 */
export const EDIT_EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  plan_layout: {
    rooms: [
      { label: 'Living room', roomType: 'living', sides: ['south'] },
      { label: 'Kitchen', roomType: 'kitchen', openTo: ['Living room'] },
      { label: 'Bedroom', roomType: 'bedroom', area: 14 },
      { label: 'Bathroom', roomType: 'bathroom' },
    ],
    dryRun: true,
  },
  create_level: { position: 'above' },
  duplicate_level: { levelId: 'Upper floor', position: 'above' },
  create_room: {
    label: 'Shed',
    polygon: [
      [20, 0],
      [24, 0],
      [24, -3],
      [20, -3],
    ],
    doors: [{ edge: 0 }],
  },
  create_wall: { start: [20, 0], end: [24, 0] },
  move_wall: { wallId: 'wall_12', by: [0.1, 0], items: 'shift' },
  add_door: { zoneId: 'Study', to: 'outside', width: 0.8 },
  add_window: { zoneId: 'Bedroom south', to: 'outside', width: 0.6 },
  create_roof: { levelId: 'Ground floor', roofType: 'flat' },
  create_stair_between_levels: {
    fromLevelId: 'Ground floor',
    position: [-5, 1],
    direction: 270,
    shape: 'u_shaped',
    items: 'shift',
  },
  furnish_room: { zoneId: 'Study' },
  split_room: { zoneId: 'Living room', axis: 'x', share: 0.4, door: {}, items: 'refurnish' },
  merge_rooms: { zoneIds: ['Living room', 'Dining room'] },
  swap_rooms: { zoneIds: ['Study', 'Dining room'], items: 'refurnish' },
  resize_room: { zoneId: 'Study', side: 'east', by: 0.2, items: 'shift' },
  move_room: { zoneId: 'Toilet', by: [0.1, 0], items: 'shift' },
  place_item: { items: [{ asset: 'armchair', position: [3, 0, 7] }] },
  set_element: { kind: 'column', position: [20, -3], width: 0.3 },
  edit_level: { id: 'Ground floor', height: 3 },
  edit_wall: { id: 'wall_8', thickness: 0.15 },
  edit_opening: { id: 'door_29', hinge: 'end' },
  edit_room: { id: 'Study', roomType: 'bedroom' },
  edit_roof: { id: 'roof_116', pitch: 40 },
  edit_stair: { id: 'stair_114', going: 0.25 },
  edit_item: { id: 'item_201', label: 'Drawers' },
  set_material: { ids: ['door_55'], face: 'leaf', preset: 'glass' },
  set_finishes: { target: 'Kitchen', floor: 'tile_grey' },
  set_building: { facade: 'brick_red', storeyHeight: 3 },
  delete_room: { zoneId: 'Study', walls: 'keep' },
  delete_node: { ids: ['item_201'] },
  apply_patch: {
    ops: [{ op: 'add', kind: 'column', parent: 'level_2', set: { position: [20, -3] } }],
  },
}
