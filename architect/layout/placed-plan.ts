import type { ProgramTables } from './program-tables.ts'

/** A rectangle in the frame of a scheme, along the middles of walls, in metres. */
export interface Rect {
  u0: number
  v0: number
  u1: number
  v1: number
}

/** Sides of a scheme as bits, so that a search is quick; bottom and top are those of its bands. */
export const BOTTOM = 1
export const TOP = 2
export const LEFT = 4
export const RIGHT = 8
export const SCHEME_SIDES = [BOTTOM, TOP, LEFT, RIGHT] as const

/** A room where a scheme puts it. */
export interface PlacedRoom {
  room: number
  /** The whole room, with what is tucked into it. */
  rect: Rect
  /** The part that another room takes from its corner. */
  without: Rect | null
  /** Index of the room whose corner it takes; -1 of none. */
  host: number
  /** Between the faces of its walls. */
  width: number
  depth: number
  area: number
  /** Bits of the sides on which it has an outer wall. */
  outer: number
  /** Length along which it lies at the hall. */
  atHall: number
}

export interface PlacedStorey {
  rooms: PlacedRoom[]
  /** The main hall first, then the stair, the way to the front door, and halls of wings. */
  hall: Rect[]
  /** Without the stair. */
  hallArea: number
  stair: Rect | null
  /** Bits of the sides on which a front door into the hall can be. */
  doorSides: number
  /** Metres by which the rooms of a band do not fill it, or do not fit. */
  misfit: number
}

/** A wing below the main part: from `u0` to `u1`, as long as v goes below zero. */
export interface PlacedWing {
  u0: number
  u1: number
  length: number
}

export interface PlacedPlan {
  length: number
  depth: number
  wings: PlacedWing[]
  storeys: PlacedStorey[]
  /** Each room of the program by its index. */
  rooms: PlacedRoom[]
}

/** Clear width of a stair in two flights, and its least length with landing and way to it. */
export const STAIR_WIDTH = 2
export const STAIR_DEPTH = 3.4
/** Clear width of the way from the hall to the front door. */
export const PORCH_WIDTH = 1.5
/** Of an outer wall that counts as one, for a window. */
const OUTER_STRETCH = 1.2

/** Of the outer wall of a hall at a wing, for the front door and what exact dimensions change. */
export const FRONT_STRETCH = 1.8

/** The sizes of a room between the faces of its walls, from its rectangles and outer sides. */
export function measure(placed: PlacedRoom, outerWall: number, innerWall: number): void {
  const { rect, without, outer } = placed
  const left = (outer & LEFT) !== 0 ? outerWall : innerWall
  const right = (outer & RIGHT) !== 0 ? outerWall : innerWall
  const below = (outer & BOTTOM) !== 0 ? outerWall : innerWall
  const above = (outer & TOP) !== 0 ? outerWall : innerWall
  placed.width = rect.u1 - rect.u0 - (left + right) / 2
  placed.depth = rect.v1 - rect.v0 - (below + above) / 2
  const lost = without ? (without.u1 - without.u0) * (without.v1 - without.v0) : 0
  placed.area = Math.max(0.01, placed.width * placed.depth - lost)
}

/** Whether enough of the bottom of the main part, from `u0` to `u1`, is not at a wing. */
export function isBottomOuter(
  u0: number,
  u1: number,
  wings: readonly PlacedWing[],
  least = OUTER_STRETCH,
): boolean {
  let free = u1 - u0
  for (let i = 0; i < wings.length; i++)
    free -= Math.max(0, Math.min(u1, wings[i].u1) - Math.max(u0, wings[i].u0))
  return free >= Math.min(least, (u1 - u0) * 0.99)
}

/** Area of the hall between its walls, without the stair. */
export function hallAreaOf({ hall, stair }: PlacedStorey, innerWall: number): number {
  let area = 0
  for (const each of hall) {
    if (each === stair) continue
    const { u0, v0, u1, v1 } = each
    const across = Math.min(u1 - u0, v1 - v0)
    area += Math.max(0, across - innerWall) * Math.max(u1 - u0, v1 - v0)
  }
  return area
}

/** Square metres of the outline that rooms and halls do not fill, or of which two have a part. */
export function gapOf({ length, depth, wings, storeys }: PlacedPlan): number {
  const areaOf = ({ u0, u1, v0, v1 }: Rect) => (u1 - u0) * (v1 - v0)
  const outline = wings.reduce(
    (sum, { u0, u1, length: out }) => sum + (u1 - u0) * out,
    length * depth,
  )
  return storeys.reduce((sum, { rooms, hall }) => {
    const hosts = rooms.filter(({ host }) => host < 0).map(({ rect }) => rect)
    const filled = [...hosts, ...hall].reduce((area, rect) => area + areaOf(rect), 0)
    return sum + Math.abs(outline - filled)
  }, 0)
}

/** Length of the wall between two rooms, in metres. */
export function sharedLength(a: PlacedRoom, b: PlacedRoom): number {
  if (b.host === a.room) return cornerLength(a, b)
  if (a.host === b.room) return cornerLength(b, a)
  // The rectangle of a host covers its corner: what is next to that has the corner as neighbour.
  const length = rectsLength(a.rect, b.rect)
  if (length === 0) return 0
  const lost =
    (a.without ? rectsLength(a.without, b.rect) : 0) +
    (b.without ? rectsLength(b.without, a.rect) : 0)
  return Math.max(0, length - lost)
}

const cornerLength = ({ rect }: PlacedRoom, { rect: corner }: PlacedRoom): number =>
  Math.max(
    corner.u0 > rect.u0 || corner.u1 < rect.u1 ? corner.v1 - corner.v0 : 0,
    corner.v0 > rect.v0 || corner.v1 < rect.v1 ? corner.u1 - corner.u0 : 0,
  )

/** Length that two rectangles share, which do not overlap. */
export function rectsLength(a: Rect, b: Rect): number {
  const across = Math.min(a.u1, b.u1) - Math.max(a.u0, b.u0)
  const along = Math.min(a.v1, b.v1) - Math.max(a.v0, b.v0)
  if (along > 1e-6 && across > -1e-6 && across < 1e-6) return along
  if (across > 1e-6 && along > -1e-6 && along < 1e-6) return across
  return 0
}

export const overlaps = (a: Rect, b: Rect): boolean =>
  Math.min(a.u1, b.u1) - Math.max(a.u0, b.u0) > 0.3 &&
  Math.min(a.v1, b.v1) - Math.max(a.v0, b.v0) > 0.3

export const newRect = (): Rect => ({ u0: 0, v0: 0, u1: 0.5, v1: 0.5 })

/** A plan to be filled in, with a place for each room. */
export function newPlan({ program, levels }: ProgramTables): PlacedPlan {
  const rooms = program.rooms.map((_, room): PlacedRoom => {
    const sizes = { width: 0.5, depth: 0.5, area: 0.5, outer: 0, atHall: 0.5 }
    return { room, rect: newRect(), without: null, host: -1, ...sizes }
  })
  return {
    length: 0.5,
    depth: 0.5,
    wings: [],
    storeys: levels.map((indices) => ({
      rooms: indices.map((index) => rooms[index]),
      hall: [],
      hallArea: 0.5,
      stair: null,
      doorSides: 0,
      misfit: 0.5,
    })),
    rooms,
  }
}

/** A copy whose rectangles are moved. */
export function movedPlan(
  { program: { outerWall, innerWall } }: ProgramTables,
  plan: PlacedPlan,
  move: (axis: 'u' | 'v', value: number) => number,
): PlacedPlan {
  const rectOf = ({ u0, u1, v0, v1 }: Rect): Rect => ({
    u0: move('u', u0),
    u1: move('u', u1),
    v0: move('v', v0),
    v1: move('v', v1),
  })
  const rooms = plan.rooms.map((room) => {
    const without = room.without && rectOf(room.without)
    const next = { ...room, rect: rectOf(room.rect), without }
    measure(next, outerWall, innerWall)
    return next
  })
  const storeys = plan.storeys.map((storey): PlacedStorey => {
    const hall = storey.hall.map(rectOf)
    const at = storey.stair ? storey.hall.indexOf(storey.stair) : -1
    const next: PlacedStorey = {
      ...storey,
      hall,
      stair: hall[at] ?? null,
      rooms: storey.rooms.map(({ room }) => rooms[room]),
    }
    next.hallArea = hallAreaOf(next, innerWall)
    for (const room of next.rooms) room.atHall = lengthAtHall(room, next)
    return next
  })
  const wings = plan.wings.map(({ u0, u1, length }) => ({
    u0: move('u', u0),
    u1: move('u', u1),
    length: -move('v', -length),
  }))
  return { length: move('u', plan.length), depth: move('v', plan.depth), wings, storeys, rooms }
}

/** The longest part of a wall of a room that is at the hall, not at its stair. */
function lengthAtHall({ rect, without, host }: PlacedRoom, { hall, stair }: PlacedStorey): number {
  let most = 0
  for (const each of hall) {
    if (each === stair) continue
    const lost = without && host < 0 ? rectsLength(without, each) : 0
    most = Math.max(most, rectsLength(rect, each) - lost)
  }
  return most
}
