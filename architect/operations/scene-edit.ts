import { type Kind, type NodeOf, PARENTS, type SceneNode } from '../scene/nodes.ts'
import { fullNode, LAST_ID_MAX, SCENE_NODES_MAX, type Scene } from '../scene/scene.ts'
import { Refusal } from './refusal.ts'

/** The fields that an operation gives for a node that it adds. */
type Fields<K extends Kind> = Partial<Omit<NodeOf<K>, 'id' | 'kind'>>

/**
 * Builds a new scene: adds, changes and removes nodes without modifying the original scene. `scene`
 * may be read between the steps.
 */
export class SceneEdit {
  private currentScene: Scene

  constructor(scene: Scene) {
    this.currentScene = scene
  }

  get scene(): Scene {
    return this.currentScene
  }

  /** Adds a node under `parent` with an id of its own: `wall_7`. */
  add<K extends Kind>(kind: K, parent: string, fields: Fields<K>): NodeOf<K> {
    const { nodes, lastId } = this.currentScene
    const number = lastId + 1
    const above = nodes[parent]
    if (!above || !PARENTS[kind].includes(above.kind))
      throw new Error(`a ${kind} cannot be under ${parent}`)
    if (Object.keys(nodes).length >= SCENE_NODES_MAX)
      throw new Refusal(
        'limit_exceeded',
        `The project has ${SCENE_NODES_MAX} nodes, the most it can have.`,
      )
    if (number > LAST_ID_MAX)
      throw new Refusal('limit_exceeded', `The project has used all ids up to ${LAST_ID_MAX}.`)
    const node = fullNode<K>({ ...fields, id: `${kind}_${number}`, kind, parent })
    this.put({ ...nodes, [node.id]: node as SceneNode }, number)
    return node
  }

  /** Replaces fields of a node; a field that is `undefined` is removed. */
  change(id: string, fields: Record<string, unknown>): void {
    const node = fullNode({ ...this.currentScene.nodes[id], ...fields, id })
    this.put({ ...this.currentScene.nodes, [id]: node as SceneNode })
  }

  /** Removes nodes and everything under them; returns the removed ids. */
  remove(ids: Iterable<string>): string[] {
    const gone = new Set(ids)
    // Parents come at most four levels deep: site, building, level, wall.
    for (let grew = true; grew; ) {
      grew = false
      for (const { id, parent } of Object.values(this.currentScene.nodes)) {
        if (parent === null || !gone.has(parent) || gone.has(id)) continue
        gone.add(id)
        grew = true
      }
    }
    const left = Object.entries(this.currentScene.nodes).filter(([id]) => !gone.has(id))
    this.put(Object.fromEntries(left))
    return [...gone]
  }

  /** Returns to an earlier scene of this edit, where a part of it is given up. */
  restore(scene: Scene): void {
    this.currentScene = scene
  }

  private put(nodes: Scene['nodes'], lastId = this.currentScene.lastId): void {
    this.currentScene = { ...this.currentScene, lastId, nodes }
  }
}
