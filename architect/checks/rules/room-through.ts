import { centroid } from '../../geometry/polygon.ts'
import { isInside } from '../../kernel/exposure.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'
import { OUTSIDE, type RoomGraph, roomGraph } from '../walking/room-graph.ts'
import { wallFor } from '../walking/wall-between.ts'

/** Length of wall for a door of 0.9 m with a pier on both sides, in metres. */
const DOOR_STRETCH_M = 1

/** Rooms in which people want to be alone. */
const IS_PRIVATE: ReadonlySet<string> = new Set<RoomTypeName>(['bedroom', 'bathroom', 'toilet'])
/** Rooms that may belong to a private one: an ensuite, a wardrobe, a balcony before a bedroom. */
const IS_PART: ReadonlySet<string> = new Set<RoomTypeName>([
  'bathroom',
  'toilet',
  'closet',
  'laundry',
  'storage',
])

export const roomThrough: Rule = {
  codes: { 'room.through_private': 'warning' },
  about:
    'Rooms that are reached only through a bedroom, a bath or a toilet, other than its ensuite, store or balcony.',
  *run(scene, levels) {
    const graph = roomGraph(scene)
    const freely = reachedFreely(scene, graph)
    const behind = firstBehind(scene, graph, freely)
    for (const { id, elevation, index } of levels) {
      for (const zone of childrenOf(scene, id, 'zone')) {
        const through = behind.get(zone.id)
        if (through === undefined) continue
        const place = wallFor(scene, id, zone.id, DOOR_STRETCH_M, (beyond) =>
          beyond.zone === null
            ? beyond.isOutdoors && index === 0
            : freely.has(beyond.zone) && isPassable(scene, beyond.zone),
        )
        const other = nodeOf(scene, through, 'zone')!
        yield {
          code: 'room.through_private',
          nodeIds: [zone.id, through],
          message: `${zone.id} is reached only through ${through}, a ${ROOM_TYPES[other.roomType].label.toLowerCase()}.`,
          at: inSpace(centroid(zone.polygon), elevation),
          ...(place && { fix: { tool: 'add_door', arguments: place } }),
        }
      }
    }
  },
}

/**
 * The rooms that are reached only through a private one, with the nearest such one. What belongs to
 * a private room is none of them, but the way goes on through it; a room behind another of them is
 * none either: the fault is in the first.
 */
function firstBehind(scene: Scene, { neighbours }: RoomGraph, freely: Set<string>) {
  const found = new Map<string, string>()
  const through = new Map([...freely].flatMap((id) => (isPassable(scene, id) ? [] : [[id, id]])))
  for (const [place, nearest] of through)
    for (const { to } of neighbours.get(place) ?? []) {
      if (freely.has(to) || through.has(to) || found.has(to)) continue
      if (!isPartOfPrivate(scene, to)) found.set(to, nearest)
      if (isPartOfPrivate(scene, to) || !isPassable(scene, to))
        through.set(to, isPassable(scene, to) ? nearest : to)
    }
  return found
}

/** True for an ensuite, a wardrobe, a balcony, and for a place between walls without a name. */
function isPartOfPrivate(scene: Scene, place: string): boolean {
  const zone = nodeOf(scene, place, 'zone')
  return zone === null || IS_PART.has(zone.roomType) || !isInside(scene, zone.parent!, place)
}

const isPassable = (scene: Scene, id: string): boolean =>
  !IS_PRIVATE.has(nodeOf(scene, id, 'zone')?.roomType ?? '')

/** The rooms that are reached from outside without a way through a private one. */
function reachedFreely(scene: Scene, { neighbours }: RoomGraph): Set<string> {
  const reached = new Set([OUTSIDE])
  for (const room of reached)
    if (isPassable(scene, room)) for (const { to } of neighbours.get(room) ?? []) reached.add(to)
  return reached
}
