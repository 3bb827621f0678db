import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { requireLevel } from '../nodes/require-node.ts'

/** Usual thicknesses of walls between rooms and around a storey, in metres. */
const INNER_WALL_M = 0.15
const OUTER_WALL_M = 0.3

/** Sizes of walls of a level where a call gives none, in metres. */
export interface BuildingSizes {
  wallThickness: number
  outerWallThickness: number
  /** Absent: up to the top of the storey. */
  wallHeight?: number
}

/** The sizes that `set_building` stored for the building of a level, or else the usual ones. */
export function buildingSizes(scene: Scene, levelId: string | undefined): BuildingSizes {
  const { parent } = requireLevel(scene, levelId)
  const building = scene.nodes[parent!] as NodeOf<'building'>
  const { wallThickness = INNER_WALL_M, outerWallThickness = OUTER_WALL_M, wallHeight } = building
  return { wallThickness, outerWallThickness, wallHeight }
}
