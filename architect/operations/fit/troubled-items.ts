import { HANGS_ON_WALL } from '../../assets/asset.ts'
import { checkCollisions } from '../../checks/collisions.ts'
import { nearObstacles } from '../../checks/near-obstacles.ts'
import { zoneAt } from '../../checks/walking/room-borders.ts'
import { isAtWall, ON_WALL_M } from '../../checks/wall-gap.ts'
import { distance, dot, subtract, unit } from '../../geometry/point.ts'
import { boxOf } from '../../geometry/polygon.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { blockedDoors } from './blocked-doors.ts'

type Item = NodeOf<'item'>

/** An item that an edit left where it cannot stay. */
export interface TroubledItem {
  id: string
  /** `in node_7`: what it stands in, blocks or lost, for a message. */
  reason: string
  /** Ids of the other nodes in it. */
  nodeIds: string[]
}

/** Things that can hang on walls may also stand on the floor: their undersides are lower. */
const ON_FLOOR_M = 0.02
/** The middle of a thing may be this far past the end of its wall, at a corner, in metres. */
const PAST_END_M = 0.1
/** An earlier overlap that grew by less is rounding, in metres. */
const DEEPER_M = 0.002

/**
 * The items of a level that an edit made wrong: in something in which they did not stand before or
 * not as deep, before a door, without the node that carried them or the wall on which they hung, or
 * in another room although they did not move, unless that is one of `rooms`. Sorted by id. What was
 * wrong before does not count, nor do items that the edit added.
 */
export function troubledItems(
  before: Scene,
  after: Scene,
  levelId: string,
  rooms: readonly string[] = [],
): TroubledItem[] {
  const troubled = new Map<string, TroubledItem>()
  const add = (id: string, reason: string, ...nodeIds: string[]) => {
    if (!nodeOf(before, id, 'item') || !nodeOf(after, id, 'item') || troubled.has(id)) return
    troubled.set(id, { id, reason, nodeIds })
  }
  const items = childrenOf(after, levelId, 'item').filter(({ id }) => before.nodes[id])
  if (items.length === 0) return []
  for (const { id, host } of items)
    if (host !== undefined && !after.nodes[host])
      add(id, `has lost ${host}, which carried it`, host)
  for (const item of items) {
    const was = nodeOf(before, item.id, 'item')!
    if (isHeld(after, item) || !isHeld(before, was)) continue
    const host = was.host !== undefined && was.host !== item.id ? [was.host] : []
    add(
      item.id,
      `would have no wall behind it${host.length > 0 ? ` where ${host[0]} was` : ''}`,
      ...host,
    )
  }
  const old = new Map(
    checkCollisions(before, { levelId }).collisions.map(({ aId, bId, depth }) => [
      `${aId} ${bId}`,
      depth,
    ]),
  )
  for (const { aId, bId, kind, depth } of checkCollisions(after, { levelId }).collisions) {
    const was = old.get(`${aId} ${bId}`)
    if (was !== undefined && depth <= was + DEEPER_M) continue
    // Of two items, the one that the edit did not move is in the way of the other.
    const first = before.nodes[aId] === after.nodes[aId] ? aId : bId
    const [id, other] = nodeOf(after, first, 'item')
      ? [first, first === aId ? bId : aId]
      : [aId, bId]
    const what = kind === 'hole' ? 'over a hole in' : 'in'
    if (nodeOf(after, id, 'item')) add(id, `would stand ${what} ${other}`, other)
    else add(other, `would stand in ${id}`, id)
  }
  const blocked = new Set(blockedDoors(before, levelId).map(({ nodeIds }) => String(nodeIds)))
  for (const { nodeIds } of blockedDoors(after, levelId))
    if (!blocked.has(String(nodeIds))) add(nodeIds[0], `would block ${nodeIds[1]}`, nodeIds[1])
  for (const item of items) {
    if (before.nodes[item.id] !== item) continue
    const [was, now] = [before, after].map((scene) => zoneOf(scene, item))
    const isOther = was !== now && !(now !== null && rooms.includes(now))
    if (isOther && was !== null && nodeOf(after, was, 'zone'))
      add(item.id, `would no longer be in ${nodeOf(after, was, 'zone')!.label ?? was}`, was)
  }
  return [...troubled.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The room in which the middle of an item is, as drawn; null for none. */
export function zoneOf(scene: Scene, { parent, position: [x, , z] }: Item): string | null {
  return zoneAt(childrenOf(scene, parent!, 'zone'), [x, z])
}

/** True for an item that needs no wall, or has one behind it and is not past the end of its own. */
function isHeld(scene: Scene, item: Item): boolean {
  const shape = itemShape(scene, item.id)
  if (!shape || !HANGS_ON_WALL[shape.asset.attach] || shape.prism.bottom <= ON_FLOOR_M) return true
  const near = nearObstacles(scene, item.parent!, boxOf(shape.prism.outline), ON_WALL_M)
  if (!isAtWall(near, shape.prism)) return false
  const host = nodeOf(scene, item.host ?? '', 'wall')
  if (host?.sagitta !== 0) return true
  const [x, , z] = item.position
  const along = dot(subtract([x, z], host.start), unit(subtract(host.end, host.start)))
  return along >= -PAST_END_M && along <= distance(host.start, host.end) + PAST_END_M
}
