import { compassBit, compassBits } from './compass.ts'
import { DOOR_STRETCH } from './door-sizes.ts'
import type { FoundPlan } from './find-plans.ts'
import { type PlacedPlan, sharedLength } from './placed-plan.ts'
import { requestsOf } from './plan-unmet.ts'
import type { ProgramTables } from './program-tables.ts'

/** How good a plan is in what people look at: 0 to 100 each. */
export interface PlanScores {
  /** How near the areas of rooms are to those wanted. */
  areas: number
  /** Rooms that are neither long nor narrow. */
  proportions: number
  /** Rooms in which people stay with an outer wall, and living rooms with one in the sun. */
  daylight: number
  /** Rooms of one use that are neighbours: kitchen and dining room. */
  neighbours: number
  /** Rooms reached from the hall, and a hall that is no larger than needed. */
  circulation: number
  /** Wet rooms side by side, and above each other. */
  wetRooms: number
  /** Requests that are met. */
  requests: number
  /** Walls of an upper storey that stand on walls. */
  structure: number
}

/** A hall with this share of the net area is as small as it can be, or as large as is bearable. */
const HALL_BEST_SHARE = 0.1
const HALL_WORST_SHARE = 0.35
/** What a living room without sun loses of its daylight. */
const SHADE = 0.3

/** Share of the halls in the net area of all storeys, without the stair. */
export function hallShareOf({ storeys, rooms }: PlacedPlan): number {
  const halls = storeys.reduce((sum, { hallArea }) => sum + hallArea, 0)
  return halls / (halls + rooms.reduce((sum, { area }) => sum + area, 0))
}

export function planScores(tables: ProgramTables, found: FoundPlan): PlanScores {
  const { plan, points } = found
  const { rooms } = plan
  const requests = requestsOf(tables, found)
  const kin = tables.kin.reduce((sum, each) => sum + each.points, 0)
  const wet = tables.wet.reduce((sum, each) => sum + each.length, 0)
  const upper = plan.storeys.slice(1).reduce((sum, storey) => sum + storey.rooms.length, 0)
  return {
    areas: percent(
      mean(rooms, ({ room, area }) => {
        const wanted = tables.area[room]
        return Math.min(area, wanted) / Math.max(area, wanted)
      }),
    ),
    proportions: percent(
      mean(rooms, ({ room, width, depth }) => {
        const narrow = Math.min(width, depth)
        const aspect = Math.max(width, depth) / narrow
        const isWide = Math.min(1, narrow / tables.minWidth[room])
        return isWide * Math.min(1, tables.maxAspect[room] / aspect)
      }),
    ),
    daylight: percent(daylightOf(tables, found)),
    neighbours: percent(kin === 0 ? 1 : 1 - (points.neighbours ?? 0) / kin),
    circulation: percent(reachedShare(tables, plan) * hallQuality(plan)),
    wetRooms: percent(wet === 0 ? 1 : 1 - (points.pipes ?? 0) / (2 * wet)),
    requests: percent(mean(requests, ({ isMet }) => Number(isMet))),
    structure: percent(upper === 0 ? 1 : 1 - (points.structure ?? 0) / (1.2 * upper)),
  }
}

const percent = (share: number): number => Math.round(100 * Math.min(1, Math.max(0, share)))

/** 1 where there is nothing to measure. */
function mean<Each>(all: readonly Each[], of: (each: Each) => number): number {
  return all.length === 0 ? 1 : all.reduce((sum, each) => sum + of(each), 0) / all.length
}

function daylightOf(tables: ProgramTables, { plan, ...direction }: FoundPlan): number {
  const bits = compassBits(direction)
  const sun = compassBit('south') | compassBit('west')
  const stay = plan.rooms.filter(({ room }) => tables.mayBeInner[room] === 0)
  return mean(stay, ({ room, outer }) => {
    if (outer === 0) return 0
    const isInShade = tables.isSunny[room] === 1 && (bits[outer] & sun) === 0
    return isInShade ? 1 - SHADE : 1
  })
}

/** Share of the rooms that the hall, or the room that they belong to, leads to. */
function reachedShare(tables: ProgramTables, { rooms }: PlacedPlan): number {
  return mean(rooms, (placed) => {
    const within = tables.within[placed.room]
    const stretch = tables.doorStretch[placed.room]
    if (within >= 0) return Number(sharedLength(rooms[within], placed) >= stretch)
    if (placed.atHall >= stretch) return 1
    const isBehind = rooms.some(
      (other) =>
        tables.isPublic[other.room] === 1 &&
        other.atHall >= DOOR_STRETCH &&
        sharedLength(other, placed) >= stretch,
    )
    return isBehind ? 0.8 : 0
  })
}

function hallQuality(plan: PlacedPlan): number {
  const over = hallShareOf(plan) - HALL_BEST_SHARE
  return Math.min(1, 1 - over / (HALL_WORST_SHARE - HALL_BEST_SHARE))
}
