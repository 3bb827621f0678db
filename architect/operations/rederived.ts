import type { SceneNode } from '../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'

/** Ids of nodes that are as they were, and whose geometry is another since this one changed. */
export function rederivedBy(before: Scene, after: Scene, id: string): string[] {
  const node = after.nodes[id]
  const changed = Object.values(after.nodes)
    .filter((other) => before.nodes[other.id] !== other)
    .map((other) => other.id)
  return [...changed, ...followers(after, node)]
}

function followers(scene: Scene, node: SceneNode): string[] {
  switch (node.kind) {
    case 'level':
      return nodesOf(scene, 'level')
        .filter((level) => level.parent === node.parent && level.index >= node.index)
        .flatMap((level) => [level.id, ...childrenOf(scene, level.id).map((child) => child.id)])
    case 'wall':
      return childrenOf(scene, node.id).map((opening) => opening.id)
    case 'door':
    case 'window':
    case 'opening':
      return [node.parent!]
    default:
      return []
  }
}
