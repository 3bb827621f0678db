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
  /** Nodes that are not in `currentScene` yet: a copy of all its nodes for each costs 5 µs. */
  private readonly pending = new Map<string, SceneNode>()
  private lastId: number
  private count: number

  constructor(scene: Scene) {
    this.currentScene = scene
    this.lastId = scene.lastId
    this.count = Object.keys(scene.nodes).length
  }

  get scene(): Scene {
    if (this.pending.size > 0) {
      const nodes = copyOf(this.currentScene.nodes)
      for (const [id, node] of this.pending) nodes[id] = node
      this.hold({ ...this.currentScene, lastId: this.lastId, nodes }, this.count)
    }
    return this.currentScene
  }

  /** Adds a node under `parent` with an id of its own: `wall_7`. */
  add<K extends Kind>(kind: K, parent: string, fields: Fields<K>): NodeOf<K> {
    const number = this.lastId + 1
    const above = this.nodeAt(parent)
    if (!above || !PARENTS[kind].includes(above.kind))
      throw new Error(`a ${kind} cannot be under ${parent}`)
    if (this.count >= SCENE_NODES_MAX)
      throw new Refusal(
        'limit_exceeded',
        `The project has ${SCENE_NODES_MAX} nodes, the most it can have.`,
      )
    if (number > LAST_ID_MAX)
      throw new Refusal('limit_exceeded', `The project has used all ids up to ${LAST_ID_MAX}.`)
    const node = fullNode<K>({ ...fields, id: `${kind}_${number}`, kind, parent })
    // A file edited by hand may have the id of a higher number already.
    if (this.nodeAt(node.id) === null) this.count++
    this.pending.set(node.id, node as SceneNode)
    this.lastId = number
    return node
  }

  /** Replaces fields of a node; a field that is `undefined` is removed. */
  change(id: string, fields: Record<string, unknown>): void {
    const old = this.nodeAt(id)
    const node = fullNode({ ...(old as SceneNode), ...fields, id })
    if (old === null) this.count++
    this.pending.set(id, node as SceneNode)
  }

  /** Removes nodes and everything under them; returns the removed ids. */
  remove(ids: Iterable<string>): string[] {
    const gone = new Set(ids)
    const { scene } = this
    // Parents come at most four levels deep: site, building, level, wall.
    for (let grew = true; grew; ) {
      grew = false
      for (const { id, parent } of Object.values(scene.nodes)) {
        if (parent === null || !gone.has(parent) || gone.has(id)) continue
        gone.add(id)
        grew = true
      }
    }
    const nodes = copyOf(scene.nodes)
    for (const id of gone) delete nodes[id]
    this.hold({ ...scene, nodes }, Object.keys(nodes).length)
    return [...gone]
  }

  /** Returns to an earlier scene of this edit, where a part of it is given up. */
  restore(scene: Scene): void {
    this.hold(scene, Object.keys(scene.nodes).length)
  }

  private hold(scene: Scene, count: number): void {
    this.currentScene = scene
    this.pending.clear()
    this.lastId = scene.lastId
    this.count = count
  }

  private nodeAt(id: string): SceneNode | null {
    return this.pending.get(id) ?? this.currentScene.nodes[id] ?? null
  }
}

/**
 * A copy of the nodes. A spread of 800 nodes takes 0.12 ms where it meets objects of many shapes,
 * as here; this takes 5 µs.
 */
const copyOf = (nodes: Scene['nodes']): Record<string, SceneNode> => Object.assign({}, nodes)
