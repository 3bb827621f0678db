import type { Clearance, Size } from '../../assets/asset.ts'
import type { Point } from '../../geometry/point.ts'
import type { PlacedItem } from './placed-item.ts'
import type { Room, Side } from './room.ts'

/**
 * A thing of a setting. The setting's frame is that of its first thing as it stands with its back
 * to a wall: x to the right of one who looks at its front, z out of the wall, in metres.
 */
export interface Member {
  asset: string
  x?: number
  /** Of its middle; absent: its back at the wall. */
  z?: number
  /** Counter-clockwise from above, in degrees. */
  turned?: number
  size?: Partial<Size>
  /** Height of its underside; absent: as its kind is fixed. */
  y?: number
  /** The member that it stands on, by its place in the list. */
  on?: number
  /** It is left out where it does not fit, and so is what needs it. */
  isOptional?: boolean
  needs?: number
  /** Where the setting is used otherwise than the catalog says. */
  clearance?: Partial<Clearance>
}

/** Things that are put as one. */
export interface Setting {
  members: Member[]
  /** `free`: anywhere on the floor, along the room's longest side or across it. */
  at: 'wall' | 'free'
  /** Right at the wall and at what stands beside it: kitchens, tubs. */
  isFlush?: boolean
}

/** Where a setting might be put. */
export interface SettingPosition {
  origin: Point
  /** Of its frame, in degrees. */
  rotation: number
  /** Out of the wall; length 1. */
  inward: Point
  side?: Side
  /** Of the setting's ends from those of the side, in metres. */
  margins: [number, number]
}

/** What of the room a preference sees. */
export interface View {
  room: Room
  placed: readonly PlacedItem[]
  /** The point farthest from everything. */
  readonly openest: Point
}

/** In metres, roughly: the position where it is least is tried first. */
export type Preference = (position: SettingPosition, view: View) => number

export const DENSITIES = ['sparse', 'normal', 'full'] as const
export type Density = (typeof DENSITIES)[number]

/** One thing that a room wants: the first setting that fits is taken. */
export interface Step {
  settings: Setting[] | ((view: View) => Setting[])
  prefer: Preference
  /** From which density on it is wanted; absent: always. */
  from?: Density
  /** How often; 1 where absent. */
  times?: number
}

export type Recipe = Step[]

/** Things beside each other with their backs to the wall, from left to right, `gap` metres apart. */
export function inRow(members: (Member & { width: number })[], gap = 0): Member[] {
  const whole = members.reduce((sum, { width }) => sum + width, 0) + gap * (members.length - 1)
  let reached = -whole / 2
  return members.map(({ width, ...member }) => {
    const x = reached + width / 2
    reached += width + gap
    return { ...member, x }
  })
}
