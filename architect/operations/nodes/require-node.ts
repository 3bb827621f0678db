import { KINDS, type Kind, type NodeOf, type SceneNode } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { formatCandidate, namedNode, nearestNodes } from './named-node.ts'

/**
 * The node with this id, or with this label where no other node of these kinds has it. Throws
 * `Refusal` where there is none or several, or where it is of another kind.
 */
export function requireNode<K extends Kind>(
  scene: Scene,
  id: string,
  kinds: readonly K[] = KINDS as readonly Kind[] as readonly K[],
  param = 'id',
): NodeOf<K> {
  const node: SceneNode | null =
    namedNode(scene, id, kinds, param) ?? namedNode(scene, id, KINDS, param)
  if (!node) {
    const near = nearestNodes(scene, id, kinds)
    const candidates = near.length > 0 ? near : nearestNodes(scene, id)
    throw new Refusal(
      'node_not_found',
      `No node has the id or the label ${id}${candidates.length > 0 ? `; did you mean ${formatCandidate(candidates[0])}?` : '.'}`,
      { param, ...(candidates.length > 0 && { details: { candidates } }) },
    )
  }
  if (!(kinds as readonly Kind[]).includes(node.kind))
    throw new Refusal('wrong_kind', `${id} is a ${node.kind}, not a ${kinds.join(' or ')}.`, {
      param,
      nodeIds: [node.id],
    })
  return node as NodeOf<K>
}

/** The level with this id, or without an id the ground floor of the first building. */
export function requireLevel(scene: Scene, id?: string): NodeOf<'level'> {
  if (id !== undefined) return requireNode(scene, id, ['level'], 'levelId')
  const buildings = nodesOf(scene, 'building')
  const own = buildings.length > 0 ? childrenOf(scene, buildings[0].id, 'level') : []
  const [first] = [...own].sort(
    (a, b) => Math.abs(a.index) - Math.abs(b.index) || b.index - a.index,
  )
  if (!first)
    throw new Refusal('node_not_found', 'The project has no level yet.', {
      param: 'levelId',
      fix:
        buildings.length === 1
          ? { tool: 'create_level', arguments: { position: 'above' } }
          : undefined,
    })
  return first
}
