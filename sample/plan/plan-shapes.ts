import type { Box } from './box.ts'
import type { PlanPoint } from './plan.ts'

/** A polygon of the plan, once as an inequality and once as the rings that files are made of. */
export interface PlanShape {
  holds(point: PlanPoint): boolean
  /** Open rings: the shell counter-clockwise, then its holes. */
  rings: PlanPoint[][]
}

/** A shape around a centre, as far as `radius` in every direction (radians from east). */
export function starShape(
  centre: PlanPoint,
  radius: (angle: number) => number,
  vertices: number,
): PlanShape {
  let farthest = 0
  const ring = Array.from({ length: vertices }, (_, i): PlanPoint => {
    const angle = (2 * Math.PI * i) / vertices
    const reach = radius(angle)
    farthest = Math.max(farthest, reach)
    return [centre[0] + reach * Math.cos(angle), centre[1] + reach * Math.sin(angle)]
  })
  const holds = ([u, v]: PlanPoint): boolean => {
    const [du, dv] = [u - centre[0], v - centre[1]]
    // Between two vertices the radius is hardly longer; most points are far outside.
    if (Math.abs(du) + Math.abs(dv) > 1.5 * farthest) return false
    return Math.hypot(du, dv) < radius(Math.atan2(dv, du))
  }
  return { holds, rings: [ring] }
}

/** Longest edge of a box in metres: longer ones would not follow the warp. */
const STEP = 20

export function boxShape([u0, v0, u1, v1]: Box): PlanShape {
  const side = (from: PlanPoint, to: PlanPoint): PlanPoint[] => {
    const count = Math.ceil((Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1])) / STEP)
    return Array.from({ length: count }, (_, k) => [
      from[0] + ((to[0] - from[0]) * k) / count,
      from[1] + ((to[1] - from[1]) * k) / count,
    ])
  }
  const corners: PlanPoint[] = [
    [u0, v0],
    [u1, v0],
    [u1, v1],
    [u0, v1],
  ]
  const ring = corners.flatMap((corner, i) => side(corner, corners[(i + 1) % 4]))
  return { holds: ([u, v]) => u > u0 && u < u1 && v > v0 && v < v1, rings: [ring] }
}

/** A shape with holes cut out of its inside. */
export const without = (shape: PlanShape, holes: readonly PlanShape[]): PlanShape => ({
  holds: (point) => shape.holds(point) && !holes.some((hole) => hole.holds(point)),
  rings: [...shape.rings, ...holes.map(({ rings }) => [...rings[0]].reverse())],
})
