import { overlapDepth } from '../geometry/convex.ts'
import type { Point } from '../geometry/point.ts'
import {
  type Box,
  boxOf,
  contains,
  edges,
  isNearBorder,
  type Polygon,
} from '../geometry/polygon.ts'
import type { Region } from '../geometry/regions.ts'
import { TOUCH_M } from '../kernel/prism.ts'

/** True for a point on the floor, or at most `tolerance` metres beside it. */
export const isOnFloor = (regions: Region[], point: Point, tolerance = 0): boolean =>
  regions.some(({ outer, holes }) => {
    const rings = [outer, ...holes]
    if (contains(outer, point) && !holes.some((hole) => contains(hole, point))) return true
    return tolerance > 0 && rings.some((ring) => isNearBorder(ring, point, tolerance))
  })

/** True when the convex outline is on the floor, within the tolerance for touching. */
export function isInside(regions: Region[], outline: Polygon): boolean {
  if (!outline.every((corner) => isOnFloor(regions, corner, TOUCH_M))) return false
  const box = boxOf(outline)
  return !regions.some(({ outer, holes }) =>
    [outer, ...holes].some((ring) =>
      edges(ring).some((edge) => isNear(box, boxOf(edge)) && overlapDepth(outline, edge) > TOUCH_M),
    ),
  )
}

/** Whether two boxes overlap, or are apart by less than the tolerance for touching. */
const isNear = (a: Box, b: Box): boolean =>
  a.minX < b.maxX + TOUCH_M &&
  a.maxX > b.minX - TOUCH_M &&
  a.minZ < b.maxZ + TOUCH_M &&
  a.maxZ > b.minZ - TOUCH_M
