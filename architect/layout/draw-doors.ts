import { DOOR_STRETCH, DOOR_WALLS_M } from './door-sizes.ts'
import { alongStretch, type DrawnRoom, type DrawnStorey, stretchLength } from './drawn-plan.ts'
import { sharedLength } from './placed-plan.ts'
import type { PlanCall } from './plan-call.ts'
import { type ProgramTables, PUBLIC_TYPES } from './program-tables.ts'
import type { RoomProgram } from './room-program.ts'

/** Rooms that are open to each other where one leads to the other. */
const OPEN = new Set(['living', 'dining', 'kitchen', 'studio'])
const WET = new Set(['bathroom', 'toilet'])
/** Widths of doors in metres: clear widths of 32 in (ADA 404.2.3) need 0.9. */
const DOOR_M = 0.85
const WET_DOOR_M = 0.8
/** Widths of doors are multiples of this. */
const DOOR_STEP_M = 0.05
const FRONT_DOOR_M = 1
const FRONT_DOOR_MIN_M = 0.9
/** Of the wall of a front door between the middles of two others: these, and frames. */
const FRONT_WALL_M = 0.42
const GARAGE_DOOR_M = 2.5
/** Openings between rooms that are open to each other, and what stays of the wall. */
const OPENING_MIN_M = 1.2
const OPENING_MAX_M = 2.6
const OPENING_WALL_M = 0.8
const OPENING_HEIGHT_M = 2.2

export const zoneName = (room: { id: string }): string => `$${room.id}.zoneId`
const hallName = (level: number): string => `$hall${level}.zoneId`

/** The doors of a storey, and the openings between rooms that are open to each other. */
export function doorCalls(tables: ProgramTables, storey: DrawnStorey, level: number): PlanCall[] {
  return new Doors(tables, storey, level).calls()
}

class Doors {
  private readonly tables: ProgramTables
  private readonly program: RoomProgram
  private readonly storey: DrawnStorey
  private readonly level: number
  /** Pairs of rooms that have a way, by their ids. */
  private readonly joined = new Set<string>()

  constructor(tables: ProgramTables, storey: DrawnStorey, level: number) {
    this.tables = tables
    this.program = tables.program
    this.storey = storey
    this.level = level
  }

  calls(): PlanCall[] {
    const { rooms } = this.storey
    return [
      // The widest openings last, as they find a place where a door is.
      ...rooms.flatMap((each) => this.toHall(each)),
      ...this.requestedOpenings(),
      ...rooms.flatMap((each) => this.toRoom(each)),
      ...rooms.flatMap((each) => this.kitchenDoors(each)),
      ...(this.level === 0 ? this.frontDoor() : []),
      ...rooms.flatMap((each) => (each.room.type === 'garage' ? garageDoor(each) : [])),
    ]
  }

  private door(zoneId: string, to: string, more: Record<string, unknown>): PlanCall {
    const width = Math.max(this.program.doorWidth, Number(more.width))
    return { tool: 'add_door', arguments: { zoneId, to, ...more, width } }
  }

  private join(a: DrawnRoom, b: DrawnRoom, more: Record<string, unknown>): PlanCall[] {
    const key = [a.room.id, b.room.id].sort().join(' ')
    if (this.joined.has(key)) return []
    this.joined.add(key)
    return [this.door(zoneName(a.room), zoneName(b.room), more)]
  }

  private open(a: DrawnRoom, b: DrawnRoom): PlanCall[] {
    const shared = sharedLength(a.placed, b.placed)
    const width = Math.min(OPENING_MAX_M, Math.max(OPENING_MIN_M, shared - OPENING_WALL_M))
    const rounded = Math.round(width * 20) / 20
    return this.join(a, b, { doorType: 'opening', width: rounded, height: OPENING_HEIGHT_M })
  }

  private roomOf(id: string | undefined): DrawnRoom | null {
    return this.storey.rooms.find(({ room }) => room.id === id) ?? null
  }

  private requestedOpenings(): PlanCall[] {
    return this.program.relations.flatMap(({ kind, a, b }) => {
      const [one, other] = [this.roomOf(a), this.roomOf(b)]
      if (kind !== 'open_to' || !one || !other) return []
      const isLong = sharedLength(one.placed, other.placed) >= OPENING_MIN_M + 0.3
      return isLong ? this.open(one, other) : []
    })
  }

  private isAtHall({ room, placed }: DrawnRoom): boolean {
    return !this.roomOf(room.within) && placed.atHall >= this.tables.doorStretch[placed.room]
  }

  /** Width of the door of a room in a wall of this length. */
  private widthIn({ room }: DrawnRoom, length: number): number {
    const usual = WET.has(room.type) ? WET_DOOR_M : DOOR_M
    const steps = Math.floor((length - DOOR_WALLS_M) / DOOR_STEP_M + 1e-6)
    return Math.min(usual, Math.round(steps * DOOR_STEP_M * 100) / 100)
  }

  private toHall(each: DrawnRoom): PlanCall[] {
    if (!this.isAtHall(each)) return []
    const width = this.widthIn(each, each.placed.atHall)
    return [this.door(zoneName(each.room), hallName(this.level), { width })]
  }

  /** To the room that it belongs to, or through which it is reached. */
  private toRoom(each: DrawnRoom): PlanCall[] {
    if (this.isAtHall(each)) return []
    const { room, placed } = each
    const stretch = this.tables.doorStretch[placed.room]
    const joinWithDoor = (other: DrawnRoom) =>
      this.join(each, other, { width: this.widthIn(each, sharedLength(placed, other.placed)) })
    const host = this.roomOf(room.within)
    if (host) return joinWithDoor(host)
    const near = this.storey.rooms.find(
      (other) =>
        other !== each &&
        PUBLIC_TYPES.has(other.room.type) &&
        other.placed.atHall >= DOOR_STRETCH &&
        sharedLength(placed, other.placed) >= stretch,
    )
    if (!near) return []
    const isOpen =
      OPEN.has(room.type) && OPEN.has(near.room.type) && sharedLength(placed, near.placed) > 2
    return isOpen ? this.open(each, near) : joinWithDoor(near)
  }

  /** Kitchens have a way of their own to a dining room next to them. */
  private kitchenDoors(each: DrawnRoom): PlanCall[] {
    if (each.room.type !== 'kitchen') return []
    return this.storey.rooms.flatMap((other) =>
      other.room.type === 'dining' && sharedLength(each.placed, other.placed) > OPENING_MIN_M + 0.3
        ? this.join(each, other, { doorType: 'opening', width: OPENING_MIN_M })
        : [],
    )
  }

  private frontDoor(): PlanCall[] {
    const { entrance } = this.program
    const doors = this.storey.frontDoors
    const front = doors.find(({ side }) => side === entrance) ?? doors[0]
    if (!front) return []
    const length = stretchLength(front)
    return [
      {
        tool: 'add_door',
        as: 'frontDoor',
        arguments: {
          zoneId: hallName(0),
          centre: alongStretch(front, length / 2),
          width: Math.max(FRONT_DOOR_MIN_M, Math.min(FRONT_DOOR_M, length - FRONT_WALL_M)),
          label: 'Front door',
        },
      },
    ]
  }
}

/** In the shortest outer wall that is wide enough, as a car goes in along the room. */
function garageDoor({ room, outer }: DrawnRoom): PlanCall[] {
  const wall = outer.filter((each) => stretchLength(each) >= GARAGE_DOOR_M + 0.5).at(-1)
  if (!wall) return []
  return [
    {
      tool: 'add_door',
      arguments: {
        zoneId: zoneName(room),
        centre: alongStretch(wall, stretchLength(wall) / 2),
        doorType: 'garage',
        width: GARAGE_DOOR_M,
      },
    },
  ]
}
