import { Document, type Node } from '@gltf-transform/core'
import type { Scene } from '../scene/scene.ts'
import type { Frame } from './frame.ts'
import { SharedAccessors } from './shared-accessors.ts'
import { SharedMaterials } from './shared-materials.ts'
import { SharedMeshes } from './shared-meshes.ts'

/** A clip of a node, as its extras name it. */
export interface Clip {
  name: string
  /** In seconds. */
  duration: number
}

/** A scene node in the file: where it is in the world, and its clips. */
export interface BakedNode {
  node: Node
  frame: Frame
  clips: Clip[]
}

/** A file that is being made: each step adds to it. */
export interface Baking {
  scene: Scene
  document: Document
  accessors: SharedAccessors
  /** By id, in the order of the scene. */
  nodes: Map<string, BakedNode>
  meshes: SharedMeshes
}

/** An empty file for a scene, whose nodes are put into the order of their ids. */
export function newBaking(scene: Scene): Baking {
  const document = new Document()
  document.getRoot().getAsset().generator = 'Plat Architect'
  const accessors = new SharedAccessors(document, document.createBuffer())
  return {
    scene: inOrder(scene),
    document,
    accessors,
    nodes: new Map(),
    meshes: new SharedMeshes(document, accessors, new SharedMaterials(document)),
  }
}

/**
 * The same scene with its nodes in the order of their ids, as its hash has them: a scene that was
 * edited and one that was read from a file give the same bytes.
 */
function inOrder(scene: Scene): Scene {
  const ids = Object.keys(scene.nodes)
  const sorted = [...ids].sort()
  if (sorted.every((id, index) => id === ids[index])) return scene
  return { ...scene, nodes: Object.fromEntries(sorted.map((id) => [id, scene.nodes[id]])) }
}
