import { distance } from '../geometry/point.ts'
import { intersection, regionArea } from '../geometry/regions.ts'
import type { NodeOf, SceneNode } from '../scene/nodes.ts'
import { childrenOf, nodeOf, openingsOf, type Scene } from '../scene/scene.ts'
import { AREA_MIN_M2 } from './plan-input.ts'
import { refuseOverlap } from './plan-overlap.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

export const MISFIT_CODES = [
  'wall_too_short',
  'opening_too_high',
  'overlaps_room',
  'collides',
] as const satisfies RefusalCode[]

/**
 * Refuses an edit whose changed or added nodes do not fit what is there: the rules of the operations
 * that make such nodes, for edits that change them freely. What did not fit before is not asked.
 */
export function refuseMisfits(before: Scene, after: Scene): void {
  const changed = Object.values(after.nodes).filter((node) => before.nodes[node.id] !== node)
  for (const node of changed) {
    if (node.kind === 'wall') refuseShort(node)
    else if (node.kind === 'zone') refuseRoomOverlap(after, node)
    else if (node.kind === 'slab' || node.kind === 'ceiling' || node.kind === 'roof')
      refuseOverlap(after, node)
  }
  for (const wall of wallsToFit(after, changed)) refuseHigh(after, wall)
}

function refuseShort(wall: NodeOf<'wall'>): void {
  const length = distance(wall.start, wall.end)
  if (length >= wall.thickness) return
  throw new Refusal(
    'wall_too_short',
    `${wall.id} would be ${length.toFixed(3)} m long, less than its thickness of ${wall.thickness} m.`,
    { nodeIds: [wall.id] },
  )
}

function refuseRoomOverlap(scene: Scene, zone: NodeOf<'zone'>): void {
  for (const other of childrenOf(scene, zone.parent!, 'zone')) {
    if (other.id === zone.id) continue
    const shared = regionArea(intersection([zone.polygon], [other.polygon]))
    if (shared < AREA_MIN_M2) continue
    throw new Refusal(
      'overlaps_room',
      `${zone.id} and ${other.id} would share ${shared.toFixed(2)} m2.`,
      { nodeIds: [zone.id, other.id], details: { overlapArea: shared } },
    )
  }
}

/** Walls that changed, whose openings did, or whose level did. */
function wallsToFit(scene: Scene, changed: SceneNode[]): NodeOf<'wall'>[] {
  const walls = new Map<string, NodeOf<'wall'>>()
  for (const node of changed) {
    const near = [node, nodeOf(scene, node.parent ?? '', 'wall')]
    if (node.kind === 'level') near.push(...childrenOf(scene, node.id, 'wall'))
    for (const wall of near) if (wall?.kind === 'wall') walls.set(wall.id, wall)
  }
  return [...walls.values()]
}

function refuseHigh(scene: Scene, wall: NodeOf<'wall'>): void {
  const height = wall.height ?? nodeOf(scene, wall.parent!, 'level')!.height
  for (const opening of openingsOf(scene, wall.id)) {
    const head = opening.sill + opening.height
    if (head <= height) continue
    throw new Refusal(
      'opening_too_high',
      `${opening.id} would reach ${head.toFixed(2)} m high in ${wall.id}, which is ${height.toFixed(2)} m high.`,
      { nodeIds: [opening.id, wall.id], details: { head, wallHeight: height } },
    )
  }
}
