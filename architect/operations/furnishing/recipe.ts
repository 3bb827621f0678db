import type { Point } from '../../geometry/point.ts'
import type { PlacedItem } from './placed-item.ts'
import type { Room } from './room.ts'
import type { Setting, SettingPosition } from './setting.ts'

/** The parts of a room that a preference can use. */
export interface View {
  room: Room
  placed: readonly PlacedItem[]
  /** Area of its floor, in square metres. */
  area: number
  /** The point that is farthest from everything. */
  readonly openest: Point
}

/** Cost of a position, roughly in metres: the position with the lowest cost is tried first. */
export type Preference = (position: SettingPosition, view: View) => number

/** A setting of a step, which may be particular about its positions. */
export interface StepSetting extends Setting {
  /** Positions that it may have; when absent, any. */
  accepts?: (position: SettingPosition, view: View) => boolean
}

export const DENSITIES = ['sparse', 'normal', 'full'] as const
export type Density = (typeof DENSITIES)[number]

/** One thing that a room needs: the first of its settings that fits is placed. */
export interface Step {
  settings: StepSetting[] | ((view: View) => StepSetting[])
  prefer: Preference
  /** The lowest density that includes this step; when absent, every density does. */
  from?: Density
  /** How often the step is repeated, at most `TIMES_MAX`; once when absent. */
  times?: number | ((view: View) => number)
}

export type Recipe = Step[]
