import { CellSizes, THIN_M } from './cell-sizes.ts'
import { HallLines } from './hall-lines.ts'
import {
  BOTTOM,
  FRONT_STRETCH,
  hallAreaOf,
  isBottomOuter,
  LEFT,
  measure,
  newPlan,
  newRect,
  type PlacedPlan,
  type Rect,
  RIGHT,
  TOP,
} from './placed-plan.ts'
import type { ProgramTables } from './program-tables.ts'
import {
  ABOVE,
  BELOW,
  EAST_END,
  EAST_SIDE,
  EMPTY,
  PASSAGE,
  PORCH,
  type Scheme,
  STAIR,
  TIP,
  WEST_END,
  WEST_SIDE,
} from './scheme.ts'

/** Least depth of a corner. */
const CORNER_MIN_M = 0.95
/** What a host has behind its corner, where the depth of the corner may be chosen. */
const BEHIND_CORNER_M = 2.4
/** Longer than deep, so that its door is on the long side. */
const CORNER_ASPECT = 1.3

/** Between two wings, in metres, so that both have windows there. */
const COURT_MIN_M = 2.5

/**
 * Gives the rooms of schemes their sizes. It owns one plan, which each call fills in again: a
 * search places a hundred thousand schemes.
 */
export class PlanPlacer {
  readonly plan: PlacedPlan
  private readonly tables: ProgramTables
  private readonly sizes: CellSizes
  private readonly lines: HallLines
  private readonly outer: number
  private readonly inner: number
  /** Rectangles of halls by storey, in use up to the length of `hall`. */
  private readonly halls: Rect[][]
  private readonly corners: Rect[]

  constructor(tables: ProgramTables) {
    this.tables = tables
    this.sizes = new CellSizes(tables)
    this.lines = new HallLines(tables, this.sizes)
    const { outerWall, innerWall, storeys, rooms } = tables.program
    this.outer = outerWall
    this.inner = innerWall
    this.plan = newPlan(tables)
    this.halls = Array.from({ length: storeys }, () => Array.from({ length: 10 }, newRect))
    this.corners = rooms.map(newRect)
  }

  place(scheme: Scheme): PlacedPlan {
    this.lines.set(scheme, this.plan)
    for (let level = 0; level < scheme.storeys; level++) this.placeStorey(scheme, level)
    return this.plan
  }

  private placeStorey(scheme: Scheme, level: number): void {
    const { plan, inner } = this
    const { low, high } = this.lines
    const { length, depth } = plan
    const left = this.lines.ends[2 * level]
    const right = length - this.lines.ends[2 * level + 1]
    const storey = plan.storeys[level]
    storey.hall.length = 0
    storey.stair = null
    storey.doorSides = 0
    storey.misfit = Math.max(0, 1 - (right - left))
    this.addHall(level, left, right, low, high)
    if (left === 0) storey.doorSides |= LEFT
    if (right === length) storey.doorSides |= RIGHT
    if (low === 0 && isBottomOuter(left, right, plan.wings, FRONT_STRETCH))
      storey.doorSides |= BOTTOM
    if (high === depth) storey.doorSides |= TOP
    if (this.tables.program.storeys > 1) {
      const [v0, v1] = scheme.isStairBelow ? [0, low] : [high, depth]
      storey.stair = this.addHall(level, this.lines.stair0, this.lines.stair1, v0, v1)
    }
    for (let i = 0; i < scheme.wings.length; i++) {
      const { hall0, hall1 } = this.lines.wings[i]
      if (i > 0) storey.misfit += Math.max(0, plan.wings[i - 1].u1 + COURT_MIN_M - plan.wings[i].u0)
      // The way into a wing must be between the rooms at the ends of the hall.
      storey.misfit += Math.max(0, left - hall0) + Math.max(0, hall1 - right)
      if (low > 0.01) this.addHall(level, hall0, hall1, 0, low)
    }
    if (low > 0.01) this.placeBand(scheme, level, BELOW, left, right)
    if (depth - high > 0.01) this.placeBand(scheme, level, ABOVE, left, right)
    this.placeEnd(scheme, level, WEST_END, 0, left)
    this.placeEnd(scheme, level, EAST_END, right, length)
    for (let i = 0; i < scheme.wings.length; i++) this.placeWing(scheme, level, i)
    storey.hallArea = hallAreaOf(storey, inner)
  }

  private addHall(level: number, u0: number, u1: number, v0: number, v1: number): Rect {
    const { hall } = this.plan.storeys[level]
    const rect = this.halls[level][hall.length]
    setRect(rect, u0, u1, v0, v1)
    hall.push(rect)
    return rect
  }

  /** Fills a band from one fixed cell, the stair or the way into a wing, to the next. */
  private placeBand(
    scheme: Scheme,
    level: number,
    kind: number,
    left: number,
    right: number,
  ): void {
    const list = scheme.list(level, kind)
    let first = 0
    let u0 = left
    let wing = 0
    const count = scheme.count(list)
    for (let at = 0; at < count; at++) {
      const room = scheme.room(list, at)
      if (room !== STAIR && room !== PASSAGE) continue
      const from = room === STAIR ? this.lines.stair0 : this.lines.wings[wing].hall0
      const to = room === STAIR ? this.lines.stair1 : this.lines.wings[wing].hall1
      if (room === PASSAGE) wing += 1
      this.placeRun(scheme, level, kind, first, at, u0, from)
      u0 = to
      first = at + 1
    }
    this.placeRun(scheme, level, kind, first, count, u0, right)
  }

  /** Fills a part of a band with its cells: what is left or missing is shared by their widths. */
  private placeRun(
    scheme: Scheme,
    level: number,
    kind: number,
    first: number,
    end: number,
    u0: number,
    u1: number,
  ): void {
    const { plan } = this
    const { low, high } = this.lines
    const storey = plan.storeys[level]
    if (first === end) {
      storey.misfit += Math.abs(u1 - u0)
      return
    }
    const list = scheme.list(level, kind)
    const [v0, v1] = kind === BELOW ? [0, low] : [high, plan.depth]
    const net = this.sizes.netBand(v1 - v0)
    const spare = this.sizes.spareOf(scheme, list, first, end, net, u1 - u0)
    let from = u0
    for (let at = first; at < end; at++) {
      const width = this.sizes.widthOf(scheme, list, at, net, spare)
      const to = from + width
      const isOuter = kind === ABOVE || isBottomOuter(from, to, plan.wings)
      const room = scheme.room(list, at)
      storey.misfit += Math.max(0, 0.9 - width)
      if (room === PORCH) {
        this.addHall(level, from, to, v0, v1)
        if (isOuter) storey.doorSides |= kind === BELOW ? BOTTOM : TOP
      } else {
        let outside = isOuter ? (kind === BELOW ? BOTTOM : TOP) : 0
        if (from < 1e-6) outside |= LEFT
        if (to > plan.length - 1e-6) outside |= RIGHT
        const corner = scheme.corner(list, at)
        const host = this.put(room, from, to, v0, v1, outside)
        host.atHall = to - from
        if (corner !== EMPTY) {
          this.tuck(room, corner, scheme.isCornerLeft(list, at), kind)
          const { without } = host
          host.atHall -= without!.u1 - without!.u0
          measure(host, this.outer, this.inner)
        }
      }
      from = to
    }
  }

  private put(room: number, u0: number, u1: number, v0: number, v1: number, outer: number) {
    const placed = this.plan.rooms[room]
    setRect(placed.rect, u0, u1, v0, v1)
    placed.without = null
    placed.host = -1
    placed.outer = outer
    measure(placed, this.outer, this.inner)
    return placed
  }

  /** Puts a small room into the corner of its host at the hall. */
  private tuck(host: number, room: number, isLeft: boolean, kind: number): void {
    const { plan, inner, tables } = this
    const { rect, outer } = plan.rooms[host]
    const most = rect.v1 - rect.v0 - BEHIND_CORNER_M
    const wanted = Math.max(tables.minWidth[room], Math.sqrt(tables.area[room] * CORNER_ASPECT))
    const depth = Math.max(CORNER_MIN_M, Math.min(wanted, most))
    const width = Math.min(rect.u1 - rect.u0, tables.area[room] / depth + inner)
    const corner = this.corners[room]
    const u0 = isLeft ? rect.u0 : rect.u1 - width
    if (kind === BELOW) setRect(corner, u0, u0 + width, rect.v1 - depth - inner, rect.v1)
    else setRect(corner, u0, u0 + width, rect.v0, rect.v0 + depth + inner)
    plan.rooms[host].without = corner
    const { u1, v0, v1 } = corner
    const tucked = this.put(room, u0, u1, v0, v1, outer & (isLeft ? LEFT : RIGHT))
    tucked.host = host
    tucked.atHall = u1 - u0
  }

  private placeEnd(scheme: Scheme, level: number, kind: number, u0: number, u1: number): void {
    const list = scheme.list(level, kind)
    const count = scheme.count(list)
    if (count === 0) return
    const { plan, inner, outer } = this
    const { low, high } = this.lines
    const net = Math.max(THIN_M, u1 - u0 - (outer + inner) / 2)
    const spare = this.sizes.spareOf(scheme, list, 0, count, net, plan.depth + inner - outer)
    let v0 = 0
    for (let at = 0; at < count; at++) {
      const walls = (at === 0 ? outer - inner : 0) / 2 + (at === count - 1 ? outer - inner : 0) / 2
      const v1 = v0 + this.sizes.widthOf(scheme, list, at, net, spare) + walls
      let outside = kind === WEST_END ? LEFT : RIGHT
      if (at === 0 && isBottomOuter(u0, u1, plan.wings)) outside |= BOTTOM
      if (at === count - 1) outside |= TOP
      const placed = this.put(scheme.room(list, at), u0, u1, v0, v1, outside)
      placed.atHall = Math.max(0, Math.min(v1, high) - Math.max(v0, low))
      v0 = v1
    }
  }

  private placeWing(scheme: Scheme, level: number, index: number): void {
    const { plan, inner, outer } = this
    const { u0, u1, length } = plan.wings[index]
    const { hall0, hall1 } = this.lines.wings[index]
    const storey = plan.storeys[level]
    const tip = scheme.list(level, TIP, index)
    const tips = scheme.count(tip)
    const v1 = tips === 0 ? -length : this.sizes.tipDepth(scheme, index, level) - length
    const sides =
      scheme.count(scheme.list(level, WEST_SIDE, index)) +
      scheme.count(scheme.list(level, EAST_SIDE, index))
    if (sides === 0) {
      if (tips === 0) storey.misfit += length
      this.placeTip(scheme, level, index, -length, 0)
      return
    }
    storey.misfit += Math.max(0, v1 + 1)
    if (tips === 0) storey.doorSides |= BOTTOM
    this.addHall(level, hall0, hall1, v1, 0)
    this.placeTip(scheme, level, index, -length, v1)
    for (let kind = WEST_SIDE; kind <= EAST_SIDE; kind++) {
      const list = scheme.list(level, kind, index)
      const count = scheme.count(list)
      const [from, to] = kind === WEST_SIDE ? [u0, hall0] : [hall1, u1]
      if (count === 0) {
        // The hall is at the outer wall, unless another storey has rooms there.
        storey.misfit += to - from > 0.3 ? -v1 : 0
        continue
      }
      const net = this.sizes.netBand(to - from)
      const last = tips === 0 ? (outer - inner) / 2 : 0
      const spare = this.sizes.spareOf(scheme, list, 0, count, net, -v1 - last)
      let top = 0
      for (let at = 0; at < count; at++) {
        const isLast = at === count - 1
        const bottom = top - this.sizes.widthOf(scheme, list, at, net, spare) - (isLast ? last : 0)
        let outside = kind === WEST_SIDE ? LEFT : RIGHT
        if (isLast && tips === 0) outside |= BOTTOM
        const placed = this.put(scheme.room(list, at), from, to, isLast ? v1 : bottom, top, outside)
        placed.atHall = placed.rect.v1 - placed.rect.v0
        top = bottom
      }
    }
  }

  /** Fills the end of a wing, below its hall. */
  private placeTip(scheme: Scheme, level: number, index: number, v0: number, v1: number): void {
    const list = scheme.list(level, TIP, index)
    const count = scheme.count(list)
    if (count === 0) return
    const { plan, outer, inner } = this
    const { u0, u1 } = plan.wings[index]
    const { hall0, hall1 } = this.lines.wings[index]
    const net = this.sizes.netBand(v1 - v0)
    const spare = this.sizes.spareOf(scheme, list, 0, count, net, u1 - u0 + inner - outer)
    let from = u0
    for (let at = 0; at < count; at++) {
      const walls = (at === 0 ? outer - inner : 0) / 2 + (at === count - 1 ? outer - inner : 0) / 2
      const to =
        at === count - 1 ? u1 : from + this.sizes.widthOf(scheme, list, at, net, spare) + walls
      let outside = BOTTOM
      if (at === 0) outside |= LEFT
      if (at === count - 1) outside |= RIGHT
      const placed = this.put(scheme.room(list, at), from, to, v0, v1, outside)
      placed.atHall = Math.max(0, Math.min(to, hall1) - Math.max(from, hall0))
      from = to
    }
  }
}

function setRect(rect: Rect, u0: number, u1: number, v0: number, v1: number): void {
  rect.u0 = u0
  rect.u1 = u1
  rect.v0 = v0
  rect.v1 = v1
}
