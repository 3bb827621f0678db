import type { Document, Node } from '@gltf-transform/core'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { newBaking } from './baking.ts'
import { newFileFormat } from './file-format.ts'
import { refuseOtherClips } from './gates/clips-gate.ts'
import { refuseOtherNodes } from './gates/nodes-gate.ts'
import { refuseInvalid } from './gates/validator-gate.ts'
import { readGlbJson, writeGlb } from './glb-file.ts'
import { addBodies } from './steps/bodies.ts'
import { addExtras } from './steps/extras.ts'
import { addItems } from './steps/items.ts'
import { addNodes } from './steps/nodes.ts'
import { addOpenings } from './steps/openings.ts'

/** A scene as a GLB file, or `empty` where nothing of it but the ground has a solid. */
export type Baked =
  | {
      kind: 'baked'
      glb: Uint8Array
      /** Nodes of the scene, all of which are in the file. */
      nodes: number
      /** As drawn: those of a shared mesh count once a node. */
      triangles: number
      clips: number
    }
  | { kind: 'empty' }

/** In the order in which they add to the file: extras name the clips. */
const STEPS = [addNodes, addBodies, addItems, addOpenings, addExtras]

/**
 * Bakes a scene to a portable GLB file: the same bytes for scenes of the same hash. Throws
 * `BakeFailure` where a gate refuses the file.
 */
export async function bakeScene(scene: Scene): Promise<Baked> {
  const baking = newBaking(scene)
  for (const step of STEPS) step(baking)
  const { document, nodes } = baking
  const ground = new Set(nodesOf(scene, 'site').map(({ id }) => id))
  const isBuilt = (node: Node) => node.getMesh() !== null && !ground.has(node.getName())
  if (!document.getRoot().listNodes().some(isBuilt)) return { kind: 'empty' }
  const glb = await writeGlb(newFileFormat(), document)
  const json = readGlbJson(glb)
  refuseOtherNodes(json, scene)
  refuseOtherClips(json)
  await refuseInvalid(glb)
  const clips = document.getRoot().listAnimations().length
  const triangles = trianglesIn(document)
  return { kind: 'baked', glb, nodes: nodes.size, triangles, clips }
}

function trianglesIn(document: Document): number {
  const corners = document
    .getRoot()
    .listNodes()
    .flatMap((node) => node.getMesh()?.listPrimitives() ?? [])
    .map((primitive) => primitive.getIndices()!.getCount())
  return corners.reduce((sum, count) => sum + count, 0) / 3
}
