import { leftOf, type Point, subtract, unit } from '../geometry/point.ts'
import type { Box, Polygon } from '../geometry/polygon.ts'
import { areNear, boxOf, counterClockwise, edges } from '../geometry/polygon.ts'
import { difference, type Region, ringsOf } from '../geometry/regions.ts'
import { type Board, ringsOfBoard } from '../kernel/board.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { isInside as isIndoors } from '../kernel/exposure.ts'
import { zoneInside, zoneRegions } from '../kernel/rooms.ts'
import { cleanRing } from '../kernel/walls/clean-ring.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf } from '../scene/scene.ts'

/** The floor of a room between its walls. */
interface RoomFloor {
  zone: NodeOf<'zone'>
  /** Clipped on the first call: most rooms lie wholly on one slab and need no clipping. */
  rings(): Polygon[]
  /** Corners out to the centrelines of its walls: all of the floor is between them. */
  corners: Polygon
  box: Box
}

/** The floors of a level's rooms, without those outdoors. */
export const roomFloors = cachedByLevel((scene, levelId): RoomFloor[] =>
  childrenOf(scene, levelId, 'zone')
    .filter(({ id }) => isIndoors(scene, levelId, id))
    .map((zone) => {
      let rings: Polygon[] | undefined
      const clipped = () => {
        rings ??= ringsOf(zoneRegions(scene, zone.id))
        return rings
      }
      const corners = zoneInside(scene, zone.id).gross.flatMap(({ outer }) => outer)
      return { zone, rings: clipped, corners, box: boxOf(corners) }
    }),
)

/** The part of a floor that none of the boards covers. */
export function uncovered({ corners, rings, box }: RoomFloor, boards: readonly Board[]): Region[] {
  const isNear = (polygon: Polygon): boolean => areNear(boxOf(polygon), box)
  const near = boards
    .filter(({ polygon }) => isNear(polygon))
    .map(({ polygon, holes }) => ({ polygon, holes: holes.filter(isNear) }))
  // The floor is between the corners, and a convex polygon with all of them has all of it.
  const isWhole = ({ polygon, holes }: Board) =>
    holes.length === 0 && isConvexAround(polygon, corners)
  if (near.some(isWhole)) return []
  return difference(rings(), near.flatMap(ringsOfBoard))
}

/** Corners that stick out by less than this are on the border, in metres: they add no floor. */
const ON_BORDER_M = 1e-6

/** True where the polygon is convex and contains all the corners. */
function isConvexAround(polygon: Polygon, corners: Polygon): boolean {
  const known = sidesOf.get(polygon) ?? convexSides(polygon)
  sidesOf.set(polygon, known)
  return (
    known.length > 0 && known.every((side) => corners.every((corner) => isInside(side, corner)))
  )
}

interface Side {
  from: Point
  inward: Point
}

const sidesOf = new WeakMap<Polygon, Side[]>()

/** The sides of a convex polygon; none for one that is not convex. */
function convexSides(polygon: Polygon): Side[] {
  const sides = edges(cleanRing(counterClockwise(polygon))).map(
    ([from, to]): Side => ({ from, inward: leftOf(unit(subtract(to, from))) }),
  )
  const isConvex = sides.every((side) => polygon.every((corner) => isInside(side, corner)))
  return isConvex ? sides : []
}

const isInside = ({ from, inward }: Side, [x, z]: Point) =>
  (x - from[0]) * inward[0] + (z - from[1]) * inward[1] > -ON_BORDER_M
