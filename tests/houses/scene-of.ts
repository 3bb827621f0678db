import type { Kind, SceneNode } from '../../architect/scene/nodes.ts'
import { fullNode, newScene, type Scene } from '../../architect/scene/scene.ts'

/** What a test says of a node: under the ground floor where it names no parent. */
export type TestNode = { kind: Kind; id: string; parent?: string; [field: string]: unknown }

/** A scene of a site, a building, the ground floor `level_2` and these nodes, in this order. */
export function sceneOf(...told: TestNode[]): Scene {
  return withNodes(newScene('A test', 'k3x9'), ...told)
}

/** The same scene with nodes added, or put in the place of those of the same id. */
export function withNodes(scene: Scene, ...told: TestNode[]): Scene {
  const nodes: Record<string, SceneNode> = { ...scene.nodes }
  for (const node of told) nodes[node.id] = fullNode({ parent: 'level_2', ...node }) as SceneNode
  const numbers = Object.keys(nodes).map((id) => Number(/_(\d+)$/.exec(id)?.[1] ?? 0))
  return { ...scene, lastId: Math.max(scene.lastId, ...numbers), nodes }
}

/** The same scene with fields of one node as they are told, not read by its schema. */
export function withFields(scene: Scene, id: string, fields: Record<string, unknown>): Scene {
  const node = { ...scene.nodes[id], ...fields } as SceneNode
  return { ...scene, nodes: { ...scene.nodes, [id]: node } }
}

/** The same scene without these nodes. */
export function withoutNodes(scene: Scene, ...ids: string[]): Scene {
  const left = Object.entries(scene.nodes).filter(([id]) => !ids.includes(id))
  return { ...scene, nodes: Object.fromEntries(left) }
}
