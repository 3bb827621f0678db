import type { Polygon } from '../geometry/polygon.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { levelFrames } from './levels.ts'
import { roofShape } from './roofs/roof-shape.ts'

/**
 * What keeps the rain off a level: roofs on it and above it in its building, without their
 * overhang, and the slabs above it. The openings of stairs are covered by what is over them; a roof
 * whose planes do not meet covers nothing.
 */
export const coverOf = cachedByLevel((scene: Scene, levelId: string): Polygon[] => {
  const frames = levelFrames(scene)
  const own = frames.get(levelId)!
  const upper = [...frames.values()].filter(
    ({ building, index }) => building === own.building && index > own.index,
  )
  const boards = [
    ...builtRoofs(scene, levelId),
    ...upper.flatMap(({ id }) => [...builtRoofs(scene, id), ...childrenOf(scene, id, 'slab')]),
  ]
  return boards.map(({ polygon }) => polygon)
})

const builtRoofs = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => isBuilt(scene, id))

/** The roofs of a level whose planes do not meet. */
export const faultyRoofs = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => !isBuilt(scene, id))

function isBuilt(scene: Scene, roofId: string): boolean {
  const shape = roofShape(scene, roofId)
  return shape !== null && !('fault' in shape)
}
