import { IDS_MAX } from '../../operations/delete-node.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import type { Workbench } from '../workbench.ts'

/** Deletes the storeys above the ground floor, and what is on the others. */
export function clearProject(bench: Workbench): void {
  const upper = nodesOf(bench.scene, 'level').filter(({ index }) => index > 0)
  if (upper.length > 0)
    bench.apply('delete_node', { ids: upper.map(({ id }) => id), withContents: true })
  for (let ids = contentsOf(bench.scene); ids.length > 0; ids = contentsOf(bench.scene))
    bench.apply('delete_node', { ids: ids.slice(0, IDS_MAX) })
}

const contentsOf = (scene: Scene): string[] =>
  nodesOf(scene, 'level').flatMap(({ id }) => childrenOf(scene, id).map((node) => node.id))
