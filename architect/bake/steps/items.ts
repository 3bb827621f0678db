import { itemMeshes } from '../../kernel/item-meshes.ts'
import type { Baking } from '../baking.ts'
import { ORIGIN } from '../frame.ts'
import { trianglesOf } from '../triangles.ts'

/** The items: equal ones share one mesh, which their nodes turn and move. */
export function addItems({ scene, nodes, meshes }: Baking): void {
  const found = itemMeshes(scene)
  const made = found.meshes.map(({ parts }) => {
    const laid = { kind: 'item', ...ORIGIN, rotation: 0 } as const
    return meshes.of(
      trianglesOf(
        parts.map((part) => ({ ...part, laid })),
        ORIGIN,
      ),
    )
  })
  for (const { itemId, mesh } of found.placements) nodes.get(itemId)!.node.setMesh(made[mesh])
}
