import type { Kind, NodeOf, SceneNode } from '../../scene/nodes.ts'
import { levelIdOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { type Fault, faultOf } from './fault.ts'

/** Faults of the levels that stairs lead to, and of the hosts of items. */
export function referenceFaults(scene: Scene): Fault[] {
  return [
    ...nodesOf(scene, 'stair').flatMap((stair) => stairFaults(scene, stair)),
    ...nodesOf(scene, 'item').flatMap((item) => hostFaults(scene, item)),
  ]
}

function stairFaults(scene: Scene, stair: NodeOf<'stair'>): Fault[] {
  const fault = (message: string) => [faultOf('stair.to_level', stair.id, 'toLevel', message)]
  const to = nodeOf(scene, stair.toLevel, 'level')
  if (!to) return fault(`${stair.id} leads to ${stair.toLevel}, and no level has this id.`)
  const from = nodeOf(scene, stair.parent ?? '', 'level')
  if (!from) return []
  if (to.parent !== from.parent) return fault(`${stair.id} leads to ${to.id} of another building.`)
  if (to.index > from.index) return []
  return fault(
    `${stair.id} leads from level ${from.index} to level ${to.index}, which is not above it.`,
  )
}

/** Whether an item can stand or hang on a node of each kind. */
const IS_HOST: Record<Kind, boolean> = {
  wall: true,
  ceiling: true,
  item: true,
  column: true,
  site: false,
  building: false,
  level: false,
  door: false,
  window: false,
  opening: false,
  zone: false,
  slab: false,
  roof: false,
  stair: false,
  beam: false,
  fence: false,
  railing: false,
  annotation: false,
}
const HOSTS = Object.entries(IS_HOST).flatMap(([kind, isHost]) => (isHost ? [kind] : []))

function hostFaults(scene: Scene, item: NodeOf<'item'>): Fault[] {
  if (item.host === undefined) return []
  const fault = (message: string) => [faultOf('item.host', item.id, 'host', message)]
  const host = Object.hasOwn(scene.nodes, item.host) ? scene.nodes[item.host] : undefined
  if (!host) return fault(`${item.id} is on ${item.host}, which is not there.`)
  if (!IS_HOST[host.kind])
    return fault(`${item.id} is on a ${host.kind}, and stands or hangs on a ${HOSTS.join(', ')}.`)
  if (levelIdOf(scene, host) !== levelIdOf(scene, item))
    return fault(`${item.id} is on ${host.id} of another level.`)
  return isOnItself(scene, item) ? fault(`${item.id} is on itself, by way of ${host.id}.`) : []
}

function isOnItself({ nodes }: Scene, item: NodeOf<'item'>): boolean {
  const passed = new Set<SceneNode>()
  let at: SceneNode | undefined = item
  while (at?.kind === 'item' && at.host !== undefined && !passed.has(at)) {
    passed.add(at)
    at = nodes[at.host]
    if (at === item) return true
  }
  return false
}
