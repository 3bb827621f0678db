import { verifyScene } from '../../checks/verify.ts'
import { levelFrames } from '../../kernel/levels.ts'
import type { Issue } from '../../scene/issue.ts'
import type { Scene } from '../../scene/scene.ts'

/**
 * Openings of the storey below that reach over their walls since a floor was laid on this one: walls
 * end under the slab above them. They are told as `verify` tells them, with what would mend them.
 */
export function openingsBelow(before: Scene, after: Scene, levelId: string): Issue[] {
  const below = levelFrames(after).get(levelId)?.below
  if (below === undefined) return []
  const tooHigh = (scene: Scene) =>
    verifyScene(scene, { levelId: below, checks: ['opening.above_wall'] }).issues
  const known = new Set(tooHigh(before).flatMap(({ nodeIds }) => nodeIds))
  return tooHigh(after).filter(({ nodeIds }) => !nodeIds.some((id) => known.has(id)))
}
