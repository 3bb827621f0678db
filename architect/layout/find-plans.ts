import type { Point } from '../geometry/point.ts'
import { ALIGN_LEAST_M, ALIGN_M, exactDimensions } from './exact-dimensions.ts'
import { outlineFrames } from './outline-frames.ts'
import { PlanPlacer } from './place-plan.ts'
import { gapOf, type PlacedPlan } from './placed-plan.ts'
import { type CostName, PlanCost, pointsByName } from './plan-cost.ts'
import { likeness } from './plan-likeness.ts'
import { PlanSearch } from './plan-search.ts'
import { type ProgramTables, programTables } from './program-tables.ts'
import type { RoomProgram } from './room-program.ts'

/** A plan with its cost: 0 is perfect. */
export interface FoundPlan {
  isTurned: boolean
  isFlipped: boolean
  /** Where the zero of its frame is in the world; null where its middle is there. */
  origin: Point | null
  plan: PlacedPlan
  cost: number
  points: Partial<Record<CostName, number>>
}

/** Searches from different beginnings, shared by the directions of the hall. */
const STARTS = 8
/** Changes that each of them tries for each room, and points that one may cost at first. */
const FIRST_STEPS = 420
const FIRST_HEAT = 200
/** The best searches go on, from less heat. */
const FINALISTS = 4
const FINAL_STEPS = 700
const FINAL_HEAT = 40
/** Most steps of a search: those of a building with 30 rooms. */
const STEPS_MAX = 20_000
/** Where this many searches have found the same cost, there is little left to find. */
const AGREED = 3
const AGREED_SHARE = 1.01
/** Of the points of a search, so much may be lost where its lines are aligned. */
const ALIGN_POINTS = 2
/** Points for each square metre that no room has, or two have, and what centimetres may leave. */
const GAP_POINTS = 60
const GAP_M2 = 0.02
/** Costs of what every building needs. */
const BASICS: readonly CostName[] = ['fit', 'width', 'daylight', 'access', 'entrance', 'stair']
/** From these points on a plan does not have one of them. */
const BASIC_POINTS_MAX = 20
/** Plans that are more alike than this are one plan. */
const LIKENESS_MAX = 0.8

/**
 * The best `count` plans for a program that truly differ, the best first. The same program and seed
 * have the same plans.
 */
export function findPlans(program: RoomProgram, seed: number, count = 3): FoundPlan[] {
  const tables = programTables(program)
  const { frames } = outlineFrames(program)
  const searches = Array.from({ length: Math.max(STARTS, frames.length) }, (_, start) => {
    const frame = frames[start % frames.length]
    return new PlanSearch(tables, frame, seed, `plan ${start}`)
  })
  const steps = (each: number) => Math.min(STEPS_MAX, each * (program.rooms.length + 2))
  for (const search of searches) search.anneal(steps(FIRST_STEPS), FIRST_HEAT)
  searches.sort((a, b) => a.least - b.least)
  const isAgreed = searches[AGREED - 1].least <= searches[0].least * AGREED_SHARE
  if (!isAgreed)
    for (const search of searches.slice(0, FINALISTS)) search.anneal(steps(FINAL_STEPS), FINAL_HEAT)
  const all = searches.map((search) => finished(tables, search)).sort((a, b) => a.cost - b.cost)
  const found: FoundPlan[] = []
  for (const each of all) {
    if (found.length > 0 && !isSound(each)) continue
    if (found.every((other) => likeness(program, other.plan, each.plan) < LIKENESS_MAX))
      found.push(each)
    if (found.length === count) break
  }
  return found
}

/** Whether a plan can be offered as well as the best one: its rooms, stair and front door work. */
function isSound({ points }: FoundPlan): boolean {
  return BASICS.every((name) => (points[name] ?? 0) < BASIC_POINTS_MAX)
}

/** The plan of a search with exact dimensions; with fewer aligned lines where that is better. */
function finished(tables: ProgramTables, { best, frame, least }: PlanSearch): FoundPlan {
  const cost = new PlanCost(tables)
  const placed = new PlanPlacer(tables).place(best)
  const isFixed = frame.length !== null
  const { isTurned, isFlipped } = best
  const at = (within: number): FoundPlan => {
    const plan = exactDimensions(tables, placed, { isFixed, within })
    const gap = GAP_POINTS * Math.max(0, gapOf(plan) - GAP_M2)
    const total = cost.of(best, plan) + gap
    const points = pointsByName(cost)
    if (gap > 0) points.fit = (points.fit ?? 0) + gap
    return { isTurned, isFlipped, origin: frame.origin, plan, cost: total, points }
  }
  const aligned = at(ALIGN_M)
  if (aligned.cost <= least + ALIGN_POINTS) return aligned
  const loose = at(ALIGN_LEAST_M)
  return loose.cost < aligned.cost ? loose : aligned
}
