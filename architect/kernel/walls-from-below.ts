import type { Point } from '../geometry/point.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { isOnBoard } from './board.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { type LevelFrame, levelFrames } from './levels.ts'
import { spacesOf } from './spaces.ts'
import { type WallShape, wallShapes } from './walls/wall-shapes.ts'

/**
 * What goes up past a floor by at least this is over it on purpose, in metres, as a knee wall is;
 * less is a mistake of height.
 */
export const PASSES_MIN_M = 0.5

/** The levels of the same building under this one. */
export function levelsBelow(scene: Scene, levelId: string): LevelFrame[] {
  const frames = levelFrames(scene)
  const own = frames.get(levelId)!
  return [...frames.values()].filter(
    ({ building, index }) => building === own.building && index < own.index,
  )
}

/** Walls of lower levels that go up past the floor of this one, as those of a tall hall do. */
export const wallsFromBelow = cachedByLevel((scene: Scene, levelId: string): WallShape[] => {
  const { elevation } = levelFrames(scene).get(levelId)!
  return levelsBelow(scene, levelId)
    .flatMap(({ id }) => [...wallShapes(scene, id).values()])
    .filter(({ top }) => top >= elevation + PASSES_MIN_M)
})

/**
 * True where a point of a level without a floor is in a hall of a lower level. Most of its walls go
 * up past the floor; those under the edge of a gallery do not.
 */
export function isOverHall(scene: Scene, levelId: string, point: Point): boolean {
  const passing = new Set(wallsFromBelow(scene, levelId).map(({ id }) => id))
  if (passing.size === 0) return false
  const slabs = childrenOf(scene, levelId, 'slab')
  const isHeld = slabs.some((slab) => isOnBoard(slab, point))
  return (
    !isHeld &&
    levelsBelow(scene, levelId).some(({ id }) => {
      const { loops, at } = spacesOf(scene, id)
      const space = at(point)
      if (space === null) return false
      const { wallIds } = loops[space]
      return wallIds.filter((wallId) => passing.has(wallId)).length * 2 >= wallIds.length
    })
  )
}
