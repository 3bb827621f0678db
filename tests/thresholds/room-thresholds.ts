import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf } from '../houses/scene-of.ts'
import { box } from '../houses/sound-house.ts'
import { door, ring, type Threshold, wall, window, zone } from './threshold.ts'

const twoRooms = (shared: number, width = 4, depth = 5): Scene =>
  sceneOf(
    zone('zone_3', box(0, 0, width, depth)),
    zone('zone_4', box(0, shared - depth, width, depth)),
  )

/** A room of 6 by 4 m whose south wall has a gap. */
const gapInTheSouth = (metres: number, roomType = 'other'): Scene =>
  sceneOf(
    wall('wall_3', [0, 0], [2, 0]),
    wall('wall_4', [2 + metres, 0], [6, 0]),
    wall('wall_5', [6, 0], [6, -4]),
    wall('wall_6', [6, -4], [0, -4]),
    wall('wall_7', [0, -4], [0, 0]),
    zone('zone_8', box(0, 0, 6, 4), { roomType }),
  )

/** The same room, with its south wall `south` metres off its border. */
const southWallOffBorder = (south: number): Scene =>
  sceneOf(
    wall('wall_3', [-0.1, south], [6.1, south]),
    wall('wall_5', [6, 0], [6, -4]),
    wall('wall_6', [6, -4], [0, -4]),
    wall('wall_7', [0, -4], [0, 0]),
    zone('zone_8', box(0, 0, 6, 4)),
  )

/** Two rooms in one hall of 8 by 3 m, with a gap of `metres` between them. */
const drawnApart = (metres: number): Scene =>
  sceneOf(
    ...ring(box(0, 0, 8, 3), 3),
    zone('zone_8', box(0, 0, 4, 3)),
    zone('zone_9', box(4 + metres, 0, 4 - metres, 3)),
  )

/**
 * Two rooms of 4 by 3 m with an entrance into the western one, and a wall between them of length
 * `wallEnd`.
 */
const passage = (wallEnd: number): Scene =>
  sceneOf(
    ...ring(box(0, 0, 8, 3), 3),
    wall('wall_7', [4, 0], [4, -wallEnd]),
    door('door_8', 'wall_3', 2),
    zone('zone_9', box(0, 0, 4, 3)),
    zone('zone_10', box(4, 0, 4, 3)),
  )

/** A room whose entrance is a hole in its wall. */
const hole = (sill: number, kind: 'opening' | 'window' = 'opening'): Scene =>
  sceneOf(
    ...ring(box(0, 0, 6, 4), 3),
    door('opening_7', 'wall_3', 3, { kind, id: `${kind}_7`, height: 2, sill }),
    zone('zone_8', box(0, 0, 6, 4)),
  )

/**
 * An office with a window in its south wall; the room begins `south` metres north of the wall's
 * centreline.
 */
const lit = (south: number, roomType = 'office'): Scene =>
  sceneOf(
    ...ring(box(0, 0, 6, 4), 3),
    window('window_7', 'wall_3', 3),
    zone('zone_8', box(0, -south, 6, 3.5), { roomType }),
  )

export const ROOM_THRESHOLDS: Threshold[] = [
  {
    code: 'room.overlap',
    severity: 'error',
    rule: 'rooms may share 0.02 m² of floor',
    clear: twoRooms(0.0049),
    found: twoRooms(0.0051),
    nodeIds: ['zone_4', 'zone_3'],
  },
  {
    code: 'room.overlap',
    severity: 'error',
    rule: 'rooms that share a strip a millimetre wide are neighbours, however long it is',
    clear: twoRooms(0.0009, 30),
    found: twoRooms(0.0011, 30),
  },
  {
    code: 'room.open_loop',
    severity: 'warning',
    rule: 'a gap of 20 cm between walls is open: 10 cm, and 5 cm that each wall covers',
    clear: gapInTheSouth(0.199),
    found: gapInTheSouth(0.201),
    nodeIds: ['zone_8'],
  },
  {
    code: 'room.open_loop',
    severity: 'warning',
    rule: 'a terrace may be open',
    clear: gapInTheSouth(3, 'terrace'),
    found: gapInTheSouth(3, 'living'),
  },
  {
    code: 'room.open_loop',
    severity: 'warning',
    rule: 'a wall closes a border up to 5 cm from its face',
    clear: southWallOffBorder(0.149),
    found: southWallOffBorder(0.151),
  },
  {
    code: 'room.open_loop',
    severity: 'warning',
    rule: 'a border is open to a room that begins within 15 cm',
    times: 2,
    clear: drawnApart(0.149),
    found: drawnApart(0.151),
  },
  {
    code: 'room.unreachable',
    severity: 'error',
    rule: 'people walk through an open border of 0.6 m',
    clear: passage(2.195),
    found: passage(2.205),
    nodeIds: ['zone_10'],
  },
  {
    code: 'room.unreachable',
    severity: 'error',
    rule: 'people step over a sill of 20 cm',
    clear: hole(0.199),
    found: hole(0.201),
  },
  {
    code: 'room.unreachable',
    severity: 'error',
    rule: 'a window is not an entrance',
    clear: hole(0, 'opening'),
    found: hole(0, 'window'),
  },
  {
    code: 'room.no_window',
    severity: 'info',
    rule: 'a window lights the room that begins within 10 cm of its wall',
    clear: lit(0.199),
    found: lit(0.201),
    nodeIds: ['zone_8'],
  },
  {
    code: 'room.no_window',
    severity: 'info',
    rule: 'a store does not need a window, an office does',
    clear: lit(0.201, 'storage'),
    found: lit(0.201, 'office'),
  },
]
