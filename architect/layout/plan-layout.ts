import type { RoomTypeName } from '../scene/room-types.ts'
import { callsOfPlan } from './draw-plan.ts'
import { type FoundPlan, findPlans } from './find-plans.ts'
import { outlineFrames } from './outline-frames.ts'
import type { PlanCall } from './plan-call.ts'
import { hallShareOf, type PlanScores, planScores } from './plan-scores.ts'
import { unmetOfPlan } from './plan-unmet.ts'
import { type ProgramTables, programTables } from './program-tables.ts'
import type { RoomProgram } from './room-program.ts'

/** A room as it is planned. Areas net and in square metres, lengths in metres. */
export interface PlannedRoom {
  id: string
  label: string
  type: RoomTypeName
  /** Index of its storey: 0 the ground floor. */
  level: number
  wantedArea: number
  plannedArea: number
  /** Clear extents west to east and south to north, with the corner that another room takes. */
  width: number
  depth: number
}

/** A plan that can be drawn. */
export interface PlannedLayout {
  /** 100 where nothing could be better; plans are in its order. */
  score: number
  /** The same by what people look at, 0 to 100 each. */
  scores: PlanScores
  rooms: PlannedRoom[]
  /** Between the outer faces, in metres. */
  footprint: { width: number; depth: number }
  /** Share of the hall in the net area, without the stair. */
  hallShare: number
  /** Sentences about requirements and requests that the plan does not meet. */
  unmet: string[]
  /** Edits that draw it on the ground floor of an empty project. */
  calls: PlanCall[]
}

export interface LayoutOptions {
  seed: number
  /** Most plans that are returned. */
  count?: number
}

/** Points at which half of the score is lost. */
const HALF_POINTS = 60

/**
 * Plans for a program that truly differ, the best first; fewer than `count` where no others are
 * found. The same program and seed have the same plans on every machine.
 */
export function planLayouts(
  program: RoomProgram,
  { seed, count = 3 }: LayoutOptions,
): PlannedLayout[] {
  const tables = programTables(program)
  const { unmet } = outlineFrames(program)
  return findPlans(program, seed, count).map((found) => layoutOf(tables, found, unmet))
}

function layoutOf(
  tables: ProgramTables,
  found: FoundPlan,
  outlineUnmet: readonly string[],
): PlannedLayout {
  const { program } = tables
  const { plan, isTurned, cost } = found
  const wings = Math.max(0, ...plan.wings.map(({ length }) => length))
  const [length, depth] = [plan.length + program.outerWall, plan.depth + wings + program.outerWall]
  const unmet = [...outlineUnmet, ...unmetOfPlan(tables, found)]
  return {
    score: Math.round((100 * HALF_POINTS) / (HALF_POINTS + cost)),
    scores: planScores(tables, found),
    rooms: program.rooms.map(({ id, label, type, level, area }, index) => {
      const placed = plan.rooms[index]
      return {
        id,
        label,
        type,
        level,
        wantedArea: roundCm(area),
        plannedArea: roundCm(placed.area),
        width: roundCm(isTurned ? placed.depth : placed.width),
        depth: roundCm(isTurned ? placed.width : placed.depth),
      }
    }),
    footprint: {
      width: roundCm(isTurned ? depth : length),
      depth: roundCm(isTurned ? length : depth),
    },
    hallShare: roundCm(hallShareOf(plan)),
    unmet,
    calls: callsOfPlan(tables, found),
  }
}

const roundCm = (value: number): number => Math.round(value * 100) / 100
