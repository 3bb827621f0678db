import { childrenOf, type Scene } from '../scene/scene.ts'
import type { Board } from './board.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { levelFrames } from './levels.ts'
import { roofShape } from './roofs/roof-shape.ts'
import { levelsBelow, PASSES_MIN_M } from './walls-from-below.ts'

/**
 * What keeps the rain off a level: roofs on it and above it in its building, without their
 * overhang, the slabs above it less the holes that were cut into them by hand, and roofs of lower
 * levels that lie over it, as that of a hall lies over its gallery. The openings of stairs are
 * covered by what is over them; a roof whose planes do not meet covers nothing.
 */
export const coverOf = cachedByLevel((scene: Scene, levelId: string): Board[] => {
  const frames = levelFrames(scene)
  const own = frames.get(levelId)!
  const upper = [...frames.values()].filter(
    ({ building, index }) => building === own.building && index > own.index,
  )
  const boards = [
    ...builtRoofs(scene, levelId),
    ...levelsBelow(scene, levelId).flatMap(({ id }) =>
      builtRoofs(scene, id).filter(
        (roof) => eavesOf(scene, roof.id) >= own.elevation + PASSES_MIN_M,
      ),
    ),
    ...upper.flatMap(({ id }) => [...builtRoofs(scene, id), ...childrenOf(scene, id, 'slab')]),
  ]
  return boards.map((board) => ({
    polygon: board.polygon,
    holes: board.kind === 'slab' ? board.holes : [],
  }))
})

const builtRoofs = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => isBuilt(scene, id))

/** The roofs of a level whose planes do not meet. */
export const faultyRoofs = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => !isBuilt(scene, id))

const isBuilt = (scene: Scene, roofId: string): boolean => eavesOf(scene, roofId) > -Infinity

/** Height at which a roof meets its walls; of one whose planes do not meet under everything. */
function eavesOf(scene: Scene, roofId: string): number {
  const shape = roofShape(scene, roofId)
  return shape === null || 'fault' in shape ? -Infinity : shape.eavesHeight
}
