import { Constraint, Expression, Operator, Solver, Strength, Variable } from '@lume/kiwi'
import {
  movedPlan,
  type PlacedPlan,
  type PlacedRoom,
  type Rect,
  STAIR_DEPTH,
  STAIR_WIDTH,
} from './placed-plan.ts'
import { alignedPlan, linesOf, outlineLines } from './plan-lines.ts'
import type { ProgramTables } from './program-tables.ts'

/** Lines of walls that are this near to each other become one, across the hall and storeys. */
export const ALIGN_M = 0.35
/** The same where that costs too much: a shorter part of a wall cannot be made. */
export const ALIGN_LEAST_M = 0.13
/** Two lines of walls come no nearer to each other: a wall has a length. */
const APART_M = 0.35
/** Areas are products: each round puts their tangents into the linear program. */
const ROUNDS = 3
/** A line moves at most this far in a round, in metres. */
const REACH_M = 0.6
/** Walls of a plan are on whole centimetres. */
const GRID_M = 0.01

/** Rooms that are requested as neighbours share a wall of this length, for a wide opening. */
const NEIGHBOUR_M = 1.9
/** Of the width of a hall, where an area that is not given has 4 for each square metre. */
const HALL_WEIGHT = 20
/** Of the least width of a room. */
const WIDTH_WEIGHT = 100

type Axis = 'u' | 'v'

/**
 * The plan with the dimensions that meet its program best: requested sizes and areas first, then
 * the usual areas, with the least change. Lines that nearly continue each other become one. A
 * linear program in each round (decision 038).
 */
export function exactDimensions(
  tables: ProgramTables,
  plan: PlacedPlan,
  { isFixed, within }: { isFixed: boolean; within: number },
): PlacedPlan {
  let now = alignedPlan(tables, plan, within)
  for (let round = 0; round < ROUNDS; round++)
    now = new DimensionRound(tables, now, isFixed).solve() ?? now
  return movedPlan(tables, now, (_, value) => Math.round(value / GRID_M) * GRID_M)
}

/** One linear program: the lines of a plan, and the tangents of its areas. */
class DimensionRound {
  private readonly tables: ProgramTables
  private readonly plan: PlacedPlan
  private readonly isFixed: boolean
  private readonly solver = new Solver()
  /** The lines of one direction: their variables by their position. */
  private readonly lines: Record<Axis, Map<number, Variable>>

  constructor(tables: ProgramTables, plan: PlacedPlan, isFixed: boolean) {
    this.tables = tables
    this.plan = plan
    this.isFixed = isFixed
    const variables = (axis: Axis) =>
      new Map(linesOf(plan, axis).map((value) => [value, new Variable()]))
    this.lines = { u: variables('u'), v: variables('v') }
  }

  /** The plan with its lines moved; null where the requirements cannot all hold. */
  solve(): PlacedPlan | null {
    try {
      for (const axis of ['u', 'v'] as const) this.addLines(axis)
      this.addHalls()
      this.addNeighbours()
      for (const each of this.plan.rooms) this.addRoom(each)
      this.solver.updateVariables()
    } catch {
      return null
    }
    return movedPlan(this.tables, this.plan, (axis, value) => this.line(axis, value).value())
  }

  private require(left: Expression, operator: Operator, right: number): void {
    this.solver.addConstraint(new Constraint(left, operator, right, Strength.required))
  }
  private want(left: Expression, right: number, weight: number): void {
    const strength = Strength.create(0, 1, 0, weight)
    this.solver.addConstraint(new Constraint(left, Operator.Eq, right, strength))
  }
  private wantLeast(left: Expression, right: number): void {
    const strength = Strength.create(0, 1, 0, WIDTH_WEIGHT)
    this.solver.addConstraint(new Constraint(left, Operator.Ge, right, strength))
  }
  private line(axis: Axis, value: number): Variable {
    return this.lines[axis].get(value)!
  }
  private span(axis: Axis, from: number, to: number): Expression {
    return new Expression(this.line(axis, to), [-1, this.line(axis, from)])
  }

  private addLines(axis: Axis): void {
    const fixed = this.fixedLines(axis)
    const weak = Strength.create(0, 0, 1, 1)
    let previous: [number, Variable] | null = null
    for (const [value, line] of this.lines[axis]) {
      const expression = new Expression(line)
      if (fixed.has(value)) this.require(expression, Operator.Eq, value)
      else {
        this.require(expression, Operator.Ge, value - REACH_M)
        this.require(expression, Operator.Le, value + REACH_M)
        this.solver.addConstraint(new Constraint(expression, Operator.Eq, value, weak))
      }
      // Lines keep their order.
      if (previous) {
        const gap = Math.min(APART_M, value - previous[0] - 1e-6)
        this.require(new Expression(line, [-1, previous[1]]), Operator.Ge, gap)
      }
      previous = [value, line]
    }
  }

  private fixedLines(axis: Axis): Set<number> {
    const { length, depth, wings } = this.plan
    if (!this.isFixed) return new Set([0])
    return axis === 'u'
      ? new Set([0, length, ...wings.flatMap(({ u0, u1 }) => [u0, u1])])
      : new Set([0, depth, ...wings.map((wing) => -wing.length)])
  }

  /** Halls keep their width, and the stair its size. */
  private addHalls(): void {
    const width = this.tables.program.hallWidth
    for (const { hall, stair } of this.plan.storeys) {
      const [main, ...others] = hall
      this.keep('v', main.v0, main.v1, Math.min(main.v1 - main.v0, this.clear('v', main, width)))
      for (const each of others) {
        const clear = each === stair ? STAIR_WIDTH : width
        this.keep('u', each.u0, each.u1, this.clear('u', each, clear))
      }
      if (stair) {
        const { v0, v1 } = stair
        this.want(this.span('v', v0, v1), Math.max(v1 - v0, STAIR_DEPTH + 0.1), 100)
      }
    }
  }

  private keep(axis: Axis, from: number, to: number, least: number): void {
    this.require(this.span(axis, from, to), Operator.Ge, least - 1e-6)
    this.want(this.span(axis, from, to), Math.max(least, to - from), HALL_WEIGHT)
  }

  /** Between the middles of the walls of a hall that is as wide as this between their faces. */
  private clear(axis: Axis, { u0, u1, v0, v1 }: Rect, width: number): number {
    const { outerWall, innerWall } = this.tables.program
    const outline = outlineLines(this.plan, axis)
    const ends = axis === 'u' ? [u0, u1] : [v0, v1]
    return ends.reduce(
      (sum, end) => sum + (outline.includes(end) ? outerWall : innerWall) / 2,
      width,
    )
  }

  /** Rooms that are to share a wall have space for the door in it. */
  private addNeighbours(): void {
    const { within, together, openTo } = this.tables
    const { rooms } = this.plan
    const pairs = [...together, ...openTo]
    for (const [a, b] of within.entries()) if (b >= 0) pairs.push({ a, b, points: 0 })
    for (const { a, b } of pairs) {
      const [one, other] = [rooms[a], rooms[b]]
      if (one.host >= 0 || other.host >= 0) continue
      for (const axis of ['u', 'v'] as const) {
        const [low, high] = axis === 'u' ? (['u0', 'u1'] as const) : (['v0', 'v1'] as const)
        const from = Math.max(one.rect[low], other.rect[low])
        const to = Math.min(one.rect[high], other.rect[high])
        if (to - from < 0.5) continue
        const least = Math.min(to - from, NEIGHBOUR_M)
        this.require(this.span(axis, from, to), Operator.Ge, least - 1e-6)
      }
    }
  }

  private addRoom({ room, rect, width, depth, area }: PlacedRoom): void {
    const { tables } = this
    const { size } = tables.program.rooms[room]
    const wallsU = rect.u1 - rect.u0 - width
    const wallsV = rect.v1 - rect.v0 - depth
    const across = this.span('u', rect.u0, rect.u1)
    const along = this.span('v', rect.v0, rect.v1)
    // A room that is too narrow must not become narrower, and is made wider where that is possible.
    const least = tables.minWidth[room]
    this.wantLeast(across, least + wallsU)
    this.wantLeast(along, least + wallsV)
    this.require(across, Operator.Ge, Math.min(least, width) + wallsU - 1e-6)
    this.require(along, Operator.Ge, Math.min(least, depth) + wallsV - 1e-6)
    if (size) {
      const [a, b] = size
      const isStraight =
        Math.abs(width - a) + Math.abs(depth - b) < Math.abs(width - b) + Math.abs(depth - a)
      this.want(across, (isStraight ? a : b) + wallsU, 400)
      this.want(along, (isStraight ? b : a) + wallsV, 400)
      return
    }
    // area + depth * (change of width) + width * (change of depth) = target
    const tangent = new Expression([depth, across], [width, along])
    const constant = depth * (width + wallsU) + width * (depth + wallsV) - area
    const target = tables.area[room]
    this.want(tangent, target + constant, (tables.isGiven[room] === 1 ? 60 : 4) / target)
  }
}
