import type { NodeOf } from '../../scene/nodes.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { requireNode } from './require-node.ts'

/** The building with this id, or the only one. Throws `Refusal` where it is ambiguous. */
export function requireBuilding(scene: Scene, id: string | undefined): NodeOf<'building'> {
  if (id !== undefined) return requireNode(scene, id, ['building'], 'buildingId')
  const buildings = nodesOf(scene, 'building')
  if (buildings.length === 1) return buildings[0]
  const ids = buildings.map((building) => building.id).join(', ')
  throw new Refusal(
    'invalid_input',
    `buildingId is needed, because the project has several buildings: ${ids}.`,
    {
      param: 'buildingId',
    },
  )
}
