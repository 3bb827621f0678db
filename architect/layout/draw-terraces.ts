import { zoneName } from './draw-doors.ts'
import { alongStretch, type DrawnStorey, type OuterStretch, stretchLength } from './drawn-plan.ts'
import type { PlanCall } from './plan-call.ts'
import type { RoomProgram, Side } from './room-program.ts'

/** The part of an outer wall that a door to a terrace takes: windows stay out of it. */
export interface TerraceDoor {
  roomId: string
  stretch: OuterStretch
  /** From the beginning of the stretch, in metres. */
  from: number
  to: number
}

/** A terrace is on the sunniest side on which its room has an outer wall. */
const SIDES_BY_SUN: readonly Side[] = ['south', 'west', 'east', 'north']
/** Least length of the wall, and least depth of the terrace in metres. */
const WALL_MIN_M = 2.2
const DEPTH_MIN_M = 2.5
const DOOR_WIDTH_M = 1.8
/** Between the door and the end of the wall, or the next window. */
const DOOR_MARGIN_M = 0.3
const OUTWARDS: Record<Side, [number, number]> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
}

export interface DrawnTerraces {
  calls: PlanCall[]
  doors: TerraceDoor[]
}

export function drawTerraces(
  { outdoors, outerWall }: RoomProgram,
  { rooms }: DrawnStorey,
  levelId: string,
): DrawnTerraces {
  const calls: PlanCall[] = []
  const doors: TerraceDoor[] = []
  for (const terrace of outdoors) {
    const host = rooms.find(({ room }) => room.id === terrace.at)
    const [stretch] = (host?.outer ?? [])
      .filter((each) => stretchLength(each) >= WALL_MIN_M)
      .filter((each) => doors.every((door) => door.stretch !== each))
      .sort((a, b) => SIDES_BY_SUN.indexOf(a.side) - SIDES_BY_SUN.indexOf(b.side))
    if (!host || !stretch) continue
    calls.push({
      tool: 'create_room',
      as: terrace.id,
      arguments: {
        levelId,
        label: terrace.label,
        roomType: 'terrace',
        polygon: terraceAt(stretch, terrace.area, outerWall),
        createWalls: false,
      },
    })
    const length = stretchLength(stretch)
    const width = Math.min(DOOR_WIDTH_M, length - 2 * DOOR_MARGIN_M)
    // At one end of the wall, so that a window has the other.
    const from =
      length > 2 * DOOR_WIDTH_M ? length - width - 2 * DOOR_MARGIN_M : (length - width) / 2
    calls.push({
      tool: 'add_door',
      arguments: {
        zoneId: zoneName(host.room),
        centre: alongStretch(stretch, from + width / 2),
        doorType: 'sliding',
        width,
      },
    })
    doors.push({
      roomId: host.room.id,
      stretch,
      from: from - DOOR_MARGIN_M,
      to: from + width + DOOR_MARGIN_M,
    })
  }
  return { calls, doors }
}

/** A rectangle of this area before a wall, along its outer face. */
function terraceAt(stretch: OuterStretch, area: number, outerWall: number): [number, number][] {
  const { side, from, to } = stretch
  const length = stretchLength(stretch)
  const depth = Math.max(DEPTH_MIN_M, area / length)
  const width = area / depth
  const [dx, dz] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const [ox, oz] = OUTWARDS[side]
  const at = (along: number, out: number): [number, number] => [
    Math.round((from[0] + dx * along + ox * out) * 1_000) / 1_000,
    Math.round((from[1] + dz * along + oz * out) * 1_000) / 1_000,
  ]
  const [start, face] = [length - width, outerWall / 2]
  return [at(start, face), at(length, face), at(length, face + depth), at(start, face + depth)]
}
