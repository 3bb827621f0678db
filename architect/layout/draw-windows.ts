import type { RoomTypeName } from '../scene/room-types.ts'
import { zoneName } from './draw-doors.ts'
import type { TerraceDoor } from './draw-terraces.ts'
import {
  alongStretch,
  type DrawnRoom,
  type DrawnStorey,
  type OuterStretch,
  stretchLength,
} from './drawn-plan.ts'
import type { PlanCall } from './plan-call.ts'
import type { RoomProgram, Side } from './room-program.ts'

/** Area of glass over the floor that windows have: IRC R303.1 requires 8 %, frames take a part. */
const LIGHT_SHARE = 0.12
/** Where big windows are requested. */
const BIG_LIGHT_SHARE = 0.2
const BIG_WINDOW = { widest: 3, height: 2.1, sill: 0.2 }
/** Windows of habitable rooms are on the sunny sides first. */
const SIDES_BY_SUN: readonly Side[] = ['south', 'west', 'east', 'north']
const NARROWEST_M = 0.5
/** Between a window and a corner, in metres; walls that meet take half of their thickness. */
const CORNER_MARGIN_M = 0.45
/** Widths of windows are multiples of this, in metres. */
const WIDTH_STEP_M = 0.05

interface WindowLook {
  /** Share of its wall that a window takes, at most, and the widest of them. */
  share: number
  widest: number
  height: number
  sill: number
}
const PLAIN: WindowLook = { share: 0.6, widest: 1.8, height: 1.3, sill: 0.9 }
const SUNNY: WindowLook = { share: 0.7, widest: 2.4, height: 1.5, sill: 0.7 }
const SMALL: WindowLook = { share: 0.5, widest: 0.9, height: 0.8, sill: 1.4 }
const LOOKS: Partial<Record<RoomTypeName, WindowLook | null>> = {
  living: SUNNY,
  dining: SUNNY,
  studio: SUNNY,
  classroom: SUNNY,
  kitchen: { share: 0.6, widest: 1.6, height: 1.1, sill: 1.05 },
  bathroom: SMALL,
  toilet: { share: 0.5, widest: 0.6, height: 0.6, sill: 1.5 },
  laundry: SMALL,
  utility: SMALL,
  storage: null,
  closet: null,
  garage: null,
}
/** Rooms with one small window. */
const isSmall = ({ widest }: WindowLook) => widest < 1

export function windowCalls(
  program: RoomProgram,
  { rooms }: DrawnStorey,
  doors: readonly TerraceDoor[],
): PlanCall[] {
  return rooms.flatMap((each) => windowsOf(program, each, doors))
}

function windowsOf(
  { hasBigWindows }: RoomProgram,
  { room, outer, placed }: DrawnRoom,
  doors: readonly TerraceDoor[],
): PlanCall[] {
  const usual = room.type in LOOKS ? LOOKS[room.type] : PLAIN
  if (!usual) return []
  const isBig = hasBigWindows && !isSmall(usual) && room.type !== 'kitchen'
  const look = isBig ? { ...usual, ...BIG_WINDOW } : usual
  const wanted = placed.area * (isBig ? BIG_LIGHT_SHARE : LIGHT_SHARE)
  const calls: PlanCall[] = []
  let glass = 0
  const add = (wall: OuterStretch, from: number, to: number) => {
    const length = to - from
    const free = length - 2 * CORNER_MARGIN_M
    const missing = Math.max(1, (wanted - glass) / look.height)
    // A long wall has two windows rather than one that is very wide.
    const count = !isSmall(look) && missing > look.widest && free > 3.2 ? 2 : 1
    const most = Math.min(look.widest, free / count - (count - 1) * 0.3, length * look.share)
    const width =
      room.windowWidth !== undefined && room.windowWidth <= free
        ? room.windowWidth
        : Math.floor(Math.min(most, Math.max(missing / count, 1)) / WIDTH_STEP_M) * WIDTH_STEP_M
    if (width < NARROWEST_M) return
    for (let i = 0; i < count; i++) {
      calls.push({
        tool: 'add_window',
        arguments: {
          zoneId: zoneName(room),
          centre: alongStretch(wall, from + (length * (i + 0.5)) / count),
          width: Math.round(width * 100) / 100,
          height: look.height,
          sill: look.sill,
        },
      })
      glass += width * look.height
    }
  }
  const walls = [...outer].sort(
    (a, b) => SIDES_BY_SUN.indexOf(a.side) - SIDES_BY_SUN.indexOf(b.side),
  )
  for (const wall of walls) {
    if (calls.length > 0 && (isSmall(look) || glass >= wanted)) break
    const door = doors.find((each) => each.stretch === wall)
    const spans = door
      ? [[0, door.from] as const, [door.to, stretchLength(wall)] as const]
      : [[0, stretchLength(wall)] as const]
    for (const [from, to] of spans) if (to - from > 1) add(wall, from, to)
  }
  return calls
}
