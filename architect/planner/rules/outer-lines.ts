import type { Side } from '../../layout/room-program.ts'
import type { House, HouseRoom } from '../house/house.ts'
import { wayTo } from '../house/way-to.ts'

/** Outer walls of a storey in one line. Lengths in metres. */
export interface OuterLine {
  side: Side
  levelId: string
  /** Of its middle: z of a line in the north or south, x of others. */
  at: number
  /** Its ends along the other axis. */
  from: number
  to: number
  thickness: number
  roomIds: readonly string[]
  /** Ends of the rooms along it. */
  joints: readonly number[]
}

/** A rectangle along an outer line for a new room. */
export interface Plot {
  levelId: string
  polygon: [number, number][]
  /** To the outer faces of its walls, and not over the house. */
  roof: [number, number][]
  thickness: number
  /** Clear sizes along the line and away from it. */
  along: number
  away: number
  middle: readonly [number, number]
  /** Openings of the house within it. */
  covered: readonly string[]
}

/** Middles of walls in one line are this near, in metres. */
const SAME_LINE_M = 0.03

/** The lines of outer walls of a storey. */
export function outerLines({ walls, levels }: House, level: number): OuterLine[] {
  const levelId = levels.find(({ index }) => index === level)?.id
  const lines = new Map<string, OuterLine & { joints: number[]; roomIds: string[] }>()
  for (const { side, start, end, thickness, roomIds, levelId: own } of walls) {
    if (side === null || own !== levelId) continue
    const axis = axisOf(side)
    const at = start[1 - axis]
    if (Math.abs(at - end[1 - axis]) > SAME_LINE_M) continue
    const [from, to] = [start[axis], end[axis]].sort((a, b) => a - b)
    const key = `${side} ${Math.round(at / SAME_LINE_M)}`
    const line = lines.get(key)
    if (line) {
      line.from = Math.min(line.from, from)
      line.to = Math.max(line.to, to)
      line.joints.push(from, to)
      line.roomIds.push(...roomIds)
    } else
      lines.set(key, {
        side,
        levelId: own,
        at,
        from,
        to,
        thickness,
        roomIds: [...roomIds],
        joints: [from, to],
      })
  }
  return [...lines.values()]
}

/** Index of the axis along which the walls of a side run. */
const axisOf = (side: Side): 0 | 1 => (side === 'north' || side === 'south' ? 0 : 1)

/**
 * Rectangles of a clear size along a line: from its ends, from the joints of its rooms, and in the
 * middle of a room. Without walls, the area begins at the face of the house.
 */
export function plotsAlong(
  house: House,
  line: OuterLine,
  [along, away]: readonly [number, number],
  isOpen: boolean,
  neighbour: HouseRoom | null,
): Plot[] {
  const axis = axisOf(line.side)
  const [from, to] = neighbour ? extent(neighbour, axis, line) : [line.from, line.to]
  const length = along + (isOpen ? 0 : line.thickness)
  const starts = [from, to - length, (from + to - length) / 2]
  if (!neighbour) starts.push(...line.joints, ...line.joints.map((joint) => joint - length))
  return [...new Set(starts.map((start) => Math.round(start * 1000) / 1000))]
    .filter((start) => start >= line.from - SAME_LINE_M && start + length <= line.to + SAME_LINE_M)
    .map((start) => plotAt(house, line, start, { along, away, length, isOpen }))
}

function extent(room: HouseRoom, axis: 0 | 1, { from, to }: OuterLine): [number, number] {
  const values = room.polygon.map((point) => point[axis])
  return [Math.max(from, Math.min(...values)), Math.min(to, Math.max(...values))]
}

interface PlotSize {
  along: number
  away: number
  length: number
  isOpen: boolean
}

function plotAt(
  house: House,
  line: OuterLine,
  start: number,
  { along, away, length, isOpen }: PlotSize,
): Plot {
  const { side, at, thickness, levelId } = line
  const axis = axisOf(side)
  const sign = Math.sign(wayTo(side, 1)[1 - axis])
  const half = thickness / 2
  const near = isOpen ? at + sign * half : at
  const far = near + sign * (isOpen ? away : away + thickness)
  const corner = (u: number, v: number): [number, number] =>
    (axis === 0 ? [u, v] : [v, u]).map((part) => Math.round(part * 1e4) / 1e4) as [number, number]
  const box = (u0: number, u1: number, v0: number, v1: number): [number, number][] => [
    corner(u0, v0),
    corner(u1, v0),
    corner(u1, v1),
    corner(u0, v1),
  ]
  const end = start + length
  return {
    levelId,
    polygon: box(start, end, near, far),
    roof: box(start - half, end + half, at + sign * half, far + sign * half),
    thickness,
    along,
    away,
    middle: corner((start + end) / 2, (near + far) / 2),
    covered: house.openings
      .filter(
        (opening) =>
          opening.side === side &&
          Math.abs(opening.centre[1 - axis] - at) < SAME_LINE_M &&
          opening.centre[axis] + opening.width / 2 > start &&
          opening.centre[axis] - opening.width / 2 < end,
      )
      .map(({ id }) => id),
  }
}
