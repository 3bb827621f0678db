import { verifyScene } from '../../checks/verify.ts'
import { levelFrames } from '../../kernel/levels.ts'
import type { Issue } from '../../scene/issue.ts'
import type { Scene } from '../../scene/scene.ts'

/**
 * Issues for openings of the storey below that are higher than their walls since a floor was laid
 * on this one, because walls end under the slab above them. They are those of `verify`, with its
 * fixes.
 */
export function openingsBelow(before: Scene, after: Scene, levelId: string): Issue[] {
  const below = levelFrames(after).get(levelId)?.below
  if (below === undefined) return []
  const tooHigh = (scene: Scene) =>
    verifyScene(scene, { levelId: below, checks: ['opening.above_wall'] }).issues
  const known = new Set(tooHigh(before).flatMap(({ nodeIds }) => nodeIds))
  return tooHigh(after).filter(({ nodeIds }) => !nodeIds.some((id) => known.has(id)))
}
