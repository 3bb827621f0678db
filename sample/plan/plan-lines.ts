import type { PlanPoint } from './plan.ts'

/**
 * A line of the plan with all its vertices, in rising order along one axis. Polygons on both sides
 * take slices of the same line, so they share exact vertices and leave no sliver.
 */
export class PlanLine {
  private readonly axis: 0 | 1
  private readonly points: PlanPoint[]

  constructor(axis: 0 | 1, points: PlanPoint[]) {
    this.axis = axis
    this.points = points
  }

  /** Vertices from one place to another, both included; backwards when `from` > `to`. */
  slice(from: number, to: number): PlanPoint[] {
    const low = Math.min(from, to)
    const high = Math.max(from, to)
    const part = this.points.filter((point) => point[this.axis] >= low && point[this.axis] <= high)
    if (part[0]?.[this.axis] !== low || part[part.length - 1][this.axis] !== high) {
      throw new Error(`a line of the plan has no vertex at ${from} or ${to}`)
    }
    return from > to ? part.reverse() : part
  }
}

/** Longest step between vertices, in metres of the plan. */
const STEP = 6

/** The graph v = f(u) from the first node to the last, finer where it is steep. */
export function graphLine(
  f: (u: number) => number,
  nodes: readonly number[],
  step: number = STEP,
): PlanLine {
  const points: PlanPoint[] = []
  const refine = (u0: number, v0: number, u1: number, v1: number, depth: number): void => {
    if (depth < 4 && Math.abs(v1 - v0) > 2 * step) {
      const u = (u0 + u1) / 2
      const v = f(u)
      refine(u0, v0, u, v, depth + 1)
      refine(u, v, u1, v1, depth + 1)
    } else points.push([u1, v1])
  }
  const us = withSteps(nodes, step)
  points.push([us[0], f(us[0])])
  for (let i = 1; i < us.length; i++) refine(us[i - 1], f(us[i - 1]), us[i], f(us[i]), 0)
  return new PlanLine(0, points)
}

/** A straight line across the plan: `at` on the other axis, with vertices at all nodes. */
export function straightLine(along: 0 | 1, at: number, nodes: readonly number[]): PlanLine {
  const points = withSteps(nodes, 2 * STEP).map((x): PlanPoint => (along === 0 ? [x, at] : [at, x]))
  return new PlanLine(along, points)
}

/** The nodes in order, and points in between so that no step is longer than `step`. */
function withSteps(nodes: readonly number[], step: number): number[] {
  const sorted = [...new Set(nodes)].sort((a, b) => a - b)
  const all = [sorted[0]]
  for (let i = 1; i < sorted.length; i++) {
    const [from, to] = [sorted[i - 1], sorted[i]]
    const count = Math.ceil((to - from) / step)
    for (let k = 1; k < count; k++) all.push(from + ((to - from) * k) / count)
    all.push(to)
  }
  return all
}

/** Joins edges head to tail into one open ring. */
export const joined = (...edges: readonly PlanPoint[][]): PlanPoint[] =>
  edges.flatMap((edge) => edge.slice(0, -1))
