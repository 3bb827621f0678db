import { overlapDepth } from '../geometry/convex.ts'
import type { Polygon } from '../geometry/polygon.ts'

/** A thing as collisions see it: an upright solid over a convex outline. */
export interface Prism {
  /** Convex, counter-clockwise in plan, in metres. */
  outline: Polygon
  /** Heights above the level's floor, in metres. */
  bottom: number
  top: number
}

/** Things that overlap by less than this only touch, in metres: ten steps of the grid. */
export const TOUCH_M = 0.001

/** Depth of the overlap of two prisms in plan, in metres; 0 when one is above the other. */
export function prismOverlap(a: Prism, b: Prism): number {
  if (Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom) <= TOUCH_M) return 0
  const depth = overlapDepth(a.outline, b.outline)
  return depth > TOUCH_M ? depth : 0
}
