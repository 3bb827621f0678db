import { bodyOf } from '../../kernel/bodies.ts'
import type { BakedNode, Baking } from '../baking.ts'
import { withoutHiddenFaces } from '../hidden-faces.ts'
import { trianglesOf } from '../triangles.ts'

/** The solids of all nodes but items and what opens, each in the frame of its node. */
export function addBodies({ scene, nodes, meshes }: Baking): void {
  for (const { id, kind } of Object.values(scene.nodes)) {
    if (kind === 'item' || kind === 'door' || kind === 'window') continue
    const body = bodyOf(scene, id)
    const { node, frame } = nodes.get(id) as BakedNode
    if (!body) continue
    const parts = kind === 'wall' ? withoutHiddenFaces(scene, id, body.parts) : body.parts
    node.setMesh(meshes.of(trianglesOf(parts, frame)))
  }
}
