import type { Polygon } from '../../geometry/polygon.ts'
import { levelFrames } from '../../kernel/levels.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { guardPaths } from './hole-guards.ts'

/**
 * One issue for each stretch of the edges of new holes that has neither wall nor guard, with the
 * call that makes a railing there. None on a storey with nothing below it: nobody falls there.
 */
export function guardIssues(
  scene: Scene,
  slab: NodeOf<'slab'>,
  holes: readonly Polygon[],
): Issue[] {
  const levelId = slab.parent!
  if (levelFrames(scene).get(levelId)?.below === undefined) return []
  const paths = holes.flatMap((hole) => guardPaths(scene, levelId, hole))
  return paths.map((path) => ({
    code: 'hole.no_guard',
    severity: 'warning',
    nodeIds: [slab.id],
    message: `The new hole in ${slab.id} has no guard along an edge.`,
    fix: {
      tool: 'set_element',
      arguments: { kind: 'railing', levelId, path: path.map(([x, z]) => [x, z]) },
    },
  }))
}
