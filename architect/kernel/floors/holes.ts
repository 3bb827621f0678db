import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, type Region } from '../../geometry/regions.ts'
import { nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { levelFrames } from '../levels.ts'
import { stairOpening } from '../stairs/stair-shape.ts'

/** Holes of a slab or a ceiling: those cut by hand, and those derived from stairs. */
export function holesOf(scene: Scene, slabOrCeilingId: string): Polygon[] {
  const slab = nodeOf(scene, slabOrCeilingId, 'slab')
  const board = slab ?? nodeOf(scene, slabOrCeilingId, 'ceiling')
  if (!board) return []
  // A ceiling has the stair openings of the floor above it.
  const floor = slab ? slab.parent! : levelFrames(scene).get(board.parent!)?.above
  const stairs = floor === undefined ? [] : nodesOf(scene, 'stair').filter(({ cuts }) => cuts)
  const openings = stairs.map((stair) => stairOpening(scene, stair, floor!))
  return [...board.holes, ...openings.filter(({ length }) => length > 0)].map(counterClockwise)
}

/**
 * The plan of a slab or a ceiling less its holes: those that overlap or leave it are united and
 * clipped.
 */
export function boardRegions(scene: Scene, slabOrCeilingId: string): Region[] {
  const board = nodeOf(scene, slabOrCeilingId, 'slab') ?? nodeOf(scene, slabOrCeilingId, 'ceiling')
  if (!board) return []
  return difference([counterClockwise(board.polygon)], holesOf(scene, slabOrCeilingId))
}
