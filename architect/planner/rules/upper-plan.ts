import type { Polygon } from '../../geometry/polygon.ts'
import { difference } from '../../geometry/regions.ts'
import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import type { Box } from '../house/outer-box.ts'
import type { RoomKind } from './room-kind.ts'

/** A room that an upper floor is to have; the area in square metres, null where it is free. */
export interface UpperRoom extends RoomKind {
  area: number | null
}

export interface UpperPlan {
  rooms: { room: UpperRoom; box: Box }[]
  landing: Polygon
  cost: number
}

/** Between the middles of walls, in metres: the passage of a landing, and half of two walls. */
const PASSAGE_M = 1.3
const WALL_M = 0.2
/** Steps by which the passage is moved in search of the best plan, in metres. */
const STEP_M = 0.3
/** A free room may be so much larger than usual; what is beyond goes to the landing. */
const LARGER = 2
/** A part of a row narrower than this is not a landing: the room next to it takes it. */
const REST_M = 1.7
/** Most rooms on one floor. */
export const UPPER_ROOMS_MAX = 8

const COSTS = { aspect: 8, area: 12, tooSmall: 40, landingShare: 30, landingCorner: 0.5 }

type Axis = 'x' | 'z'
/** A row of rooms along the passage, in its frame: u along it, v across. */
interface Row {
  v0: number
  v1: number
}

/**
 * The best plan in rows on both sides of a passage, with the stair in what is left as landing; null
 * where the rooms do not fit. `stair` stays free of rooms: the hole of the stair and its top.
 */
export function planUpperFloor(
  outline: Box,
  stair: Box,
  rooms: readonly UpperRoom[],
): UpperPlan | null {
  let best: UpperPlan | null = null
  for (const axis of ['x', 'z'] as const)
    for (const placed of placementsAlong(axis, outline, stair, rooms))
      best = planOf(axis, outline, placed, costOf(best)) ?? best
  return best
}

const costOf = (plan: UpperPlan | null): number => plan?.cost ?? Number.POSITIVE_INFINITY

function* placementsAlong(
  axis: Axis,
  outline: Box,
  stair: Box,
  rooms: readonly UpperRoom[],
): Generator<PlacedBox[]> {
  const frame = inFrame(axis, outline)
  const hole = inFrame(axis, stair)
  const depth = frame.v1 - frame.v0
  for (let at = 0; at <= depth - PASSAGE_M + 1e-6; at += STEP_M) {
    const rows: Row[] = [
      { v0: frame.v0, v1: frame.v0 + at },
      { v0: frame.v0 + at + PASSAGE_M, v1: frame.v1 },
    ]
    for (let choice = 0; choice < 2 ** rooms.length; choice++) {
      const ofRow = rows.map((_, row) =>
        rooms.filter((__, index) => ((choice >> index) & 1) === row),
      )
      const options = rows.map((row, index) => rowsOf(frame, row, hole, ofRow[index]))
      for (const one of options[0]) for (const other of options[1]) yield [...one, ...other]
    }
  }
}

interface FrameBox {
  u0: number
  u1: number
  v0: number
  v1: number
}
const inFrame = (axis: Axis, { minX, maxX, minZ, maxZ }: Box): FrameBox =>
  axis === 'x'
    ? { u0: minX, u1: maxX, v0: minZ, v1: maxZ }
    : { u0: minZ, u1: maxZ, v0: minX, v1: maxX }
const outOfFrame = (axis: Axis, { u0, u1, v0, v1 }: FrameBox): Box =>
  axis === 'x'
    ? { minX: u0, maxX: u1, minZ: v0, maxZ: v1 }
    : { minX: v0, maxX: v1, minZ: u0, maxZ: u1 }

type PlacedBox = { room: UpperRoom; box: FrameBox }

/** Ways to place rooms in a row: so many from its start, the others from its end. */
function rowsOf(
  { u0, u1 }: FrameBox,
  { v0, v1 }: Row,
  hole: FrameBox,
  rooms: readonly UpperRoom[],
): PlacedBox[][] {
  if (rooms.length === 0) return [[]]
  const depth = v1 - v0 - WALL_M
  if (rooms.some(({ type }) => depth < ROOM_STANDARDS[type].minWidth)) return []
  const widths = widthsOf(rooms, depth, u1 - u0)
  if (!widths) return []
  const ways: PlacedBox[][] = []
  for (let fromStart = 0; fromStart <= rooms.length; fromStart++) {
    const placed: PlacedBox[] = []
    let low = u0
    let high = u1
    for (const [index, room] of rooms.entries()) {
      const width = widths[index]
      const box =
        index < fromStart
          ? { u0: low, u1: low + width, v0, v1 }
          : { u0: high - width, u1: high, v0, v1 }
      if (index < fromStart) low += width
      else high -= width
      placed.push({ room, box })
    }
    if (placed.every(({ box }) => !overlaps(box, hole))) ways.push(placed)
  }
  return ways
}

const overlaps = (a: FrameBox, b: FrameBox): boolean =>
  a.u0 < b.u1 - 1e-6 && b.u0 < a.u1 - 1e-6 && a.v0 < b.v1 - 1e-6 && b.v0 < a.v1 - 1e-6

/** Widths between the middles of walls; null where the row is too short. */
function widthsOf(rooms: readonly UpperRoom[], depth: number, length: number): number[] | null {
  const width = (area: number, { type }: UpperRoom): number =>
    Math.max(ROOM_STANDARDS[type].minWidth, area / depth) + WALL_M
  const usual = rooms.map((room) => width(room.area ?? ROOM_STANDARDS[room.type].area, room))
  const sum = usual.reduce((total, each) => total + each, 0)
  if (sum > length + 1e-6) {
    const least = rooms.map((room) =>
      room.area === null
        ? width(ROOM_STANDARDS[room.type].minArea, room)
        : width(room.area * 0.95, room),
    )
    const all = least.reduce((total, each) => total + each, 0)
    if (all > length + 1e-6) return null
    const share = (length - all) / (sum - all)
    return least.map((each, index) => each + (usual[index] - each) * share)
  }
  const free = rooms.filter(({ area }) => area === null)
  if (free.length === 0) return usual
  const most = rooms.map((room, index) =>
    room.area === null ? width(LARGER * ROOM_STANDARDS[room.type].area, room) : usual[index],
  )
  const all = most.reduce((total, each) => total + each, 0)
  // A rest too narrow to be used is shared out.
  if (all > length - REST_M && all > sum) {
    const growth = (length - sum) / (all - sum)
    return usual.map((each, index) => each + (most[index] - each) * growth)
  }
  return most
}

function planOf(
  axis: Axis,
  outline: Box,
  placed: readonly PlacedBox[],
  below: number,
): UpperPlan | null {
  const rooms = placed.map(({ room, box }) => ({ room, box: outOfFrame(axis, box) }))
  const sizes = rooms.map(({ box }) => (box.maxX - box.minX) * (box.maxZ - box.minZ))
  const whole = (outline.maxX - outline.minX) * (outline.maxZ - outline.minZ)
  const share = 1 - sizes.reduce((sum, size) => sum + size, 0) / whole
  const cost = rooms.reduce((sum, each) => sum + roomCost(each), COSTS.landingShare * share)
  // The landing is derived only for plans that may be the best.
  if (cost >= below) return null
  const left = difference(
    [corners(outline)],
    rooms.map(({ box }) => corners(box)),
  )
  if (left.length !== 1 || left[0].holes.length > 0) return null
  const landing = left[0].outer.map(([x, z]) => [grid(x), grid(z)] as const)
  const total = cost + COSTS.landingCorner * landing.length
  return total < below ? { rooms, landing, cost: total } : null
}

function roomCost({ room, box }: UpperPlan['rooms'][number]): number {
  const [x, z] = [box.maxX - box.minX - WALL_M, box.maxZ - box.minZ - WALL_M]
  const { area, maxAspect, minArea, minWidth } = ROOM_STANDARDS[room.type]
  const most = room.area ?? area * LARGER
  const size = x * z
  const off = Math.max(Math.log(size / most), Math.log((room.area ?? area) / size), 0)
  const isTooSmall =
    size < Math.min(minArea, room.area ?? minArea) || Math.min(x, z) < minWidth - 1e-6
  return (
    COSTS.aspect * Math.max(0, Math.max(x / z, z / x) - maxAspect) +
    COSTS.area * off +
    (isTooSmall ? COSTS.tooSmall : 0)
  )
}

const grid = (value: number): number => Math.round(value * 1000) / 1000

/** The corners of a box, counter-clockwise as seen from above. */
export const corners = ({ minX, maxX, minZ, maxZ }: Box): [number, number][] => [
  [grid(minX), grid(maxZ)],
  [grid(maxX), grid(maxZ)],
  [grid(maxX), grid(minZ)],
  [grid(minX), grid(minZ)],
]
