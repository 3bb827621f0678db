import { add, leftOf, type Point, scale } from '../../geometry/point.ts'
import { contains } from '../../geometry/polygon.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'

/** One face of a wall: left or right of it, seen from its start. */
export interface WallFace {
  wallId: string
  face: 'left' | 'right'
}

/** How far beside a face it is looked at, in metres, and at which shares of the wall's length. */
const ASIDE_M = 0.05
const SHARES = [0.1, 0.3, 0.5, 0.7, 0.9]

/** The faces of a level's walls that look outside along most of their length: its facade. */
export function outerFaces(scene: Scene, levelId: string): WallFace[] {
  const rooms = findRooms(scene, levelId)
  const outdoors = childrenOf(scene, levelId, 'zone').filter(
    ({ roomType }) => ROOM_TYPES[roomType].isOutdoors,
  )
  const isOutside = (at: Point): boolean =>
    outdoors.some(({ polygon }) => contains(polygon, at)) ||
    !rooms.some(
      ({ loop, holes }) => contains(loop, at) && !holes.some((hole) => contains(hole, at)),
    )
  return [...wallShapes(scene, levelId).values()].flatMap(({ id, path, thickness }) => {
    const outside = (['left', 'right'] as const).filter((face) => {
      const aside = (face === 'left' ? 1 : -1) * (thickness / 2 + ASIDE_M)
      const out = SHARES.map((share) => path.length * share).filter((s) =>
        isOutside(add(path.at(s), scale(leftOf(path.direction(s)), aside))),
      )
      return out.length * 2 > SHARES.length
    })
    // A wall that is free on both sides, as in a garden, is not a facade.
    return outside.length === 1 ? [{ wallId: id, face: outside[0] }] : []
  })
}
