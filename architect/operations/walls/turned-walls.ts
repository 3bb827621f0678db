import { distance, dot, leftOf, type Point, subtract, unit } from '../../geometry/point.ts'
import type { Fix } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { firstFix } from '../fit/first-fix.ts'
import { moveWall } from '../move-wall.ts'
import { Refusal } from '../refusal.ts'
import { JOINT_M } from './wall-lines.ts'

type Wall = NodeOf<'wall'>

/**
 * Refuses an edit of a wall after which straight walls that met it have another direction. The fix
 * moves lines instead: that of the wall where both of its ends move alike, else that of a turned
 * wall, along which the end of the wall goes.
 */
export function refuseTurnedWalls(before: Scene, after: Scene, wall: Wall): void {
  const turned = childrenOf(before, wall.parent!, 'wall').filter((each) => {
    const now = nodeOf(after, each.id, 'wall')
    return each.id !== wall.id && now && turnOf(each, now) > JOINT_M
  })
  if (turned.length === 0) return
  const ids = turned.map(({ id }) => id)
  throw new Refusal(
    'wall_turned',
    `${ids.join(', ')} would turn with the ends of ${wall.id}: walls that meet keep their directions. Move whole lines with move_wall.`,
    {
      nodeIds: [wall.id, ...ids],
      fix: lineFix(before, wall, nodeOf(after, wall.id, 'wall')!, ids),
    },
  )
}

/** How far the end of a straight wall is from the direction of the wall before, in metres. */
function turnOf(before: Wall, after: Wall): number {
  if (before.sagitta !== 0) return 0
  const [was, now] = [before, after].map(({ start, end }) => subtract(end, start))
  return Math.abs(dot(leftOf(unit(was)), now))
}

function lineFix(scene: Scene, before: Wall, after: Wall, turned: readonly string[]): Fix | null {
  const [start, end] = (['start', 'end'] as const).map((name) =>
    subtract(after[name], before[name]),
  )
  const isAlike = distance(start, end) <= JOINT_M
  const by = isAlike || Math.hypot(...start) > Math.hypot(...end) ? start : end
  const way = by.map(quantize) as unknown as Point
  const calls = (isAlike ? [before.id] : turned).flatMap((wallId) =>
    (['segment', 'line'] as const).map((scope) => ({ wallId, by: [...way], scope })),
  )
  return firstFix(moveWall.name, moveWall.run, scene, calls)
}
