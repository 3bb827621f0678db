import { distance } from '../geometry/point.ts'
import { area, counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { intersection } from '../geometry/regions.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { levelFrames } from './levels.ts'

/** Overlaps in plan under this are a touch, in square metres. */
const TOUCH_M2 = 1e-4

/** The slabs and ceilings that lie over one another with `polygon`. */
export function overlapping<Board extends { polygon: Polygon }>(
  boards: readonly Board[],
  polygon: Polygon,
): Board[] {
  const ring = [counterClockwise(polygon)]
  return boards.filter((board) =>
    intersection([counterClockwise(board.polygon)], ring).some(
      ({ outer }) => area(outer) > TOUCH_M2,
    ),
  )
}

/** The slabs of the next level up, which end what is under them. */
export function slabsAbove(scene: Scene, levelId: string): NodeOf<'slab'>[] {
  const above = levelFrames(scene).get(levelId)?.above
  return above === undefined ? [] : childrenOf(scene, above, 'slab')
}

/** Of the lower face of a slab of the next level up, above the floor of `levelId`. */
export function slabUnderside(scene: Scene, levelId: string, slab: NodeOf<'slab'>): number {
  return levelFrames(scene).get(levelId)!.height + slab.top - slab.thickness
}

/**
 * The height above the floor at which most of the length of the level's walls ends; of a level
 * without walls that of the lowest slab above it, or its own height.
 */
export function wallTops(scene: Scene, levelId: string): number {
  const level = levelFrames(scene).get(levelId)!
  const undersides = slabsAbove(scene, levelId).map((slab) => slabUnderside(scene, levelId, slab))
  const usual = Math.min(level.height, ...undersides)
  const lengths = new Map<number, number>()
  for (const { start, end, height } of childrenOf(scene, levelId, 'wall')) {
    const top = quantize(height ?? usual)
    lengths.set(top, (lengths.get(top) ?? 0) + distance(start, end))
  }
  const [most] = [...lengths].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  return most?.[0] ?? usual
}
