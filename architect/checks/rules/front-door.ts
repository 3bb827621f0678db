import { centroid } from '../../geometry/polygon.ts'
import { isInside } from '../../kernel/exposure.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import type { Fix } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Finding, Rule } from '../rule.ts'
import { passagesOf } from '../walking/passages.ts'
import { OUTSIDE, type RoomGraph, roomGraph } from '../walking/room-graph.ts'
import { wallFor } from '../walking/wall-between.ts'

/** Length of wall for a door of 0.9 m with a pier on both sides, in metres. */
const DOOR_STRETCH_M = 1
/** Types of rooms of homes: offices and schools may be entered anywhere. */
const IN_HOMES: ReadonlySet<RoomTypeName> = new Set(['living', 'bedroom', 'studio'])
/** Rooms that are passed through, and those in which guests are received. */
const isEntered = (roomType: RoomTypeName): boolean =>
  ROOM_TYPES[roomType].isPassedThrough || roomType === 'living' || roomType === 'studio'

export const frontDoor: Rule = {
  codes: { 'entrance.missing': 'info', 'entrance.into_room': 'info' },
  about:
    'Ground floors without a door to the outside, and homes whose only ways in lead into a room other than a hall or a living room.',
  *run(scene, levels) {
    const graph = roomGraph(scene)
    for (const level of levels) {
      if (level.index !== 0) continue
      const rooms = childrenOf(scene, level.id, 'zone').filter(({ id }) =>
        isInside(scene, level.id, id),
      )
      if (rooms.length === 0) continue
      const doors = passagesOf(scene, level.id).filter(({ id }) => graph.entrances.includes(id))
      if (doors.length > 0) {
        const sides = doors.flatMap(({ left, right }) => [left.zone, right.zone])
        yield* intoRoom(
          scene,
          level,
          rooms,
          rooms.filter(({ id }) => sides.includes(id)),
          doors[0].id,
        )
      } else if (!rooms.some(({ id }) => isOpen(graph, id))) {
        const fix = doorInto(scene, level, rooms)
        yield {
          code: 'entrance.missing',
          nodeIds: [level.id],
          message: `No door leads from outside into ${level.id}.`,
          at: inSpace(centroid(rooms[0].polygon), level.elevation),
          ...(fix && { fix }),
        }
      }
    }
  },
}

/** Open to the outside without a wall: that is a fault of another kind. */
const isOpen = ({ neighbours }: RoomGraph, zone: string): boolean =>
  (neighbours.get(zone) ?? []).some(({ to, via }) => to === OUTSIDE && via === undefined)

function* intoRoom(
  scene: Scene,
  level: LevelFrame,
  rooms: NodeOf<'zone'>[],
  entered: NodeOf<'zone'>[],
  doorId: string,
): Generator<Finding> {
  const isHome = rooms.length > 1 && rooms.some(({ roomType }) => IN_HOMES.has(roomType))
  if (!isHome || entered.length === 0) return
  if (entered.some(({ roomType }) => isEntered(roomType))) return
  const [room] = entered
  const fix = doorInto(
    scene,
    level,
    rooms.filter(({ roomType }) => isEntered(roomType)),
  )
  yield {
    code: 'entrance.into_room',
    nodeIds: [doorId, room.id],
    message: `${doorId} leads from outside into ${room.id}, a ${ROOM_TYPES[room.roomType].label.toLowerCase()}; a front door leads into a hall or a living room.`,
    at: inSpace(centroid(room.polygon), level.elevation),
    ...(fix && { fix }),
  }
}

/** A door from outside into a hall; where no hall has an outer wall, into another of the rooms. */
function doorInto(scene: Scene, { id }: LevelFrame, rooms: NodeOf<'zone'>[]): Fix | null {
  const rank = ({ roomType }: NodeOf<'zone'>) =>
    ROOM_TYPES[roomType].isPassedThrough ? 0 : isEntered(roomType) ? 1 : 2
  for (const room of rooms.toSorted((a, b) => rank(a) - rank(b))) {
    const place = wallFor(scene, id, room.id, DOOR_STRETCH_M, ({ isOutdoors }) => isOutdoors)
    if (place) return { tool: 'add_door', arguments: place }
  }
  return null
}
