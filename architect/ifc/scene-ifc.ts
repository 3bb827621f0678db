import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { addCeiling, addSlab } from './boards.ts'
import {
  addAnnotation,
  addBeam,
  addColumn,
  addFence,
  addRailing,
  addRoof,
  addStair,
} from './elements.ts'
import { type Container, IfcDraft } from './ifc-draft.ts'
import { addItems } from './items.ts'
import { addSpaces } from './spaces.ts'
import { addProject } from './spatial.ts'
import { addWall } from './walls.ts'

/**
 * The scene as an IFC4 file (ISO 16739-1, in the text form of ISO 10303-21): metres, Z up, Y north.
 * Scenes of the same hash and name give the same bytes; the header has a fixed time.
 */
export function sceneIfc(given: Scene, about: { name: string }): string {
  const scene = inOrder(given)
  const draft = new IfcDraft(scene)
  const containers = addProject(draft, about.name)
  for (const { id } of nodesOf(scene, 'level')) {
    const storey = containers.get(id)
    if (storey) addStoreyContents(draft, storey)
  }
  for (const { id } of nodesOf(scene, 'site'))
    for (const fence of childrenOf(scene, id, 'fence')) addFence(draft, fence, containers.get(id)!)
  addItems(draft, containers)
  return draft.text(about.name)
}

/** The scene with its nodes in the order of its canonical form: equal scenes have equal hashes. */
function inOrder(scene: Scene): Scene {
  const ids = Object.keys(scene.nodes)
  const sorted = ids.toSorted()
  // The same object where nothing is to be sorted: what is derived from it is cached by it.
  if (sorted.every((id, index) => id === ids[index])) return scene
  return { ...scene, nodes: Object.fromEntries(sorted.map((id) => [id, scene.nodes[id]])) }
}

function addStoreyContents(draft: IfcDraft, storey: Container): void {
  const { scene } = draft
  addSpaces(draft, childrenOf(scene, storey.id, 'zone'), storey)
  for (const node of childrenOf(scene, storey.id)) {
    switch (node.kind) {
      case 'wall':
        addWall(draft, node, storey)
        break
      case 'slab':
        addSlab(draft, node, storey)
        break
      case 'ceiling':
        addCeiling(draft, node, storey)
        break
      case 'roof':
        addRoof(draft, node, storey)
        break
      case 'stair':
        addStair(draft, node, storey)
        break
      case 'railing':
        addRailing(draft, node, storey)
        break
      case 'fence':
        addFence(draft, node, storey)
        break
      case 'column':
        addColumn(draft, node, storey)
        break
      case 'beam':
        addBeam(draft, node, storey)
        break
      case 'annotation':
        addAnnotation(draft, node, storey)
        break
    }
  }
}
