import type { Clearance, Size } from '../../assets/asset.ts'
import type { Point } from '../../geometry/point.ts'
import type { Side } from './room.ts'

/**
 * One thing of a setting. All members share one frame, in metres: that of the first member,
 * standing with its back to a wall. When you look at its front, x points to the right; z points out
 * of the wall.
 */
export interface Member {
  asset: string
  x?: number
  /** Distance to the middle of the thing; when absent, its back is at the wall. */
  z?: number
  /** Counter-clockwise from above, in degrees. */
  turned?: number
  size?: Partial<Size>
  /** Height of its underside; when absent, the usual one for this kind of thing. */
  y?: number
  /** The member that it stands on, as an index in the list. */
  on?: number
  /** Leave it out where it does not fit, together with the members that need it. */
  isOptional?: boolean
  needs?: number
  /** It stands at the second wall of a setting in a corner, and hangs on it if it hangs. */
  isAtSecondWall?: true
  /** Replaces the clearance in the catalog where this setting is used differently. */
  clearance?: Partial<Clearance>
}

/** Furniture that is placed as one group. */
export interface Setting {
  members: Member[]
  /** `free`: anywhere on the floor, along the room's longest side or across it. */
  at: 'wall' | 'free'
  /**
   * It stands in a corner: this end of it, seen from the room, is at a second wall, of which it
   * needs `leg` metres.
   */
  corner?: { at: 'left' | 'right'; leg: number }
  /** Right against the wall and its neighbours, as kitchens and bath tubs are. */
  isFlush?: boolean
}

/** A position in the room where a setting may be placed. */
export interface SettingPosition {
  origin: Point
  /** Rotation of the setting's frame, in degrees. */
  rotation: number
  /** Unit vector out of the wall. */
  inward: Point
  side?: Side
  /** The side that meets it in the corner, for a setting that stands in one. */
  second?: Side
  /** Distances from each end of the setting to that end of the side, in metres. */
  margins: [number, number]
}

/** Members side by side with their backs to the wall, from left to right, `gap` metres apart. */
export function inRow(members: (Member & { width: number })[], gap = 0): Member[] {
  const whole = members.reduce((sum, { width }) => sum + width, 0) + gap * (members.length - 1)
  let reached = -whole / 2
  return members.map(({ width, ...member }) => {
    const x = reached + width / 2
    reached += width + gap
    return { ...member, x }
  })
}
