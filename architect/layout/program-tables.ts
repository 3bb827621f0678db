import type { RoomTypeName } from '../scene/room-types.ts'
import { DOOR_STRETCH, DOOR_WALLS_M, SMALL_DOOR_STRETCH } from './door-sizes.ts'
import { type RoomProgram, SIDES } from './room-program.ts'
import { ROOM_STANDARDS } from './room-standards.ts'

/** Two rooms of one storey, by their indices. */
export interface RoomPair {
  a: number
  b: number
  /** Points of a plan in which they do not lie as requested, or as usual. */
  points: number
}

/** A program as arrays by room, so that a search of thousands of plans reads numbers only. */
export interface ProgramTables {
  program: RoomProgram
  area: Float64Array
  minArea: Float64Array
  minWidth: Float64Array
  maxAspect: Float64Array
  /** Length of wall in metres between the middles of two others that its door needs. */
  doorStretch: Float64Array
  /** How much of the spare length of a band a room gets, for each metre that it wants. */
  flex: Float64Array
  isGiven: Uint8Array
  mayBeInner: Uint8Array
  isBath: Uint8Array
  /** 1 of rooms that are of little more use when they are larger. */
  isServant: Uint8Array
  /** 1 where people stay in the daytime, so that the sun is welcome. */
  isSunny: Uint8Array
  /** 1 of rooms that lead to others: a kitchen may be reached through a dining room. */
  isPublic: Uint8Array
  /** Points of a room that is reached through such a room, and not from the hall. */
  behind: Float64Array
  canTuck: Uint8Array
  canHost: Uint8Array
  isGarage: Uint8Array
  /** Requested sides as bits by their order in SIDES. */
  sides: Uint8Array
  /** Index of the room from which it is reached; -1 where that is the hall. */
  within: Int16Array
  /** Rooms of each storey. */
  levels: number[][]
  /** Wet rooms of each storey. */
  wet: number[][]
  together: RoomPair[]
  openTo: RoomPair[]
  apart: RoomPair[]
  /** Rooms of one use. */
  kin: RoomPair[]
}

/** Rooms of one use that lie next to each other where nothing else is requested, and how much. */
const KIN: Partial<Record<RoomTypeName, Partial<Record<RoomTypeName, number>>>> = {
  dining: { kitchen: 7, living: 4 },
  kitchen: { living: 3, utility: 1.5, storage: 1 },
  bathroom: { laundry: 0.5 },
}
const SUNNY = new Set<RoomTypeName>(['living', 'dining', 'studio', 'classroom'])
export const PUBLIC_TYPES: ReadonlySet<RoomTypeName> = new Set<RoomTypeName>([
  'living',
  'dining',
  'kitchen',
  'studio',
  'meeting',
])
/** Rooms that all who live in a house share, or that belong to a kitchen. */
const SHARED = new Set<RoomTypeName>([
  'living',
  'dining',
  'kitchen',
  'storage',
  'closet',
  'utility',
  'laundry',
])
/** Rooms that are of little more use when they are larger. */
const SERVANT = new Set<RoomTypeName>([
  'bathroom',
  'toilet',
  'storage',
  'closet',
  'laundry',
  'utility',
])
/** Points of any other room that is reached through a public one. */
const BEHIND_POINTS = 25
/** Rooms in whose corners others lie have this area at least, those in corners at most. */
const HOST_MIN_M2 = 9
const TUCKED_MAX_M2 = 7
/** Points of a request that a plan does not meet. */
const REQUEST_POINTS = 40
const APART_POINTS = 15

export function programTables(program: RoomProgram): ProgramTables {
  const { rooms, relations, storeys } = program
  const standards = rooms.map(({ type }) => ROOM_STANDARDS[type])
  const indexOf = (id: string | undefined) => rooms.findIndex((room) => room.id === id)
  const floats = (of: (index: number) => number) => Float64Array.from(rooms, (_, i) => of(i))
  const flags = (of: (index: number) => boolean) => Uint8Array.from(rooms, (_, i) => Number(of(i)))
  const isOneOf = (set: ReadonlySet<RoomTypeName>) => flags((i) => set.has(rooms[i].type))
  const ofLevel = (is: (index: number) => boolean) =>
    Array.from({ length: storeys }, (_, level) =>
      rooms.flatMap((room, index) => (room.level === level && is(index) ? [index] : [])),
    )
  const pairsOf = (kind: string, points: number): RoomPair[] =>
    relations.flatMap((relation) => {
      const [a, b] = [indexOf(relation.a), indexOf(relation.b)]
      return relation.kind === kind && rooms[a]?.level === rooms[b]?.level && a >= 0
        ? [{ a, b, points }]
        : []
    })
  return {
    program,
    area: floats((i) => rooms[i].area),
    minArea: floats((i) => standards[i].minArea),
    minWidth: floats((i) => Math.max(rooms[i].minWidth ?? 0, standards[i].minWidth)),
    maxAspect: floats((i) => standards[i].maxAspect),
    doorStretch: floats((i) =>
      Math.max(
        program.doorWidth + DOOR_WALLS_M,
        SERVANT.has(rooms[i].type) ? SMALL_DOOR_STRETCH : DOOR_STRETCH,
      ),
    ),
    flex: floats((i) =>
      rooms[i].isAreaGiven || rooms[i].size ? 0.1 : SERVANT.has(rooms[i].type) ? 0.3 : 1,
    ),
    isGiven: flags((i) => rooms[i].isAreaGiven),
    mayBeInner: flags((i) => standards[i].mayBeInner),
    isBath: flags((i) => rooms[i].type === 'bathroom'),
    isServant: isOneOf(SERVANT),
    isSunny: isOneOf(SUNNY),
    isPublic: isOneOf(PUBLIC_TYPES),
    behind: floats((i) => (SHARED.has(rooms[i].type) ? 1 : BEHIND_POINTS)),
    canTuck: flags((i) => standards[i].mayBeInner && rooms[i].area < TUCKED_MAX_M2),
    canHost: flags((i) => rooms[i].area > HOST_MIN_M2),
    isGarage: flags((i) => rooms[i].type === 'garage'),
    sides: Uint8Array.from(rooms, ({ sides }) =>
      sides.reduce((bits, side) => bits | (1 << SIDES.indexOf(side)), 0),
    ),
    within: Int16Array.from(rooms, ({ within }) => indexOf(within)),
    levels: ofLevel(() => true),
    wet: ofLevel((i) => standards[i].isWet),
    together: pairsOf('next_to', REQUEST_POINTS),
    openTo: pairsOf('open_to', REQUEST_POINTS),
    apart: pairsOf('apart', APART_POINTS),
    kin: kinOf(program),
  }
}

/** Rooms of one use on one storey that no relation is about. */
function kinOf({ rooms, relations }: RoomProgram): RoomPair[] {
  const isRelated = (a: string, b: string) =>
    relations.some(
      (relation) =>
        (relation.a === a && relation.b === b) || (relation.a === b && relation.b === a),
    )
  return rooms.flatMap((one, a) =>
    rooms.flatMap((other, b) => {
      const points = KIN[one.type]?.[other.type]
      return points !== undefined && one.level === other.level && !isRelated(one.id, other.id)
        ? [{ a, b, points }]
        : []
    }),
  )
}
