import { z } from 'zod'
import type { NodeOf, SceneNode } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { followGuards } from './railings/follow-guards.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

/** Most nodes that one call may name. */
export const IDS_MAX = 256

const input = z.strictObject({
  ids: z.array(z.string()).min(1).max(IDS_MAX),
  dryRun: z.boolean().optional(),
  withContents: z.boolean().optional(),
})

export const deleteNode: Operation<z.infer<typeof input>> = {
  name: 'delete_node',
  description:
    'Deletes nodes with their contents; items on them stay, detached. A level that is not empty needs `withContents`.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'level_not_empty', 'scene_wipe_blocked'],
  isDestructive: true,
  run(scene, { ids, dryRun, withContents }) {
    for (const [index, id] of ids.entries()) requireNode(scene, id, undefined, `ids.${index}`)
    const edit = new SceneEdit(scene)
    const removed = removeNodes(edit, ids)
    const { detached } = removed
    const deleted = [...removed.deleted, ...(followGuards(scene, edit)?.removed ?? [])]
    refuseWipe(scene, edit.scene, deleted)
    if (!withContents) refuseContents(scene, ids, deleted)
    if (dryRun) return { scene, result: { wouldDelete: deleted, detached } }
    return { scene: edit.scene, result: { deleted, detached } }
  },
}

/**
 * Removes the nodes, everything under them and the stairs that would lead nowhere. Items that hung
 * on them lose their host. Returns the ids of the deleted nodes and of these items, in order.
 */
export function removeNodes(
  edit: SceneEdit,
  ids: readonly string[],
): { deleted: string[]; detached: string[] } {
  const gone = new Set(edit.remove(ids))
  const leadNowhere = nodesOf(edit.scene, 'stair').filter((stair) => gone.has(stair.toLevel))
  for (const id of edit.remove(leadNowhere.map((stair) => stair.id))) gone.add(id)
  const detached = nodesOf(edit.scene, 'item')
    .filter((item) => item.host !== undefined && gone.has(item.host))
    .map((item) => item.id)
  for (const id of detached) edit.change(id, { host: undefined })
  return { deleted: [...gone], detached }
}

/** Refuses to delete the last site, building or level. */
export function refuseWipe(before: Scene, after: Scene, deleted: readonly string[]): void {
  for (const kind of ['site', 'building', 'level'] as const) {
    if (nodesOf(after, kind).length > 0 || nodesOf(before, kind).length === 0) continue
    throw new Refusal(
      'scene_wipe_blocked',
      `This would delete the last ${kind} with everything on it, ${deleted.length} nodes in all. Delete the nodes on a level instead.`,
      { param: 'ids', nodeIds: deleted.filter((id) => before.nodes[id].kind === kind) },
    )
  }
}

/** Refuses to delete a level that has something on it, or a stair leading to it. */
export function refuseContents(
  scene: Scene,
  ids: readonly string[],
  deleted: readonly string[],
): void {
  const gone = new Set(deleted)
  for (const level of nodesOf(scene, 'level').filter(({ id }) => gone.has(id))) {
    const contents: SceneNode[] = childrenOf(scene, level.id)
    const stairs: NodeOf<'stair'>[] = nodesOf(scene, 'stair').filter(
      (stair) => stair.toLevel === level.id,
    )
    if (contents.length + stairs.length === 0) continue
    throw new Refusal(
      'level_not_empty',
      `${level.id} has ${contents.length} nodes on it and ${stairs.length} stairs leading to it.`,
      {
        param: 'ids',
        nodeIds: [level.id, ...stairs.map((stair) => stair.id)],
        fix: { tool: 'delete_node', arguments: { ids, withContents: true } },
      },
    )
  }
}
