import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { requireNode } from './require-node.ts'

/** The rooms with these ids, different ones of one level. Throws `Refusal` where they are not. */
export function requireZones(
  scene: Scene,
  zoneIds: readonly string[],
  param: string,
): NodeOf<'zone'>[] {
  const zones = zoneIds.map((id, index) => requireNode(scene, id, ['zone'], `${param}.${index}`))
  const twice = zones.find((zone, index) => zones.indexOf(zone) !== index)
  if (twice)
    throw new Refusal('invalid_input', `${param} names ${twice.id} twice.`, {
      param,
      nodeIds: [twice.id],
    })
  const other = zones.find(({ parent }) => parent !== zones[0].parent)
  if (other)
    throw new Refusal(
      'invalid_input',
      `${zones[0].id} is on ${zones[0].parent} and ${other.id} on ${other.parent}; they must be on one level.`,
      { param, nodeIds: [other.id] },
    )
  return zones
}
