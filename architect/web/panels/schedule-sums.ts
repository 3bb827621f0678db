import type { ScheduleRow } from './schedule.ts'

/** The columns of a room that are summed. */
export type SummedRoom = Pick<ScheduleRow, 'isIndoors' | 'netArea' | 'windowIds' | 'windowArea'>

/** A sum at the foot of the room schedule. Null is not shown. */
export interface ScheduleSum {
  title: string
  netArea: number
  windows: number | null
  windowArea: number | null
}

/**
 * Sums over the rooms indoors and, by themselves, over what is outdoors; none of a single room. The
 * windows to a terrace are those of the rooms behind them.
 */
export function scheduleSums(rows: readonly SummedRoom[]): ScheduleSum[] {
  if (rows.length < 2) return []
  const indoors = rows.filter(({ isIndoors }) => isIndoors)
  const outdoors = rows.filter(({ isIndoors }) => !isIndoors)
  const outdoorSum = {
    title: 'Outdoors',
    netArea: sum(outdoors, ({ netArea }) => netArea),
    windows: null,
    windowArea: null,
  }
  const hasOutdoors = outdoors.length > 0
  return [
    indoorSum(indoors, hasOutdoors ? 'Sum indoors' : 'Sum'),
    ...(hasOutdoors ? [outdoorSum] : []),
  ]
}

function indoorSum(rows: readonly SummedRoom[], title: string): ScheduleSum {
  const windows = rows.flatMap(({ windowIds }) => windowIds)
  const count = new Set(windows).size
  return {
    title,
    netArea: sum(rows, ({ netArea }) => netArea),
    windows: count,
    // A window between two rooms is in the area of both.
    windowArea: count === windows.length ? sum(rows, ({ windowArea }) => windowArea) : null,
  }
}

/** Without the noise of adding decimals. */
const sum = (rows: readonly SummedRoom[], of: (row: SummedRoom) => number): number =>
  Math.round(rows.reduce((total, row) => total + of(row), 0) * 1e4) / 1e4
