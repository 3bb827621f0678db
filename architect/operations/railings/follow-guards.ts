import { lowTreads } from '../../checks/low-treads.ts'
import type { Point } from '../../geometry/point.ts'
import { distanceToBorder, type Polygon } from '../../geometry/polygon.ts'
import { stairOpening } from '../../kernel/stairs/stair-shape.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { guardRing, stairGuardPaths } from './hole-guards.ts'

/** What became of railings around holes that an edit moved or closed, by id. */
export interface FollowedGuards {
  moved: string[]
  added: string[]
  removed: string[]
}

/** The corners of a guard are this near to the line around its hole, in metres. */
const ON_RING_M = 0.01

/** The railings of a level that stand along the edge of a hole, and nowhere else. */
export function guardsOf(scene: Scene, levelId: string, hole: Polygon): NodeOf<'railing'>[] {
  const railings = childrenOf(scene, levelId, 'railing')
  if (railings.length === 0) return []
  const ring = guardRing(hole)
  if (!ring) return []
  return railings.filter(({ path }) =>
    path.every((corner) => distanceToBorder(ring, corner) <= ON_RING_M),
  )
}

/**
 * Lays the guards of stairs anew whose holes an edit changed, or at whose holes other stairs start,
 * and removes those of stairs that are gone. A stair without guards stays without; railings that do
 * not follow its hole stay. Null where no guard changed.
 */
export function followGuards(before: Scene, edit: SceneEdit): FollowedGuards | null {
  const followed: FollowedGuards = { moved: [], added: [], removed: [] }
  for (const stair of nodesOf(before, 'stair')) {
    const hole = stairOpening(before, stair, stair.toLevel)
    if (hole.length === 0) continue
    const now = nodeOf(edit.scene, stair.id, 'stair')
    const isSame =
      now?.toLevel === stair.toLevel &&
      String(stairOpening(edit.scene, now, now.toLevel)) === String(hole) &&
      String(lowTreads(edit.scene, now.toLevel)) === String(lowTreads(before, stair.toLevel))
    if (isSame) continue
    const guards = guardsOf(before, stair.toLevel, hole).filter(({ id }) => edit.scene.nodes[id])
    if (guards.length > 0) layAnew(edit, guards, now, followed)
  }
  return Object.values(followed).some((ids: string[]) => ids.length > 0) ? followed : null
}

/** The first guards take the new paths; there may be more paths than before, or fewer. */
function layAnew(
  edit: SceneEdit,
  guards: readonly NodeOf<'railing'>[],
  stair: NodeOf<'stair'> | null | undefined,
  followed: FollowedGuards,
): void {
  const paths = (stair ? stairGuardPaths(edit.scene, stair) : []).map(corners)
  for (const [index, path] of paths.entries()) {
    const parent = stair!.toLevel
    const guard = guards[index]
    if (guard) {
      edit.change(guard.id, { path, parent })
      followed.moved.push(guard.id)
      continue
    }
    const { height, finishes } = guards[0]
    followed.added.push(edit.add('railing', parent, { path, height, finishes }).id)
  }
  const spare = guards.slice(paths.length).map(({ id }) => id)
  if (spare.length > 0) followed.removed.push(...edit.remove(spare))
}

const corners = (path: readonly Point[]) => path.map(([x, z]): [number, number] => [x, z])
