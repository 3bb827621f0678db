import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf, type TestNode } from '../houses/scene-of.ts'
import { box } from '../houses/sound-house.ts'
import { type Corner, door, ring, type Threshold, wall, window, zone } from './threshold.ts'

/** A room of 6 by 4 m, with what the test adds. */
const room = (roomType: string, ...more: TestNode[]): Scene =>
  sceneOf(...ring(box(0, 0, 6, 4), 3), zone('zone_8', box(0, 0, 6, 4), { roomType }), ...more)

/** Walls of a room of 3 by 4 m to the east of that, its zone, and a door between both. */
const eastern = (roomType: string): TestNode[] => [
  ...ring(box(6, 0, 3, 4), 12).slice(0, 3),
  zone('zone_20', box(6, 0, 3, 4), { roomType }),
  door('door_21', 'wall_4', 2),
]
/** A third room to the east of these, with a door to the second. */
const third = (roomType: string): TestNode[] => [
  ...ring(box(9, 0, 3, 4), 22).slice(0, 3),
  zone('zone_30', box(9, 0, 3, 4), { roomType }),
  door('door_31', 'wall_13', 2),
]
const entrance = (parent = 'wall_3'): TestNode => door('door_10', parent, 1.5)

/** A bedroom `width` wide between its walls. */
const bedroomOf = (width: number): Scene =>
  sceneOf(
    ...ring(box(0, 0, width + 0.2, 4), 3),
    zone('zone_8', box(0, 0, width + 0.2, 4), { roomType: 'bedroom' }),
  )

/** A kitchen of this width between its walls, turned by 20 degrees off the axes. */
function kitchenOf(width: number): Scene {
  const [cosine, sine] = [Math.cos(0.35), Math.sin(0.35)]
  const outline = box(0, 0, 4, width + 0.2).map(
    ([x, z]): Corner => [x * cosine + z * sine, z * cosine - x * sine],
  )
  return sceneOf(...ring(outline, 3), zone('zone_8', outline, { roomType: 'kitchen' }))
}

/** A bedroom of 4 by 4 m between its walls behind a hall, with this window. */
const bedroomWith = (fields: object): Scene =>
  sceneOf(
    ...ring(box(0, 0, 4.2, 4.2), 3),
    ...ring(box(4.2, 0, 2, 4.2), 12).slice(0, 3),
    zone('zone_8', box(0, 0, 4.2, 4.2), { roomType: 'bedroom' }),
    zone('zone_9', box(4.2, 0, 2, 4.2), { roomType: 'hall' }),
    door('door_20', 'wall_4', 2),
    window('window_21', 'wall_6', 2, { windowType: 'casement', ...fields }),
  )

const building = (elevation: number): TestNode => ({
  kind: 'building',
  id: 'building_1',
  parent: 'site_k3x9',
  elevation,
})
const slab = (polygon: Corner[], rest: object = {}): TestNode => ({
  kind: 'slab',
  id: 'slab_40',
  polygon,
  ...rest,
})

/** A terrace of 4 by 3 m, this far above the ground. */
const terrace = (elevation: number, ...more: TestNode[]): Scene =>
  sceneOf(
    building(elevation),
    slab(box(0, 0, 4, 3)),
    zone('zone_8', box(0, 0, 4, 3), { roomType: 'terrace' }),
    ...more,
  )
/** The same 1 m over the ground, half of it over the floor of its level. */
const raised = (...more: TestNode[]): Scene =>
  sceneOf(
    building(0.5),
    { ...slab(box(0, 0, 4, 3)), top: 0.5 },
    zone('zone_8', box(0, 0, 4, 3), { roomType: 'terrace' }),
    ...more,
  )
const railing = (path: Corner[], height = 1): TestNode => ({
  kind: 'railing',
  id: 'railing_41',
  path,
  height,
})
const around = (gap: number): Corner[] => [
  [0, 0],
  [4, 0],
  [4, -3],
  [0, -3],
  [0, -gap],
]

export const PLAN_THRESHOLDS: Threshold[] = [
  {
    code: 'space.unnamed',
    severity: 'info',
    rule: 'a shaft of less than 0.5 m² needs no name',
    clear: room('living', ...shaft(0.7)),
    found: room('living', ...shaft(0.71)),
    nodeIds: ['wall_12', 'wall_13', 'wall_14', 'wall_4'],
  },
  {
    code: 'entrance.missing',
    severity: 'info',
    rule: 'a house has a door to the outside',
    clear: room('living', entrance()),
    found: room('living', window('window_10', 'wall_3', 1.5, { sill: 0 })),
    nodeIds: ['level_2'],
  },
  {
    code: 'entrance.into_room',
    severity: 'info',
    rule: 'a front door leads into a hall or a living room',
    clear: room('living', entrance(), ...eastern('bedroom')),
    found: room('living', entrance('wall_12'), ...eastern('bedroom')),
    nodeIds: ['door_10', 'zone_20'],
  },
  {
    code: 'entrance.into_room',
    severity: 'info',
    rule: 'a shop or an office may be entered anywhere',
    clear: room('office', entrance(), ...eastern('meeting')),
    found: room('kitchen', entrance(), ...eastern('bedroom')),
  },
  {
    code: 'room.through_private',
    severity: 'warning',
    rule: 'an office is not behind a bedroom',
    clear: room('living', entrance(), ...eastern('hall'), ...third('office')),
    found: room('living', entrance(), ...eastern('bedroom'), ...third('office')),
    nodeIds: ['zone_30', 'zone_20'],
  },
  {
    code: 'room.through_private',
    severity: 'warning',
    rule: 'a bath may be behind a bedroom, a bedroom not behind a bath',
    clear: room('living', entrance(), ...eastern('bedroom'), ...third('bathroom')),
    found: room('living', entrance(), ...eastern('bathroom'), ...third('bedroom')),
  },
  {
    code: 'room.bath_into_kitchen',
    severity: 'warning',
    rule: 'a toilet does not open into the kitchen',
    clear: room('hall', entrance(), ...eastern('toilet')),
    found: room('kitchen', entrance(), ...eastern('toilet')),
    nodeIds: ['door_21', 'zone_20'],
  },
  {
    code: 'room.too_narrow',
    severity: 'warning',
    rule: 'a bedroom is 2.13 m wide, to the half centimetre',
    clear: bedroomOf(2.126),
    found: bedroomOf(2.124),
    nodeIds: ['zone_8'],
  },
  {
    code: 'room.too_narrow',
    severity: 'warning',
    rule: 'an oblique kitchen is 1.51 m wide, to the half centimetre that is measured',
    clear: kitchenOf(1.516),
    found: kitchenOf(1.5),
  },
  {
    code: 'bedroom.daylight',
    severity: 'warning',
    rule: 'windows of a bedroom of 16 m² have 8 % of it, 1.28 m²',
    clear: bedroomWith({ width: 1.281, height: 1 }),
    found: bedroomWith({ width: 1.279, height: 1 }),
    nodeIds: ['zone_8', 'window_21'],
  },
  {
    code: 'bedroom.one_way_out',
    severity: 'warning',
    rule: 'a window to escape through is open 0.508 m wide, in a frame of 6 cm',
    clear: bedroomWith({ width: 0.629, height: 1.3 }),
    found: bedroomWith({ width: 0.627, height: 1.3 }),
    nodeIds: ['zone_8', 'door_20'],
  },
  {
    code: 'bedroom.one_way_out',
    severity: 'warning',
    rule: 'it is open 0.61 m high',
    clear: bedroomWith({ width: 1.2, height: 0.731 }),
    found: bedroomWith({ width: 1.2, height: 0.729 }),
  },
  {
    code: 'bedroom.one_way_out',
    severity: 'warning',
    rule: 'it is open by 0.53 m²: 0.6 m by 0.883 m',
    clear: bedroomWith({ width: 0.72, height: 1.004 }),
    found: bedroomWith({ width: 0.72, height: 1.003 }),
  },
  {
    code: 'bedroom.one_way_out',
    severity: 'warning',
    rule: 'it opens 1.118 m above the floor, in a frame of 6 cm',
    clear: bedroomWith({ sill: 1.057 }),
    found: bedroomWith({ sill: 1.059 }),
  },
  {
    code: 'bedroom.one_way_out',
    severity: 'warning',
    rule: 'it can be opened',
    clear: bedroomWith({ windowType: 'double_casement' }),
    found: bedroomWith({ windowType: 'fixed' }),
  },
  {
    code: 'window.below_ground',
    severity: 'warning',
    rule: 'a sill is on the ground or above it',
    clear: room('office', building(-1), window('window_10', 'wall_3', 2, { sill: 1 })),
    found: room('office', building(-1), window('window_10', 'wall_3', 2, { sill: 0.998 })),
    nodeIds: ['window_10'],
  },
  {
    code: 'floor.no_guard',
    severity: 'warning',
    rule: 'a terrace 0.6 m above the ground needs no guard',
    clear: terrace(0.6),
    found: terrace(0.601),
    nodeIds: ['zone_8'],
  },
  {
    code: 'floor.no_guard',
    severity: 'warning',
    rule: 'a guard is 0.91 m high',
    clear: terrace(1, railing(around(0), 0.91)),
    found: terrace(1, railing(around(0), 0.909)),
  },
  {
    code: 'floor.no_guard',
    severity: 'warning',
    rule: 'beside a raised floor it is as much higher',
    clear: raised(railing(around(0), 1.41)),
    found: raised(railing(around(0), 1.409)),
  },
  {
    code: 'floor.no_guard',
    severity: 'warning',
    rule: 'it may leave a gap of 0.25 m',
    clear: terrace(1, railing(around(0.25))),
    found: terrace(1, railing(around(0.45))),
  },
  {
    code: 'floor.no_guard',
    severity: 'warning',
    rule: 'a hole in a floor needs a guard, and where a floor is 0.6 m under it none',
    clear: pit(0.6),
    found: pit(0.601),
    nodeIds: ['zone_8'],
  },
  {
    code: 'site.off_plot',
    severity: 'warning',
    rule: 'a wall stands on the plot, to the centimetre',
    clear: onPlot(0.009),
    found: onPlot(0.011),
    nodeIds: ['wall_3', 'site_k3x9'],
  },
]

/** A shaft to the east of the room, a square of this many metres between its walls. */
function shaft(clear: number): TestNode[] {
  const side = clear + 0.2
  return [
    wall('wall_12', [6, -1], [6 + side, -1]),
    wall('wall_13', [6 + side, -1], [6 + side, -1 - side]),
    wall('wall_14', [6 + side, -1 - side], [6, -1 - side]),
  ]
}

/** A room with a hole of 1 by 1 m in its floor, over a floor that lies `depth` lower. */
function pit(depth: number): Scene {
  const hole = box(2, -1, 1, 1)
  return sceneOf(
    ...ring(box(0, 0, 6, 4), 3),
    zone('zone_8', box(0, 0, 6, 4)),
    slab(box(0, 0, 6, 4), { holes: [hole] }),
    { kind: 'slab', id: 'slab_41', polygon: box(1, 0, 4, 3), top: -depth },
  )
}

/** A wall along the south border of the plot, over which it reaches this far. */
function onPlot(over: number): Scene {
  return sceneOf(
    {
      kind: 'site',
      id: 'site_k3x9',
      polygon: box(-5, 0.1 - over, 20, 20),
      parent: null as unknown as string,
    },
    wall('wall_3', [0, 0], [5, 0]),
  )
}
