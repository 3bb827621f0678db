import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { requireNode } from './require-node.ts'

/**
 * The rooms with these ids, different ones of one level. Throws `Refusal` where they are not, with
 * the argument `param`, or that of one id.
 */
export function requireZones(
  scene: Scene,
  zoneIds: readonly string[],
  param: string,
  paramOfEach: readonly string[] = zoneIds.map((_, index) => `${param}.${index}`),
): NodeOf<'zone'>[] {
  const zones = zoneIds.map((id, index) => requireNode(scene, id, ['zone'], paramOfEach[index]))
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
