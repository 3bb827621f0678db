import { compassBit, compassBits } from './compass.ts'
import { DOOR_STRETCH } from './door-sizes.ts'
import {
  LEFT,
  overlaps,
  type PlacedPlan,
  type PlacedRoom,
  type PlacedStorey,
  RIGHT,
  STAIR_DEPTH,
  STAIR_WIDTH,
  sharedLength,
} from './placed-plan.ts'
import type { ProgramTables } from './program-tables.ts'
import type { Scheme } from './scheme.ts'

/** Reasons for which a plan costs points. */
export const COSTS = [
  'fit',
  'area',
  'size',
  'width',
  'proportion',
  'corner',
  'daylight',
  'sun',
  'sides',
  'access',
  'hall',
  'entrance',
  'requests',
  'neighbours',
  'pipes',
  'stair',
  'structure',
  'shape',
] as const
export type CostName = (typeof COSTS)[number]

const FIT = 0
const AREA = 1
const SIZE = 2
const WIDTH = 3
const PROPORTION = 4
const CORNER = 5
const DAYLIGHT = 6
const SUN = 7
const SIDES = 8
const ACCESS = 9
const HALL = 10
const ENTRANCE = 11
const REQUESTS = 12
const NEIGHBOURS = 13
const PIPES = 14
const STAIR = 15
const STRUCTURE = 16
const SHAPE = 17

/** Up to this share of the net area a hall costs nothing. */
const HALL_SHARE = 0.08
/** A front door of 1 m and the doors of two rooms, which its leaf must not meet. */
export const HALL_LENGTH_M = 2.4
/** Two rooms are open to each other along this length. */
export const OPEN_STRETCH = 1.8
const SOUTH = compassBit('south')
const WEST = compassBit('west')

/**
 * Points of plans: 0 is perfect, and what a designer would rather give up costs less. It owns the
 * points of the last plan, which each call overwrites.
 */
export class PlanCost {
  readonly points = new Float64Array(COSTS.length)
  private readonly tables: ProgramTables
  private readonly groups: Int16Array
  private readonly entrance: number
  private readonly mayBeLong: boolean
  private bits: Uint8Array = new Uint8Array(16)

  constructor(tables: ProgramTables) {
    this.tables = tables
    const { entrance, footprint, outline, rooms } = tables.program
    this.groups = new Int16Array(rooms.length)
    this.entrance = entrance === null ? 0 : compassBit(entrance)
    this.mayBeLong = footprint !== null || outline !== null
  }

  of(scheme: Pick<Scheme, 'isTurned' | 'isFlipped'>, plan: PlacedPlan): number {
    const { points, tables } = this
    points.fill(0)
    this.bits = compassBits(scheme)
    const { storeys } = plan
    for (let level = 0; level < storeys.length; level++) {
      const storey = storeys[level]
      points[FIT] += 40 * storey.misfit
      for (let i = 0; i < storey.rooms.length; i++) this.ofRoom(plan, storey, storey.rooms[i])
      this.ofHall(storey)
      this.ofPipes(plan, level)
      if (level > 0) this.ofStructure(plan, storey, storeys[level - 1])
    }
    this.ofEntrance(storeys[0])
    this.ofRequests(plan)
    for (const { a, b, points: each } of tables.kin)
      if (sharedLength(plan.rooms[a], plan.rooms[b]) < DOOR_STRETCH) points[NEIGHBOURS] += each
    this.ofShape(plan)
    let total = 0
    for (let i = 0; i < points.length; i++) total += points[i]
    return total
  }

  private ofRoom(plan: PlacedPlan, storey: PlacedStorey, placed: PlacedRoom): void {
    const { points, tables } = this
    const { room, width, depth, area, without, outer } = placed
    const off = Math.log(area / tables.area[room])
    if (tables.isGiven[room] === 1)
      points[AREA] += 300 * off * off + 300 * Math.max(0, Math.abs(off) - 0.07)
    else
      points[AREA] +=
        (off < 0 || tables.isServant[room] === 1 ? 30 : 12) * off * off +
        60 * Math.max(0, tables.minArea[room] / area - 1)
    const { size } = tables.program.rooms[room]
    if (size) points[SIZE] += 40 * sizeMisfit(size, width, depth)
    const narrow = Math.max(0.2, Math.min(width, depth))
    const short = Math.max(0, tables.minWidth[room] / narrow - 1)
    points[WIDTH] += 60 * short + (short > 0.02 ? 8 : 0)
    const aspect = Math.max(width, depth) / narrow
    points[PROPORTION] +=
      8 * Math.max(0, aspect - tables.maxAspect[room]) + 2 * Math.max(0, aspect - 1.45)
    if (without) {
      // What is left next to the corner and behind it must be of use.
      const beside = width - (without.u1 - without.u0)
      const behind = depth - (without.v1 - without.v0)
      points[CORNER] += 3 + 30 * Math.max(0, 1.1 - beside) + 30 * Math.max(0, 2.2 - behind)
    }
    if (outer === 0 && tables.mayBeInner[room] === 0) points[DAYLIGHT] += 60
    else if (outer === 0 && tables.isBath[room] === 1) points[DAYLIGHT] += 4
    const compass = this.bits[outer]
    const missing = tables.sides[room] & ~compass
    for (let bit = 1; bit <= 8; bit *= 2) if ((missing & bit) !== 0) points[SIDES] += 45
    if (tables.isSunny[room] === 1 && tables.sides[room] === 0 && (compass & SOUTH) === 0)
      points[SUN] += (compass & WEST) !== 0 ? 1 : 3
    if (tables.isGarage[room] === 1 && (outer & (LEFT | RIGHT)) === 0) points[SHAPE] += 8
    const within = tables.within[room]
    if (within >= 0) {
      if (sharedLength(plan.rooms[within], placed) < tables.doorStretch[room]) points[ACCESS] += 60
    } else if (placed.atHall < tables.doorStretch[room])
      points[ACCESS] += this.isBehindOther(storey, placed) ? tables.behind[room] : 80
  }

  /** Reached through a room for everybody that is at the hall. */
  private isBehindOther({ rooms }: PlacedStorey, placed: PlacedRoom): boolean {
    const { isPublic, doorStretch } = this.tables
    const stretch = doorStretch[placed.room]
    for (let i = 0; i < rooms.length; i++) {
      const other = rooms[i]
      if (
        other !== placed &&
        isPublic[other.room] === 1 &&
        other.atHall >= DOOR_STRETCH &&
        sharedLength(other, placed) >= stretch
      )
        return true
    }
    return false
  }

  private ofHall({ hall: [main], hallArea, rooms, stair }: PlacedStorey): void {
    const { points } = this
    let area = hallArea
    for (let i = 0; i < rooms.length; i++) area += rooms[i].area
    let waste = hallArea
    if (stair) {
      const depth = stair.v1 - stair.v0
      points[STAIR] += 60 * Math.max(0, STAIR_DEPTH - depth)
      waste += Math.max(0, depth - STAIR_DEPTH) * STAIR_WIDTH
    }
    points[HALL] += 60 * Math.max(0, waste / area - HALL_SHARE)
    points[HALL] += 12 * Math.max(0, HALL_LENGTH_M - (main.u1 - main.u0))
  }

  private ofEntrance({ doorSides }: PlacedStorey): void {
    if (doorSides === 0) this.points[ENTRANCE] += 100
    else if (this.entrance !== 0 && (this.bits[doorSides] & this.entrance) === 0)
      this.points[ENTRANCE] += 50
  }

  private ofRequests({ rooms }: PlacedPlan): void {
    const { points, tables } = this
    for (const { a, b, points: each } of tables.together)
      if (sharedLength(rooms[a], rooms[b]) < DOOR_STRETCH) points[REQUESTS] += each
    for (const { a, b, points: each } of tables.openTo)
      if (sharedLength(rooms[a], rooms[b]) < OPEN_STRETCH) points[REQUESTS] += each
    for (const { a, b, points: each } of tables.apart)
      if (sharedLength(rooms[a], rooms[b]) > 0) points[REQUESTS] += each
  }

  /** Wet rooms apart from each other, and not above others. */
  private ofPipes({ rooms }: PlacedPlan, level: number): void {
    const { points, tables } = this
    points[PIPES] += 2 * Math.max(0, this.wetGroups(rooms, tables.wet[level]) - 1)
    if (level === 0) return
    const below = tables.wet[level - 1]
    for (const each of tables.wet[level]) {
      let isAbove = false
      for (const other of below) isAbove ||= overlaps(rooms[each].rect, rooms[other].rect)
      if (!isAbove) points[PIPES] += 2
    }
  }

  /** Groups of wet rooms that share walls. */
  private wetGroups(rooms: readonly PlacedRoom[], wet: readonly number[]): number {
    const { groups } = this
    let count = wet.length
    for (let i = 0; i < wet.length; i++) {
      groups[i] = i
      for (let k = 0; k < i; k++) {
        if (groups[k] === groups[i] || sharedLength(rooms[wet[i]], rooms[wet[k]]) < 0.5) continue
        const [from, to] = [groups[i], groups[k]]
        for (let g = 0; g <= i; g++) if (groups[g] === from) groups[g] = to
        count -= 1
      }
    }
    return count
  }

  /** Walls that do not stand on walls of the storey below. */
  private ofStructure({ length }: PlacedPlan, { rooms }: PlacedStorey, below: PlacedStorey): void {
    for (let i = 0; i < rooms.length; i++) {
      const { u1 } = rooms[i].rect
      if (u1 > length - 0.1 || rooms[i].without !== null) continue
      let nearest = 1
      for (let k = 0; k < below.rooms.length; k++) {
        const { rect } = below.rooms[k]
        nearest = Math.min(nearest, Math.abs(rect.u1 - u1), Math.abs(rect.u0 - u1))
      }
      this.points[STRUCTURE] += 1.2 * nearest
    }
  }

  private ofShape({ length, depth, wings }: PlacedPlan): void {
    if (this.mayBeLong) return
    const { points } = this
    const aspect = Math.max(length / depth, depth / length)
    if (wings.length === 0) points[SHAPE] += 6 * Math.max(0, aspect - 1.7)
    points[SHAPE] += 10 * Math.max(0, 4 - depth)
    // A wing reaches out, but no further than the main part is long.
    for (const wing of wings) {
      points[SHAPE] += 10 * Math.max(0, 3.5 - wing.length)
      points[SHAPE] += 8 * Math.max(0, (wing.length + depth) / length - 1)
      points[SHAPE] += 20 * Math.max(0, (wing.u1 - wing.u0) / length - 0.65)
    }
  }
}

/** By how much clear sizes differ from those requested, in either direction, as logarithms. */
export function sizeMisfit([a, b]: readonly [number, number], width: number, depth: number) {
  const straight = Math.abs(Math.log(width / a)) + Math.abs(Math.log(depth / b))
  const turned = Math.abs(Math.log(width / b)) + Math.abs(Math.log(depth / a))
  return Math.min(straight, turned)
}

/** Points by their reason, of the last plan that was measured. */
export const pointsByName = ({ points }: PlanCost): Partial<Record<CostName, number>> =>
  Object.fromEntries(COSTS.flatMap((name, i) => (points[i] > 0 ? [[name, points[i]]] : [])))
