import type { Side } from '../../layout/room-program.ts'
import type { RoofType } from '../../scene/nodes.ts'
import type { RoomTypeName } from '../../scene/room-types.ts'
import type { RoomWord } from './room-words.ts'

/** A wanted relation of a room: `within` is a room that is reached from it alone. */
export interface BriefLink {
  kind: 'next_to' | 'open_to' | 'apart' | 'within'
  to: RoomWord | 'entrance'
}

/** A room of a brief, as often as it is wanted. Lengths in metres, areas in square metres. */
export interface BriefRoom {
  word: RoomWord
  count: number
  area?: number
  leastArea?: number
  size?: [number, number]
  level?: number
  sides: Side[]
  /** Types and places that it is to be next to, open to, or apart from. */
  links: BriefLink[]
  width?: number
  windowWidth?: number
  /** Names of assets, as often as each is wanted. */
  furniture: string[]
}

/**
 * A whole building in words. Lengths in metres, areas in square metres, angles in degrees. Null and
 * empty where the brief is silent.
 */
export interface BuildingBrief {
  rooms: BriefRoom[]
  storeys: number | null
  area: number | null
  /** A side that is not given is 0; `isMost`: sides that it may not exceed. */
  footprint: { width: number; depth: number; isTurnable: boolean; isMost?: boolean } | null
  shape: 'rectangle' | 'L' | 'T' | 'U' | null
  roof: { type: RoofType | null; pitch: number | null } | null
  entrance: Side | null
  isFurnished: boolean
  isOpenPlan: boolean
  hasBigWindows: boolean
  isAccessible: boolean
  doorWidth: number | null
  ceilingHeight: number | null
  /** Whether people are to live in it; null where no noun names it. */
  isDwelling: boolean | null
  /** Whether it has the listed rooms and no others: `four rooms:`, `just`. */
  isComplete: boolean
  /** Types of rooms that it must not have. */
  unwanted: RoomTypeName[]
  /** Names of assets for which no room is named, as often as each is wanted. */
  furniture: string[]
  /** People who are to live in it. */
  people: number | null
  /** Rooms without a use: `a three-room flat`, `two rooms, kitchen, bath`. */
  roomTotal: number | null
  /** Sentences about what was read in part: one of two figures, the first of two choices. */
  notes: string[]
  /** Phrases of the brief that request something and were not understood. */
  unread: string[]
}

export const createBuildingBrief = (): BuildingBrief => ({
  rooms: [],
  storeys: null,
  area: null,
  footprint: null,
  shape: null,
  roof: null,
  entrance: null,
  isFurnished: false,
  isOpenPlan: false,
  hasBigWindows: false,
  isAccessible: false,
  doorWidth: null,
  ceilingHeight: null,
  isDwelling: null,
  isComplete: false,
  unwanted: [],
  furniture: [],
  people: null,
  roomTotal: null,
  notes: [],
  unread: [],
})

export const createBriefRoom = (word: RoomWord, count = 1): BriefRoom => ({
  word,
  count,
  sides: [],
  links: [],
  furniture: [],
})
