import { passagesOf } from '../checks/walking/passages.ts'
import { openBorders } from '../checks/walking/room-borders.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { IS_WINDOW } from '../kernel/openings/openings.ts'
import { wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { Scene } from '../scene/scene.ts'
import { type RoomStretch, wallZones } from './wall-zones.ts'

export const BORDERS = ['wall', 'door', 'opening', 'open_border'] as const
export type Border = (typeof BORDERS)[number]

/** What lies between a room and a neighbour. */
export interface ZoneNeighbour {
  zoneId: string
  by: Border
  /** The wall, door or opening; absent of an open border. */
  nodeId?: string
  /** Common length of the wall, width of the door or opening, length of the border, in metres. */
  length: number
}

/** A way out of a room. */
export interface ZoneDoor {
  id: string
  /** The room beyond; null where none is there. */
  to: string | null
}

/** What bounds a room. */
export interface ZoneBorders {
  doors: ZoneDoor[]
  windows: string[]
  neighbours: ZoneNeighbour[]
}

/** Rooms that share less than this of a wall only touch at a corner, in metres. */
const SHARED_MIN_M = 0.1

/** What bounds each room of a level: openings, and the rooms beyond walls, doors and borders. */
export const zoneBorders = cachedByLevel((scene: Scene, levelId: string) => {
  const borders = new Map<string, ZoneBorders>()
  const of = (id: string): ZoneBorders => {
    const known = borders.get(id) ?? { doors: [], windows: [], neighbours: [] }
    borders.set(id, known)
    return known
  }
  const join = (a: string, b: string, border: Omit<ZoneNeighbour, 'zoneId'>) => {
    of(a).neighbours.push({ zoneId: b, ...border })
    of(b).neighbours.push({ zoneId: a, ...border })
  }
  for (const shape of wallShapes(scene, levelId).values()) {
    const { left, right } = wallZones(scene, levelId).get(shape.id)!
    for (const { a, b, length } of facing(left, right))
      join(a, b, { by: 'wall', nodeId: shape.id, length })
    for (const { id, kind, from, to } of shape.openings) {
      if (!IS_WINDOW[kind]) continue
      const beside = [...left, ...right].filter((room) => room.from < to && room.to > from)
      for (const zoneId of new Set(beside.map((room) => room.zoneId))) of(zoneId).windows.push(id)
    }
  }
  for (const { id, left, right, width } of passagesOf(scene, levelId)) {
    const [a, b] = [left.zone, right.zone]
    if (a !== null && a !== b) of(a).doors.push({ id, to: b })
    if (b !== null && a !== b) of(b).doors.push({ id, to: a })
    const by = scene.nodes[id].kind === 'door' ? 'door' : 'opening'
    if (a !== null && b !== null && a !== b) join(a, b, { by, nodeId: id, length: width })
  }
  for (const { zone, beyond, length } of openBorders(scene, levelId))
    if (beyond !== null) of(zone).neighbours.push({ zoneId: beyond, by: 'open_border', length })
  return borders
})

/** The pairs of rooms that face each other across a wall, with the length that they share. */
function facing(left: readonly RoomStretch[], right: readonly RoomStretch[]) {
  const pairs = new Map<string, { a: string; b: string; length: number }>()
  for (const { zoneId: a, from, to } of left) {
    for (const { zoneId: b, ...other } of right) {
      const length = Math.min(to, other.to) - Math.max(from, other.from)
      if (a === b || length < SHARED_MIN_M) continue
      const known = pairs.get(`${a} ${b}`)
      if (known) known.length += length
      else pairs.set(`${a} ${b}`, { a, b, length })
    }
  }
  return pairs.values()
}
