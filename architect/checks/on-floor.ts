import { overlapDepth } from '../geometry/convex.ts'
import type { Point } from '../geometry/point.ts'
import { areNear, boxOf, contains, edges, isNearBorder, type Polygon } from '../geometry/polygon.ts'
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
      edges(ring).some(
        (edge) => areNear(box, boxOf(edge), TOUCH_M) && overlapDepth(outline, edge) > TOUCH_M,
      ),
    ),
  )
}
