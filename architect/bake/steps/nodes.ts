import type { Point3 } from '../../geometry/vector.ts'
import type { Baking } from '../baking.ts'
import { type Frame, frameWithin, ORIGIN, quaternion } from '../frame.ts'
import { nodeFrame } from '../node-frames.ts'

const UP: Point3 = [0, 1, 0]

/** One node for each of the scene, named by its id, under that of its parent, where it stands. */
export function addNodes({ scene, document, nodes }: Baking): void {
  const root = document.createScene('Scene')
  document.getRoot().setDefaultScene(root)
  for (const node of Object.values(scene.nodes))
    nodes.set(node.id, {
      node: document.createNode(node.id),
      frame: nodeFrame(scene, node),
      clips: [],
    })
  for (const { id, parent } of Object.values(scene.nodes)) {
    const { node, frame } = nodes.get(id)!
    const outer = parent === null ? undefined : nodes.get(parent)
    ;(outer?.node ?? root).addChild(node)
    const within: Frame = frameWithin(outer?.frame ?? ORIGIN, frame)
    node.setTranslation([...within.position])
    node.setRotation(quaternion(UP, within.degrees))
  }
}
