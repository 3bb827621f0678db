import { nodeNamed } from '../input/named-node.ts'
import { KINDS, type Kind, type NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { ReadError } from './read-error.ts'

/** The node with this id or label, as `nodeNamed` finds it. Throws `ReadError` for none. */
export function namedNode<K extends Kind>(
  scene: Scene,
  name: string,
  param: string,
  kinds: readonly K[] = KINDS as readonly Kind[] as readonly K[],
): NodeOf<K> {
  const found = nodeNamed(scene, name, kinds)
  if ('node' in found) return found.node
  const { code, message, candidates } = found.fault
  throw new ReadError(code, message, { param, ...(candidates.length > 0 && { candidates }) })
}
