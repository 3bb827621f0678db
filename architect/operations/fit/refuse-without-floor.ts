import {
  depthOver,
  type FloorHole,
  floorHoles,
  PAST_EDGE_M,
  standOf,
} from '../../checks/floor-holes.ts'
import type { SceneNode } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { changedLevels } from '../rooms/zone-changes.ts'

/** An earlier overlap that grew by less is rounding, in metres. */
const DEEPER_M = 0.002

/**
 * Refuses an edit after which a column, or the floor before a stair, is over a hole, or deeper over
 * it than before. Only levels that the edit changed are checked.
 */
export function refuseWithoutFloor(before: Scene, after: Scene): void {
  for (const levelId of changedLevels(before, after)) {
    if (!nodeOf(after, levelId, 'level')) continue
    const standing = childrenOf(after, levelId).filter(
      ({ kind }) => kind === 'column' || kind === 'stair',
    )
    if (standing.length === 0) continue
    const holes = floorHoles(after, levelId)
    for (const node of standing)
      for (const hole of holes) {
        const depth = depthIn(after, node, hole)
        if (
          depth <= PAST_EDGE_M ||
          depth <= depthBefore(before, levelId, node.id, hole.id) + DEEPER_M
        )
          continue
        const what = node.kind === 'stair' ? `The floor before ${node.id}` : node.id
        throw new Refusal(
          'collides',
          `${what} would be over the hole of ${hole.id} by ${depth.toFixed(2)} m.`,
          { nodeIds: [node.id, hole.id], details: { depth } },
        )
      }
  }
}

function depthIn(scene: Scene, node: SceneNode, hole: FloorHole): number {
  const stand = standOf(scene, node)
  return stand ? depthOver(stand, hole) : 0
}

function depthBefore(before: Scene, levelId: string, nodeId: string, holeId: string): number {
  const node = before.nodes[nodeId]
  if (!node || !nodeOf(before, levelId, 'level') || node.parent !== levelId) return 0
  const hole = floorHoles(before, levelId).find(({ id }) => id === holeId)
  return hole ? depthIn(before, node, hole) : 0
}
