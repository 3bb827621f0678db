import { zoneAt } from '../checks/walking/room-borders.ts'
import { areNear, boxOf } from '../geometry/polygon.ts'
import { intersection, regionArea, ringsOf } from '../geometry/regions.ts'
import { ringsOfBoard } from '../kernel/board.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { NodeOf, OpeningNode, SceneNode } from '../scene/nodes.ts'
import { childrenOf, levelIdOf, nodeOf, type Scene } from '../scene/scene.ts'
import { nodePlace } from './node-place.ts'
import { roomsAlong, type WallZones, wallZones } from './wall-zones.ts'

/** Ids of the rooms on both sides of a wall or an opening, seen from the start of the wall. */
export interface NodeSides {
  left: string[]
  right: string[]
}

/** The rooms on both sides; null of nodes that are neither walls nor in one. */
export function nodeSides(scene: Scene, node: SceneNode): NodeSides | null {
  switch (node.kind) {
    case 'wall':
      return sidesOf(wallZones(scene, node.parent!).get(node.id))
    case 'door':
    case 'window':
    case 'opening':
      return openingSides(scene, node)
    default:
      return null
  }
}

/**
 * Ids of the rooms that a node belongs to: of walls and openings those on both sides, of slabs and
 * ceilings those over or under it, of all else the one that its middle is in.
 */
export function nodeRooms(scene: Scene, node: SceneNode): string[] {
  const sides = nodeSides(scene, node)
  if (sides) return [...new Set([...sides.left, ...sides.right])]
  const levelId = levelIdOf(scene, node)
  if (levelId === null) return []
  const zones = childrenOf(scene, levelId, 'zone')
  switch (node.kind) {
    case 'zone':
      return [node.id]
    case 'slab':
    case 'ceiling':
      return roomsSharing(scene, zones, node)
    case 'item':
    case 'stair':
    case 'column':
    case 'annotation': {
      const place = nodePlace(scene, node)
      const zoneId = place && zoneAt(zones, [place.position[0], place.position[2]])
      return zoneId ? [zoneId] : []
    }
    default:
      return []
  }
}

/** Floors that share less than this lie side by side, in square metres. */
const SHARED_MIN_M2 = 0.01

/**
 * Ids of the rooms with floor between their walls over or under a slab or a ceiling. The holes of
 * stairs are within the rooms that they lead through, and count as part of it.
 */
function roomsSharing(
  scene: Scene,
  zones: readonly NodeOf<'zone'>[],
  board: NodeOf<'slab' | 'ceiling'>,
): string[] {
  const box = boxOf(board.polygon)
  const near = zones.filter((zone) => areNear(boxOf(zone.polygon), box))
  if (near.length === 0) return []
  const rings = ringsOfBoard(board)
  return near
    .filter(({ id }) => {
      const shared = intersection(ringsOf(zoneRegions(scene, id)), rings)
      return regionArea(shared) > SHARED_MIN_M2
    })
    .map(({ id }) => id)
}

const sidesOf = (zones: WallZones | undefined): NodeSides => ({
  left: roomsAlong(zones?.left ?? []),
  right: roomsAlong(zones?.right ?? []),
})

function openingSides(scene: Scene, { parent, offset, width }: OpeningNode): NodeSides {
  const wall = nodeOf(scene, parent ?? '', 'wall')
  const zones = wall && wallZones(scene, wall.parent!).get(wall.id)
  const beside = (side: 'left' | 'right') =>
    roomsAlong(
      (zones?.[side] ?? []).filter(
        ({ from, to }) => from < offset + width / 2 && to > offset - width / 2,
      ),
    )
  return { left: beside('left'), right: beside('right') }
}
