import { type NameFault, nodeNamed } from '../../input/named-node.ts'
import { KINDS, type Kind, type NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'

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
  const found = nodeNamed(scene, id, kinds)
  if ('node' in found) return found.node
  throw nameRefusal(found.fault, param)
}

/** The refusal of a name that stands for no node. */
export function nameRefusal({ code, message, nodeIds, candidates }: NameFault, param: string) {
  return new Refusal(code, message, {
    param,
    ...(nodeIds.length > 0 && { nodeIds }),
    ...(candidates.length > 0 && { details: { candidates } }),
  })
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
