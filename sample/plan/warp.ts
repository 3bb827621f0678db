import type { Random } from '../../random/seeded-random.ts'
import { HALF_HEIGHT, type PlanPoint, WIDTH } from './plan.ts'
import { bell, ramp, wiggle } from './wiggle.ts'

/**
 * Bends the plan. Each shear moves points along one axis only, by an amount whose slope along that
 * axis stays below 1, so it is one to one and lines that do not cross in the plan do not cross on
 * the map: the whole county is a planar partition by construction. Shears vanish on the edge they
 * would push points over, so the edges of the mapped rectangle stay straight.
 */
interface Shear {
  axis: 0 | 1
  shift(u: number, v: number): number
}

export interface Warp {
  apply(point: PlanPoint): PlanPoint
  /** Undoes `apply`, to about a micrometre; in 16 rounds to centimetres, in a third of the time. */
  undo(point: PlanPoint, rounds?: number): PlanPoint
}

/** 1 in the middle of the plan, 0 at its west and east edges. */
const insideU = (u: number): number => (4 * u * (WIDTH - u)) / WIDTH ** 2

/** 1 on the river's axis, 0 at the north and south edges. */
const insideV = (v: number): number => 1 - (v / HALF_HEIGHT) ** 2

/** 1 inside the plan, falling to 0 over the last 600 m before the edge at distance 0. */
const nearEdge = (distance: number): number => ramp(distance, 0, 600)

/** Meanders of the river and the curves of roads: gentle in town, strong in the west. */
export function groundWarp(random: Random): Warp {
  const meander = wiggle(random, [
    [1150, 8200],
    [160, 2900],
  ])
  const lean = wiggle(random, [
    [420, 6800],
    [70, 2300],
  ])
  const curl = wiggle(random, [[34, 640]])
  const sway = wiggle(random, [[30, 560]])
  // Winding streets belong to the suburbs, not to the old town's grid or the section roads.
  const suburbs = (u: number, v: number): number =>
    bell(u, 11500, 3600) * (1 - 0.9 * bell(u, 11500, 1000) * bell(v, 0, 1300))
  return chain([
    { axis: 1, shift: (u, v) => meander(u) * (1 - 0.75 * ramp(u, 7500, 10500)) * insideV(v) },
    { axis: 0, shift: (u, v) => lean(v) * insideU(u) },
    { axis: 1, shift: (u, v) => curl(u) * suburbs(u, v) * insideV(v) },
    { axis: 0, shift: (u, v) => sway(v) * suburbs(u, v) * insideU(u) },
  ])
}

/** The ragged look of flood lines, laid under the ground's warp. */
export function floodWarp(random: Random): Warp {
  const edgeU = (u: number): number => nearEdge(u) * nearEdge(WIDTH - u)
  const edgeV = (v: number): number => nearEdge(HALF_HEIGHT - Math.abs(v))
  const waves = [
    [22, 610],
    [13, 233],
    [5, 71],
  ] as const
  const along = wiggle(random, waves)
  const across = wiggle(random, waves)
  const shore = wiggle(random, [
    [70, 2600],
    [35, 900],
  ])
  return chain([
    { axis: 0, shift: (u, v) => along(v) * edgeU(u) },
    { axis: 1, shift: (u, v) => across(u) * edgeV(v) },
    { axis: 0, shift: (u, v) => shore(v) * bell(u, 15400, 1200) * edgeU(u) },
  ])
}

/** Applies one warp after another. */
export const composeWarps = (first: Warp, second: Warp): Warp => ({
  apply: (point) => second.apply(first.apply(point)),
  undo: (point, rounds) => first.undo(second.undo(point, rounds), rounds),
})

function chain(shears: Shear[]): Warp {
  return {
    apply(point) {
      let [u, v] = point
      for (const { axis, shift } of shears) {
        if (axis === 0) u += shift(u, v)
        else v += shift(u, v)
      }
      return [u, v]
    },
    undo(point, rounds = 50) {
      let [u, v] = point
      for (const shear of [...shears].reverse()) [u, v] = undoShear(shear, u, v, rounds)
      return [u, v]
    },
  }
}

/** A fixed point of x = target - shift(x); slopes stay below 0.5, so 50 rounds are plenty. */
function undoShear({ axis, shift }: Shear, u: number, v: number, rounds: number): [number, number] {
  let x = axis === 0 ? u : v
  for (let round = 0; round < rounds; round++) {
    x = axis === 0 ? u - shift(x, v) : v - shift(u, x)
  }
  return axis === 0 ? [x, v] : [u, x]
}
