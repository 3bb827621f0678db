import type { NodeOf, SceneNode } from '../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../scene/scene.ts'

/** What of a wall decides how the plan of its level is divided: all but its name and its look. */
export type WallLine = Pick<
  NodeOf<'wall'>,
  'id' | 'parent' | 'start' | 'end' | 'thickness' | 'height' | 'sagitta'
>

/** Sets of walls of one level whose values are cached: those of the tries of one edit. */
const RECENT_MAX = 8

/**
 * Calls `make` with the walls of a level, in the order of their ids, and caches the result as long
 * as the walls stand as they do, also in other scenes: most edits leave most levels as they are,
 * and an edit that is tried with other furniture has the same walls.
 */
export function cachedByWalls<Value>(
  make: (walls: readonly WallLine[], levelId: string) => Value,
): (scene: Scene, levelId: string) => Value {
  const recent = new WeakMap<SceneNode, { walls: readonly WallLine[]; value: Value }[]>()
  return (scene, levelId) => {
    const walls = childrenOf(scene, levelId, 'wall').toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const level = nodeOf(scene, levelId, 'level')
    if (!level) return make(walls, levelId)
    const known = recent.get(level) ?? []
    recent.set(level, known)
    const index = known.findIndex((entry) => isAlike(entry.walls, walls))
    const entry = index < 0 ? { walls, value: make(walls, levelId) } : known[index]
    // The last one used comes first.
    if (index >= 0) known.splice(index, 1)
    known.unshift(entry)
    known.length = Math.min(known.length, RECENT_MAX)
    return entry.value
  }
}

const isAlike = (some: readonly WallLine[], others: readonly WallLine[]): boolean =>
  some.length === others.length && some.every((wall, index) => isSameLine(wall, others[index]))

const isSameLine = (a: WallLine, b: WallLine): boolean =>
  a === b ||
  (a.id === b.id &&
    isSamePoint(a.start, b.start) &&
    isSamePoint(a.end, b.end) &&
    a.thickness === b.thickness &&
    a.height === b.height &&
    a.sagitta === b.sagitta)

/** Whether two points are equal to the last bit. */
export const isSamePoint = (a: readonly number[], b: readonly number[]): boolean =>
  Object.is(a[0], b[0]) && Object.is(a[1], b[1])
