import type { Polygon } from '../../geometry/polygon.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { stairPassages } from './stair-passages.ts'

/** Floor before a door, a passage or a stair that stays free. */
export interface FreePassage {
  id: string
  keepOut: Polygon[]
}

/**
 * Height up to which passages stay free, in metres: people walk under things that hang higher.
 */
export const OVER_HEAD_M = 2.1

/** The floors before the doors, passages and stairs of a level. */
export function freePassages(scene: Scene, levelId: string): FreePassage[] {
  const doors = childrenOf(scene, levelId, 'wall').flatMap(({ id: wallId }) =>
    openingsOf(scene, wallId).flatMap(({ id }) => {
      const swing = doorSwing(scene, id)
      return swing ? [{ id, keepOut: swing.keepOut }] : []
    }),
  )
  return [...doors, ...stairPassages(scene, levelId)]
}
