import type { Point } from '../geometry/point.ts'
import {
  area,
  areNear,
  boxOf,
  contains,
  counterClockwise,
  type Polygon,
} from '../geometry/polygon.ts'
import { intersection } from '../geometry/regions.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { levelFrames } from './levels.ts'
import { type WallShape, wallShapes } from './walls/wall-shapes.ts'

/** Overlaps in plan under this are a touch, in square metres. */
const TOUCH_M2 = 1e-4

/** The slabs and ceilings that lie over one another with `polygon`. */
export function overlapping<Board extends { polygon: Polygon }>(
  boards: readonly Board[],
  polygon: Polygon,
): Board[] {
  const ring = [counterClockwise(polygon)]
  return boardsNear(boards, polygon).filter((board) =>
    intersection([counterClockwise(board.polygon)], ring).some(
      ({ outer }) => area(outer) > TOUCH_M2,
    ),
  )
}

/** The boards whose boxes meet that of the points: no other lies over what the points enclose. */
export function boardsNear<Board extends { polygon: Polygon }>(
  boards: readonly Board[],
  points: readonly Point[],
): Board[] {
  const own = boxOf(points)
  return boards.filter((board) => areNear(boxOf(board.polygon), own))
}

/** The slabs of the next level up, which end what is under them. */
export function slabsAbove(scene: Scene, levelId: string): NodeOf<'slab'>[] {
  const above = levelFrames(scene).get(levelId)?.above
  return above === undefined ? [] : childrenOf(scene, above, 'slab')
}

/** Height of the lower face of a slab of the next level up, above the floor of `levelId`. */
export function slabUnderside(scene: Scene, levelId: string, slab: NodeOf<'slab'>): number {
  return levelFrames(scene).get(levelId)!.height + slab.top - slab.thickness
}

/**
 * The height above the floor at which most of the length of the level's walls ends; of a level
 * without walls that of the lowest slab above it, or its own height.
 */
export const wallTops = cachedByLevel((scene: Scene, levelId: string): number => {
  const most = mostTops([...wallShapes(scene, levelId).values()])
  if (most !== null) return most
  const undersides = slabsAbove(scene, levelId).map((slab) => slabUnderside(scene, levelId, slab))
  return Math.min(levelFrames(scene).get(levelId)!.height, ...undersides)
})

/** Walls whose middle is farther out of a polygon do not carry what lies over it, in metres. */
const CARRIES_M = 0.5

/** The tops of the walls in and along a polygon; without such walls, of the whole level. */
export function wallTopsUnder(scene: Scene, levelId: string, polygon: Polygon): number {
  const { minX, maxX, minZ, maxZ } = boxOf(polygon)
  const walls = [...wallShapes(scene, levelId).values()].filter(({ path }) => {
    const [x, z] = path.at(path.length / 2)
    const isNear =
      x > minX - CARRIES_M && x < maxX + CARRIES_M && z > minZ - CARRIES_M && z < maxZ + CARRIES_M
    return isNear && contains(polygon, [x, z], CARRIES_M)
  })
  return mostTops(walls) ?? wallTops(scene, levelId)
}

function mostTops(walls: readonly WallShape[]): number | null {
  const lengths = new Map<number, number>()
  for (const { base, top, path } of walls) {
    const height = quantize(top - base)
    lengths.set(height, (lengths.get(height) ?? 0) + path.length)
  }
  return [...lengths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? null
}
