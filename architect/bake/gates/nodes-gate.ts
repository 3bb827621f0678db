import type { GLTF } from '@gltf-transform/core'
import type { Scene } from '../../scene/scene.ts'
import { BakeFailure } from '../bake-failure.ts'

/**
 * Refuses a file whose nodes with an id are not those of the scene: each once, named by its id, of
 * its kind and under its parent.
 */
export function refuseOtherNodes({ nodes = [] }: GLTF.IGLTF, scene: Scene): void {
  const left = new Set(Object.keys(scene.nodes))
  const parents = new Map<number, number>()
  for (const [index, { children = [] }] of nodes.entries())
    for (const child of children) parents.set(child, index)
  for (const [index, { name, extras }] of nodes.entries()) {
    if (extras === undefined) continue
    const { svcId, kind } = extras as { svcId?: unknown; kind?: unknown }
    const id = `${svcId}`
    const node = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
    if (!node) fail(`the file has a node ${id}, which the scene does not have`)
    if (!left.delete(id)) fail(`the file has the node ${id} twice`)
    if (name !== id) fail(`the node ${id} is named ${name}`)
    if (kind !== node!.kind)
      fail(`the node ${id} is a ${kind} in the file, a ${node!.kind} in the scene`)
    const parent = parents.get(index)
    const under =
      parent === undefined ? null : `${(nodes[parent].extras as { svcId?: string })?.svcId}`
    if (under !== node!.parent)
      fail(`the node ${id} is under ${under}, in the scene under ${node!.parent}`)
  }
  const [lost] = left
  if (lost !== undefined) fail(`the file lacks ${left.size} nodes of the scene: ${lost} is one`)
}

function fail(found: string): never {
  throw new BakeFailure(
    'nodes_differ',
    `The nodes of the file are not those of the scene: ${found}.`,
  )
}
