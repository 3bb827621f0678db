import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { overlapping, slabsAbove, slabUnderside, wallTopsUnder } from '../storey.ts'

/** Thickness of the ceiling board, in metres. */
const CEILING_THICKNESS_M = 0.02

/**
 * Heights of a ceiling's faces above the level's floor. A slab above it ends the board: it gets
 * thinner where `height` leaves it less than its thickness, and `null` where it would
 * lie within the slab.
 */
export function ceilingFaces(
  scene: Scene,
  ceiling: NodeOf<'ceiling'>,
): { bottom: number; top: number } | null {
  const levelId = ceiling.parent!
  const undersides = overlapping(slabsAbove(scene, levelId), ceiling.polygon).map((slab) =>
    slabUnderside(scene, levelId, slab),
  )
  const limit = Math.min(Infinity, ...undersides)
  const bottom =
    ceiling.height ??
    Math.min(wallTopsUnder(scene, levelId, ceiling.polygon), limit) - CEILING_THICKNESS_M
  const top = Math.min(bottom + CEILING_THICKNESS_M, limit)
  return top - bottom > 1e-4 ? { bottom, top } : null
}
