import { levelFrames } from '../../kernel/levels.ts'
import type { Issue } from '../../scene/issue.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import type { PlanLine } from './plan-lines.ts'

/** An issue for lines of the facade that moved while the storeys above and below stay. */
export function otherStoreysIssue(
  scene: Scene,
  levelId: string,
  facades: readonly Pick<PlanLine, 'label' | 'wallIds'>[],
): Issue[] {
  const { above, below } = levelFrames(scene).get(levelId)!
  const others = [above, below].filter(
    (id) => id !== undefined && childrenOf(scene, id, 'wall').length > 0,
  ) as string[]
  if (facades.length === 0 || others.length === 0) return []
  return [
    {
      code: 'level.out_of_line',
      severity: 'warning',
      nodeIds: [...facades.flatMap(({ wallIds }) => wallIds), ...others],
      message: `${facades.map(({ label }) => label).join(' and ')} moved, and the walls of ${others.join(' and ')} stay where they are.`,
    },
  ]
}
