import { contains } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'

/** The items in a room as drawn, with those that hang on its walls and those that stand on them. */
export function itemsIn(scene: Scene, zoneId: string): NodeOf<'item'>[] {
  const { polygon, parent } = nodeOf(scene, zoneId, 'zone')!
  return childrenOf(scene, parent!, 'item').filter(({ position: [x, , z] }) =>
    contains(polygon, [x, z]),
  )
}
