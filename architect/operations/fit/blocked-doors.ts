import { doorBlocked } from '../../checks/rules/door-blocked.ts'
import { cachedByLevel } from '../../kernel/cached-by-level.ts'
import { levelFrames } from '../../kernel/levels.ts'
import type { Issue } from '../../scene/issue.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'

/** Doors of a level that something blocks; an item comes before its door, a wall after it. */
export const blockedDoors = cachedByLevel((scene: Scene, levelId: string) => {
  const level = levelFrames(scene).get(levelId)
  return level ? [...doorBlocked.run(scene, [level])] : []
})

/**
 * One warning for each door that a wall, a column or a stair blocks after an edit and did not
 * before. Items are resolved instead.
 */
export function blockedDoorIssues(before: Scene, after: Scene, levelId: string): Issue[] {
  const known = new Set(blockedDoors(before, levelId).map(({ nodeIds }) => String(nodeIds)))
  return blockedDoors(after, levelId)
    .filter(({ nodeIds }) => !known.has(String(nodeIds)) && !nodeOf(after, nodeIds[0], 'item'))
    .map(({ code, nodeIds, message }) => ({
      code,
      severity: 'warning',
      nodeIds: [...nodeIds],
      message,
    }))
}
