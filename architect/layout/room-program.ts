import type { Point } from '../geometry/point.ts'
import type { RoomTypeName } from '../scene/room-types.ts'

/** Sides of a house by the compass: north is -z, east +x. */
export const SIDES = ['north', 'east', 'south', 'west'] as const
export type Side = (typeof SIDES)[number]

/** A room that a building must have. Lengths in metres, areas net and in square metres. */
export interface ProgramRoom {
  id: string
  label: string
  type: RoomTypeName
  /** Index of its storey: 0 the ground floor. */
  level: number
  area: number
  /** Whether the area was requested, and not chosen from the standards. */
  isAreaGiven: boolean
  /** Clear width and depth, in either direction. */
  size?: readonly [number, number]
  /** Sides on which it must have an outer wall. */
  sides: readonly Side[]
  /** Id of the room from which it is reached, as an ensuite bathroom is. */
  within?: string
  /** Least clear width in metres, where it is more than usual. */
  minWidth?: number
  /** Width of each of its windows, in metres. */
  windowWidth?: number
}

/** Two rooms by their ids, and how they are to lie to each other. */
export interface RoomRelation {
  kind: 'next_to' | 'open_to' | 'apart'
  a: string
  b: string
}

/** A terrace, outside in front of a room. */
export interface OutdoorRoom {
  id: string
  label: string
  /** In square metres. */
  area: number
  /** Id of the room from which it is reached. */
  at: string
}

export const SHAPES = ['rectangle', 'L', 'T', 'U'] as const
export type OutlineShape = (typeof SHAPES)[number]

/** What a building must have, before any of it is drawn. */
export interface RoomProgram {
  rooms: readonly ProgramRoom[]
  relations: readonly RoomRelation[]
  outdoors: readonly OutdoorRoom[]
  /** Storeys above the ground. */
  storeys: number
  shape: OutlineShape
  /** Outer faces, west to east by south to north; null where it may be chosen. */
  footprint: { width: number; depth: number } | null
  /** Corners of the outer faces in metres, x east and z south; null where it may be chosen. */
  outline: readonly Point[] | null
  /** Side of the front door; null where it may be chosen. */
  entrance: Side | null
  /** The hall that connects the rooms, as the brief calls it. */
  hallLabel: string
  hallType: RoomTypeName
  /** Clear width of the hall. */
  hallWidth: number
  /** Least width of doors to rooms. */
  doorWidth: number
  hasBigWindows: boolean
  /** Thickness of outer and inner walls. */
  outerWall: number
  innerWall: number
}
