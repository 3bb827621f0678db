import { isRefused } from '../../operations/draft-answer.ts'
import type { HouseRoom, HouseWall } from '../house/house.ts'
import type { Workbench } from '../workbench.ts'
import { attemptWithItems } from './make-way.ts'
import { roomOf } from './repair-rooms.ts'

/** Widths of doors that are tried, the usual first, in metres. */
const DOOR_WIDTHS_M = [0.85, 0.8, 0.75]
/** Wall next to a door, in metres. */
const BESIDE_M = 0.12

/** A door between a room and the first of others where one fits; null where none does. */
export function addDoorTo(
  bench: Workbench,
  zoneId: string,
  others: readonly HouseRoom[],
): HouseRoom | null {
  for (const other of others)
    for (const width of DOOR_WIDTHS_M)
      if (isDoorMade(bench, zoneId, other.id, { width })) return other
  return null
}

/**
 * Adds a door between two rooms, at its best place; where furniture is in the way everywhere, that
 * gives way. False where there is no place.
 */
export function isDoorMade(
  bench: Workbench,
  zoneId: string,
  to: string,
  look: { width: number; doorType?: string },
): boolean {
  const best = bench.attempt('add_door', { zoneId, to, ...look })
  if (!isRefused(best)) return true
  if (!best.error.blockedBy) return false
  const [room, other] = [zoneId, to].map((id) => roomOf(bench, id))
  const walls = room.walls.filter(({ roomIds }) => roomIds.includes(to))
  return walls.some((wall) =>
    placesOn(bench, wall, room, other, look.width).some(
      (centre) =>
        !isRefused(attemptWithItems(bench, 'add_door', { wallId: wall.id, centre, ...look })),
    ),
  )
}

/** Middles of doors on the stretch of a wall that two rooms share: at its ends and between. */
function placesOn(
  bench: Workbench,
  wall: HouseWall,
  room: HouseRoom,
  other: HouseRoom,
  width: number,
): [number, number][] {
  const axis = Math.abs(wall.end[0] - wall.start[0]) > Math.abs(wall.end[1] - wall.start[1]) ? 0 : 1
  const ends = [wall.start[axis], wall.end[axis]].sort((a, b) => a - b)
  const low = axis === 0 ? 'minX' : 'minZ'
  const high = axis === 0 ? 'maxX' : 'maxZ'
  const from = Math.max(ends[0], room.box[low], other.box[low])
  const to = Math.min(ends[1], room.box[high], other.box[high])
  const taken = bench.house.openings
    .filter(({ wallId }) => wallId === wall.id)
    .map(({ centre, width: own }) => [centre[axis] - own / 2, centre[axis] + own / 2])
  const half = width / 2 + BESIDE_M
  const places = [
    to - half,
    from + half,
    (from + to) / 2,
    ...taken.flatMap(([start, end]) => [start - half, end + half]),
  ]
  return places
    .filter((at) => at >= from + half - 1e-6 && at <= to - half + 1e-6)
    .filter((at) => taken.every(([start, end]) => at + half <= start || at - half >= end - 1e-6))
    .map((at) => (axis === 0 ? [at, wall.start[1]] : [wall.start[0], at]))
}
