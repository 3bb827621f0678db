import type { Point } from '../../geometry/point.ts'
import { contains, type Polygon } from '../../geometry/polygon.ts'
import { ceilingFaces } from '../../kernel/floors/ceiling-faces.ts'
import { overlapping, wallTops } from '../../kernel/storey.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'

/** Height of the underside of the ceiling over a point; without one, of the tops of the walls. */
export const ceilingHeightAt = (scene: Scene, levelId: string, at: Point): number =>
  lowest(
    scene,
    levelId,
    childrenOf(scene, levelId, 'ceiling').filter(({ polygon }) => contains(polygon, at)),
  )

/** Height of the lowest underside over an area; without a ceiling, of the tops of the walls. */
export const ceilingHeightOver = (scene: Scene, levelId: string, area: Polygon): number =>
  lowest(scene, levelId, overlapping(childrenOf(scene, levelId, 'ceiling'), area))

const lowest = (scene: Scene, levelId: string, ceilings: readonly NodeOf<'ceiling'>[]): number =>
  Math.min(
    wallTops(scene, levelId),
    ...ceilings.flatMap((ceiling) => ceilingFaces(scene, ceiling)?.bottom ?? []),
  )
