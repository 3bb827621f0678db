import { describe, expect, it } from 'vitest'
import { programOf, roomOf } from '../../tests/planner/random-program.ts'
import {
  BOTTOM,
  LEFT,
  measure,
  newPlan,
  type PlacedPlan,
  type PlacedStorey,
  type Rect,
  RIGHT,
  TOP,
} from './placed-plan.ts'
import { type CostName, PlanCost, pointsByName } from './plan-cost.ts'
import { programTables } from './program-tables.ts'
import type { ProgramRoom, RoomProgram } from './room-program.ts'

const rect = (u0: number, v0: number, u1: number, v1: number): Rect => ({ u0, v0, u1, v1 })

/** Kitchen and dining room south of a hall, bathroom and bedroom north of it. */
const RECTS = [rect(0, 0, 3, 4), rect(3, 0, 7, 4), rect(0, 5.3, 2.2, 9), rect(2.2, 5.3, 7, 9)]
const OUTER = [BOTTOM | LEFT, BOTTOM | RIGHT, TOP | LEFT, TOP | RIGHT]
const ROOMS = [roomOf('kitchen'), roomOf('dining'), roomOf('bathroom'), roomOf('bedroom')]

/** Points of that plan, with changes to it. */
function pointsOf({
  rooms = ROOMS,
  rects = RECTS,
  outer = OUTER,
  program = {},
  storey = {},
}: {
  rooms?: ProgramRoom[]
  rects?: Rect[]
  outer?: number[]
  program?: Partial<RoomProgram>
  storey?: Partial<PlacedStorey>
} = {}): Partial<Record<CostName, number>> {
  const tables = programTables(programOf(rooms, program))
  const plan: PlacedPlan = newPlan(tables)
  plan.length = 7
  plan.depth = 9
  for (const [i, placed] of plan.rooms.entries()) {
    placed.rect = rects[i]
    placed.outer = outer[i]
    placed.atHall = rects[i].u1 - rects[i].u0
    measure(placed, 0.3, 0.12)
    // Areas are as wanted where the program does not request others.
    if (!rooms[i].isAreaGiven) tables.area[i] = placed.area
  }
  const hall = [rect(0, 4, 7, 5.3)]
  Object.assign(plan.storeys[0], { hall, hallArea: 5, misfit: 0, doorSides: LEFT }, storey)
  const cost = new PlanCost(tables)
  cost.of({ isTurned: false, isFlipped: false }, plan)
  return pointsByName(cost)
}

const changedRoom = (index: number, more: Partial<ProgramRoom>): ProgramRoom[] =>
  ROOMS.map((room, i) => (i === index ? { ...room, ...more } : room))

describe('the cost of a plan', () => {
  it('is little of a plan that is right', () => {
    const points = pointsOf()
    expect(Object.values(points).reduce((sum, each) => sum + each, 0)).toBeLessThan(6)
    for (const name of [
      'fit',
      'area',
      'width',
      'daylight',
      'access',
      'entrance',
      'requests',
    ] as const)
      expect(points[name] ?? 0).toBe(0)
  })

  it.each<[CostName, Parameters<typeof pointsOf>[0]]>([
    ['area', { rooms: changedRoom(3, { area: 20, isAreaGiven: true }) }],
    ['size', { rooms: changedRoom(3, { size: [3, 3] }) }],
    ['width', { rooms: changedRoom(2, { minWidth: 2.4 }) }],
    ['proportion', { rects: [...RECTS.slice(0, 3), rect(2.2, 7.5, 7, 9)] }],
    ['daylight', { outer: [...OUTER.slice(0, 3), 0] }],
    ['sun', { outer: [OUTER[0], TOP, ...OUTER.slice(2)] }],
    ['sides', { rooms: changedRoom(0, { sides: ['east'] }) }],
    ['access', { rooms: changedRoom(2, { within: 'dining' }) }],
    ['hall', { storey: { hallArea: 20 } }],
    ['entrance', { storey: { doorSides: 0 } }],
    ['entrance', { program: { entrance: 'north' } }],
    ['requests', { program: { relations: [{ kind: 'next_to', a: 'dining', b: 'bathroom' }] } }],
    ['requests', { program: { relations: [{ kind: 'open_to', a: 'kitchen', b: 'bedroom' }] } }],
    ['requests', { program: { relations: [{ kind: 'apart', a: 'kitchen', b: 'dining' }] } }],
    ['fit', { storey: { misfit: 1 } }],
    ['stair', { storey: { stair: rect(2, 0, 4, 3) } }],
    ['neighbours', { rects: [RECTS[2], RECTS[1], RECTS[0], RECTS[3]] }],
  ])('has points for %s', (name, change) => {
    expect(pointsOf(change)[name] ?? 0).toBeGreaterThan((pointsOf()[name] ?? 0) + 0.5)
  })

  it('counts wet rooms that are apart', () => {
    expect(pointsOf().pipes).toBe(2)
    expect(pointsOf({ rects: [RECTS[0], RECTS[2], rect(3, 0, 7, 4), RECTS[3]] }).pipes ?? 0).toBe(0)
  })
})
