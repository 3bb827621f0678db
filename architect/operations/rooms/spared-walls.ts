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

/** Distance between the places of a wall that are tested, in metres: less than `OVER_M` twice. */
const STEP_M = 0.1

/**
 * The walls of a room that must stay when it is deleted: those that bound another room, and those
 * that carry something on any part of their length: a wall of the storey above, or a roof.
 */
export function sparedWalls(
  scene: Scene,
  zone: NodeOf<'zone'>,
  wallIds: readonly string[],
): SparedWall[] {
  const { above } = levelFrames(scene).get(zone.parent!)!
  const over = above === undefined ? [] : childrenOf(scene, above, 'wall')
  const roofs = childrenOf(scene, zone.parent!, 'roof')
  const thickest = Math.max(
    ...[...over, ...childrenOf(scene, zone.parent!, 'wall')].map(({ thickness }) => thickness),
  )
  return wallIds.flatMap((wallId): SparedWall[] => {
    const { left, right } = wallSides(scene, wallId)
    const other = [left, right].find((id) => id !== undefined && id !== zone.id)
    if (other !== undefined)
      return [{ wallId, reason: `bounds ${nodeOf(scene, other, 'zone')!.label ?? other}` }]
    const places = placesOn(nodeOf(scene, wallId, 'wall')!, thickest / 2 + OVER_M)
    const carried =
      longestOn(over, places) ??
      roofs.find(({ polygon }) =>
        places.some(({ sides }) => sides.some((at) => contains(polygon, at))),
      )
    return carried ? [{ wallId, reason: `carries ${carried.id}` }] : []
  })
}

/** A place on the middle of a wall, and points beyond both of its faces there. */
interface Place {
  at: Point
  /** Roofs end at the outer faces or at the middle of walls. */
  sides: Point[]
}

/** Places along a wall. What stands over the walls that it meets is near its ends, by `margin`. */
function placesOn(wall: NodeOf<'wall'>, margin: number): Place[] {
  const path = wallPath(wall)
  const long = Math.max(0, path.length - 2 * margin)
  const count = Math.ceil(long / STEP_M)
  return Array.from({ length: count + 1 }, (_, i) => {
    const s = path.length / 2 + (count === 0 ? 0 : (i / count - 0.5) * long)
    const left = leftOf(path.direction(s))
    const at = path.at(s)
    return {
      at,
      sides: [1, -1].map((sign) => add(at, scale(left, sign * (wall.thickness / 2 + OVER_M)))),
    }
  })
}

/** The wall that stands on the most of these places; null where none stands on any. */
function longestOn(walls: readonly NodeOf<'wall'>[], places: readonly Place[]) {
  let best: { wall: NodeOf<'wall'>; count: number } | null = null
  for (const wall of walls) {
    const corners = wallPath(wall).corners()
    const count = places.filter(({ at }) =>
      corners
        .slice(1)
        .some(({ at: to }, i) => nearestOnSegment(at, corners[i].at, to).distance < OVER_M),
    ).length
    if (count > (best?.count ?? 0)) best = { wall, count }
  }
  return best?.wall ?? null
}
