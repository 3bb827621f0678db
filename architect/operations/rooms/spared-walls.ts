import { add, leftOf, nearestOnSegment, type Point, scale } from '../../geometry/point.ts'
import { contains } from '../../geometry/polygon.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { wallSides } from '../../kernel/rooms.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'

/** A wall of a deleted room that stays, and why: `bounds Hall`. */
export interface SparedWall {
  wallId: string
  reason: string
}

/** Walls of two levels that run in one line are less apart than this, in metres. */
const OVER_M = 0.1

/**
 * The walls of a room that must stay when it is deleted: those that bound another room, and those
 * that carry something: a wall of the storey above over their middle, or a roof over it.
 */
export function sparedWalls(
  scene: Scene,
  zone: NodeOf<'zone'>,
  wallIds: readonly string[],
): SparedWall[] {
  const { above } = levelFrames(scene).get(zone.parent!)!
  const over = above === undefined ? [] : childrenOf(scene, above, 'wall')
  const roofs = childrenOf(scene, zone.parent!, 'roof')
  return wallIds.flatMap((wallId): SparedWall[] => {
    const wall = nodeOf(scene, wallId, 'wall')!
    const path = wallPath(wall)
    const middle = path.at(path.length / 2)
    const { left, right } = wallSides(scene, wallId)
    const other = [left, right].find((id) => id !== undefined && id !== zone.id)
    if (other !== undefined)
      return [{ wallId, reason: `bounds ${nodeOf(scene, other, 'zone')!.label ?? other}` }]
    const upper = over.find(
      ({ start, end }) => nearestOnSegment(middle, start, end).distance < OVER_M,
    )
    if (upper) return [{ wallId, reason: `carries ${upper.id}` }]
    const roof = roofs.find(({ polygon }) =>
      sidesOf(wall, middle).some((at) => contains(polygon, at)),
    )
    return roof ? [{ wallId, reason: `carries ${roof.id}` }] : []
  })
}

/** Points on both sides of the middle of a wall: roofs end at the outer or the middle of walls. */
function sidesOf(wall: NodeOf<'wall'>, middle: Point): Point[] {
  const path = wallPath(wall)
  const left = leftOf(path.direction(path.length / 2))
  return [1, -1].map((sign) => add(middle, scale(left, sign * (wall.thickness / 2 + OVER_M))))
}
