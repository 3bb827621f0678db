import { clearGap } from '../geometry/convex.ts'
import { boxOf } from '../geometry/polygon.ts'
import type { Prism } from '../kernel/prism.ts'
import type { Obstacle } from './obstacles.ts'

/** Greatest gap between a wall and an item that hangs on it, in metres: the depth of a rail. */
export const ON_WALL_M = 0.06

/**
 * True for a thing that has a wall beside it within `ON_WALL_M`. An opening is not a part of its
 * wall: nothing hangs there.
 */
export function isAtWall(obstacles: readonly Obstacle[], { outline, bottom, top }: Prism): boolean {
  const { minX, maxX, minZ, maxZ } = boxOf(outline)
  return obstacles.some(
    ({ kind, box, pieces }) =>
      kind === 'wall' &&
      box.minX <= maxX + ON_WALL_M &&
      box.maxX >= minX - ON_WALL_M &&
      box.minZ <= maxZ + ON_WALL_M &&
      box.maxZ >= minZ - ON_WALL_M &&
      pieces.some(
        (piece) =>
          piece.bottom < top && piece.top > bottom && clearGap(piece.outline, outline) <= ON_WALL_M,
      ),
  )
}
