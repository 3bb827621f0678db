import type { Polygon } from '../geometry/polygon.ts'
import { difference, union } from '../geometry/regions.ts'
import { compassSide } from './compass.ts'
import type { FoundPlan } from './find-plans.ts'
import { fromFrame } from './outline-frames.ts'
import {
  BOTTOM,
  LEFT,
  type PlacedPlan,
  type PlacedRoom,
  type PlacedStorey,
  type Rect,
  RIGHT,
  SCHEME_SIDES,
  STAIR_WIDTH,
  TOP,
} from './placed-plan.ts'
import type { ProgramRoom, RoomProgram, Side } from './room-program.ts'

type Corner = [number, number]

/** Width of a flight: two of them have a gap of 0.1 m. */
const STAIR_GAP_M = 0.1
export const STAIR_FLIGHT = (STAIR_WIDTH - STAIR_GAP_M) / 2
/** Before the first step of a stair, from the wall of the hall, in metres. */
const STAIR_START_M = 0.1
const DIRECTIONS: Record<Side, number> = { east: 0, north: 90, west: 180, south: 270 }
/** A door or a window needs a stretch of this length, in metres. */
const STRETCH_MIN_M = 0.9
/** A front door needs a wall of this length between the middles of other walls, in metres. */
const FRONT_STRETCH_M = 1.2

/** A stretch of an outer wall along its middle, in the world. */
export interface OuterStretch {
  side: Side
  from: Corner
  to: Corner
}

/** A room in the frame of the world: metres, x east, z south. */
export interface DrawnRoom {
  room: ProgramRoom
  polygon: Corner[]
  /** The longest first. */
  outer: OuterStretch[]
  placed: PlacedRoom
}

export interface DrawnStorey {
  outline: Corner[]
  rooms: DrawnRoom[]
  hall: Corner[]
  /** Where a front door into the hall can be. */
  frontDoors: OuterStretch[]
  /** Where the stair begins, at the hall, and its direction in degrees. */
  stair: { at: Corner; direction: number; turn: 'left' | 'right' } | null
}

/** The storeys of a plan in the world. */
export function drawnStoreys(program: RoomProgram, found: FoundPlan): DrawnStorey[] {
  const drawing = new PlanDrawing(program, found)
  return found.plan.storeys.map((storey) => drawing.storey(storey))
}

export const stretchLength = ({ from, to }: OuterStretch): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1])

/** The point of a stretch at a length from its beginning. */
export function alongStretch(stretch: OuterStretch, length: number): Corner {
  const { from, to } = stretch
  const share = length / stretchLength(stretch)
  return [
    roundMm(from[0] + (to[0] - from[0]) * share),
    roundMm(from[1] + (to[1] - from[1]) * share),
  ]
}

const roundMm = (value: number) => Math.round(value * 1_000) / 1_000

class PlanDrawing {
  private readonly program: RoomProgram
  private readonly found: FoundPlan
  private readonly plan: PlacedPlan

  constructor(program: RoomProgram, found: FoundPlan) {
    this.program = program
    this.found = found
    this.plan = found.plan
  }

  storey(storey: PlacedStorey): DrawnStorey {
    const { length, depth, wings } = this.plan
    const parts: Rect[] = [
      { u0: 0, u1: length, v0: 0, v1: depth },
      ...wings.map((wing) => ({ u0: wing.u0, u1: wing.u1, v0: -wing.length, v1: 0 })),
    ]
    return {
      outline: this.union(parts),
      rooms: storey.rooms.map((placed) => this.room(placed)),
      hall: this.union(storey.hall),
      frontDoors: this.frontDoors(storey),
      stair: storey.stair && this.stair(storey.stair, storey.hall[0]),
    }
  }

  private world(u: number, v: number): Corner {
    const { found, plan } = this
    const [du, dv] = found.origin ? [0, 0] : [plan.length / 2, plan.depth / 2]
    const [ox, oz] = found.origin ?? [0, 0]
    const [x, z] = fromFrame(u - du, v - dv, found)
    return [roundMm(x + ox) + 0, roundMm(z + oz) + 0]
  }

  private corners({ u0, u1, v0, v1 }: Rect): Corner[] {
    const ring = [this.world(u0, v0), this.world(u1, v0), this.world(u1, v1), this.world(u0, v1)]
    return this.found.isTurned === this.found.isFlipped ? ring : ring.reverse()
  }

  private union(rects: readonly Rect[]): Corner[] {
    const rings = rects.map((rect) => this.corners(rect)) as Polygon[]
    return union(rings)[0].outer.map(([x, z]) => [roundMm(x), roundMm(z)])
  }

  private room(placed: PlacedRoom): DrawnRoom {
    const { rect, without, outer } = placed
    const cut = without
      ? difference([this.corners(rect)], [this.corners(without)])[0].outer
      : this.corners(rect)
    return {
      room: this.program.rooms[placed.room],
      polygon: cut.map(([x, z]) => [roundMm(x), roundMm(z)]),
      outer: SCHEME_SIDES.filter((side) => (outer & side) !== 0)
        .flatMap((side) => this.stretches(placed, side))
        .filter((stretch) => stretchLength(stretch) >= STRETCH_MIN_M)
        .sort((a, b) => stretchLength(b) - stretchLength(a)),
      placed,
    }
  }

  /** The parts of an outer wall of a room that are not at a wing or at the room in its corner. */
  private stretches(
    { rect, without }: Pick<PlacedRoom, 'rect' | 'without'>,
    side: number,
  ): OuterStretch[] {
    const isAcross = side === BOTTOM || side === TOP
    const at = { [BOTTOM]: rect.v0, [TOP]: rect.v1, [LEFT]: rect.u0, [RIGHT]: rect.u1 }[side]!
    let free: Corner[] = [isAcross ? [rect.u0, rect.u1] : [rect.v0, rect.v1]]
    const cut = (from: number, to: number) => {
      free = free.flatMap(([a, b]): Corner[] => [
        [a, Math.min(b, from)],
        [Math.max(a, to), b],
      ])
      free = free.filter(([a, b]) => b > a)
    }
    if (without) {
      const corner = {
        [BOTTOM]: without.v0,
        [TOP]: without.v1,
        [LEFT]: without.u0,
        [RIGHT]: without.u1,
      }[side]
      if (corner === at)
        cut(...((isAcross ? [without.u0, without.u1] : [without.v0, without.v1]) as Corner))
    }
    if (side === BOTTOM && at === 0) for (const { u0, u1 } of this.plan.wings) cut(u0, u1)
    return free.map(([a, b]) => ({
      side: compassSide(this.found, side),
      from: isAcross ? this.world(a, at) : this.world(at, a),
      to: isAcross ? this.world(b, at) : this.world(at, b),
    }))
  }

  private frontDoors({ hall, stair, doorSides }: PlacedStorey): DrawnStorey['frontDoors'] {
    const { length, depth, wings } = this.plan
    const isAt = (side: number, { u0, u1, v0, v1 }: Rect): boolean => {
      if (side === LEFT) return u0 === 0
      if (side === RIGHT) return u1 === length
      if (side === TOP) return v1 === depth
      return v0 === 0 || wings.some((wing) => v0 === -wing.length)
    }
    return SCHEME_SIDES.filter((side) => (doorSides & side) !== 0).flatMap((side) => {
      // The way to the front door rather than the hall, which comes first.
      const walls = hall
        .filter((each) => each !== stair && isAt(side, each))
        .flatMap((rect) => this.stretches({ rect, without: null }, side))
        .filter((stretch) => stretchLength(stretch) >= FRONT_STRETCH_M)
      const wall = walls.at(-1)
      return wall ? [wall] : []
    })
  }

  /** A stair in two flights: up away from the hall, and back to it. */
  private stair(rect: Rect, hall: Rect): DrawnStorey['stair'] {
    const isAbove = rect.v0 >= hall.v1 - 1e-6
    const { innerWall, outerWall } = this.program
    const wall = rect.u0 === 0 ? outerWall : innerWall
    const u = rect.u0 + wall / 2 + STAIR_FLIGHT / 2
    const isMirrored = this.found.isTurned !== this.found.isFlipped
    return {
      at: this.world(u, isAbove ? rect.v0 + STAIR_START_M : rect.v1 - STAIR_START_M),
      direction: DIRECTIONS[compassSide(this.found, isAbove ? TOP : BOTTOM)],
      turn: isAbove === isMirrored ? 'left' : 'right',
    }
  }
}
