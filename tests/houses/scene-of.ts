import type { Kind, SceneNode } from '../../architect/scene/nodes.ts'
import { fullNode, newScene, type Scene } from '../../architect/scene/scene.ts'

/** Fields of a node that a test sets. Its parent is the ground floor unless named. */
export type TestNode = { kind: Kind; id: string; parent?: string; [field: string]: unknown }

/** A scene of a site, a building, the ground floor `level_2` and these nodes, in this order. */
export function sceneOf(...nodes: TestNode[]): Scene {
  return withNodes(newScene('A test', 'k3x9'), ...nodes)
}

/** The same scene with nodes added, or replaced where the id exists. */
export function withNodes(scene: Scene, ...added: TestNode[]): Scene {
  const nodes: Record<string, SceneNode> = { ...scene.nodes }
  for (const node of added) nodes[node.id] = fullNode({ parent: 'level_2', ...node }) as SceneNode
  const numbers = Object.keys(nodes).map((id) => Number(/_(\d+)$/.exec(id)?.[1] ?? 0))
  return { ...scene, lastId: Math.max(scene.lastId, ...numbers), nodes }
}

/** The same scene with fields of one node set without reading them by its schema. */
export function withFields(scene: Scene, id: string, fields: Record<string, unknown>): Scene {
  const node = { ...scene.nodes[id], ...fields } as SceneNode
  return { ...scene, nodes: { ...scene.nodes, [id]: node } }
}

/** The same scene without these nodes. */
export function withoutNodes(scene: Scene, ...ids: string[]): Scene {
  const left = Object.entries(scene.nodes).filter(([id]) => !ids.includes(id))
  return { ...scene, nodes: Object.fromEntries(left) }
}
