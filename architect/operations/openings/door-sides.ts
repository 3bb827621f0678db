import { overlapDepth } from '../../geometry/convex.ts'
import { add, crossLines, leftOf, type Point, scale, subtract } from '../../geometry/point.ts'
import { type Box, boxOf, contains, edges } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'

/** Corners whose distances from a door differ by less are equally near, in metres. */
const SAME_REACH_M = 0.01
/** A point this far from the wall's face is in the room, in metres. */
const INTO_ROOM_M = 0.05
/** How deep a leaf may graze the things that it passes, in metres. */
const GRAZE_M = 0.01
/** Area in plan that a leaf may share with a wall, in square metres. */
const GRAZE_M2 = 0.005

export type DoorSides = Pick<NodeOf<'door'>, 'hinge' | 'swing'>

/** The zones to the left and to the right of the wall at an opening; null where there is none. */
export function adjacentZones(
  scene: Scene,
  wall: NodeOf<'wall'>,
  offset: number,
): [left: NodeOf<'zone'> | null, right: NodeOf<'zone'> | null] {
  const path = wallPath(wall)
  const aside = scale(leftOf(path.direction(offset)), wall.thickness / 2 + INTO_ROOM_M)
  const zones = childrenOf(scene, wall.parent!, 'zone')
  const at = (point: Point) => zones.find(({ polygon }) => contains(polygon, point)) ?? null
  const middle = path.at(offset)
  return [at(add(middle, aside)), at(add(middle, scale(aside, -1)))]
}

/**
 * The sides to try for a door, the most usual first: into the room, hinged at its nearer corner.
 */
export function usualSides(
  scene: Scene,
  wall: NodeOf<'wall'>,
  offset: number,
  requested: Partial<DoorSides>,
): DoorSides[] {
  const [left, right] = adjacentZones(scene, wall, offset)
  const isRoom = (zone: NodeOf<'zone'> | null) =>
    zone === null ? 0 : ROOM_TYPES[zone.roomType].isPassedThrough ? 1 : 2
  const inward = isRoom(right) > isRoom(left) ? 'right' : 'left'
  const outward = inward === 'left' ? 'right' : 'left'
  const swings = requested.swing ? [requested.swing] : ([inward, outward] as const)
  return swings.flatMap((swing) => {
    const near = nearerJamb(wall, offset, swing, swing === 'left' ? left : right)
    const far = near === 'start' ? 'end' : 'start'
    const hinges = requested.hinge ? [requested.hinge] : ([near, far] as const)
    return hinges.map((hinge) => ({ hinge, swing }))
  })
}

/**
 * The jamb nearer to a corner of the room into which a door opens, so that the open leaf stands
 * against the wall there; without a room, or in its middle, that nearer to the wall's own end.
 */
function nearerJamb(
  wall: NodeOf<'wall'>,
  offset: number,
  swing: DoorSides['swing'],
  zone: NodeOf<'zone'> | null,
): DoorSides['hinge'] {
  const path = wallPath(wall)
  const own = offset <= path.length / 2 ? 'start' : 'end'
  if (!zone) return own
  const along = path.direction(offset)
  const side = (swing === 'left' ? 1 : -1) * (wall.thickness / 2 + INTO_ROOM_M)
  const at = add(path.at(offset), scale(leftOf(along), side))
  const reach = (direction: Point) =>
    Math.min(
      ...edges(zone.polygon).flatMap(([a, b]) => {
        const crossing = crossLines(at, direction, a, subtract(b, a))
        return crossing && crossing.t > 0 && crossing.s >= 0 && crossing.s <= 1 ? [crossing.t] : []
      }),
    )
  const [toStart, toEnd] = [reach(scale(along, -1)), reach(along)]
  if (Math.abs(toStart - toEnd) < SAME_REACH_M) return own
  return toStart < toEnd ? 'start' : 'end'
}

/** Ids of the items and walls that stand where the leaves of a door swing. */
export function swingBlockers(
  scene: Scene,
  door: OpeningNode,
  /** The walls of the level; they are the same with the door and without it. */
  shapes: Iterable<WallShape>,
): string[] {
  const swing = doorSwing(scene, door.id)
  const wall = scene.nodes[door.parent!] as NodeOf<'wall'>
  if (!swing || swing.leaf.length === 0) return []
  const head = door.sill + door.height
  const level = wall.parent!
  const box = boxOf(swing.leaf.flat())
  const blockers: string[] = []
  for (const { id } of childrenOf(scene, level, 'item')) {
    const prism = itemShape(scene, id)?.prism
    // The leaf passes over flat things, such as a rug.
    if (!prism || prism.bottom >= head || prism.top <= door.sill + GRAZE_M) continue
    if (swing.leaf.some((leaf) => overlapDepth(leaf, prism.outline) > GRAZE_M)) blockers.push(id)
  }
  for (const shape of shapes) {
    if (shape.id === wall.id) continue
    if (!areNear(boxOf(shape.footprint), box)) continue
    const shared = intersection(swing.leaf, [shape.footprint])
    if (regionArea(shared) > GRAZE_M2) blockers.push(shape.id)
  }
  return blockers
}

const areNear = (a: Box, b: Box): boolean =>
  a.minX < b.maxX && b.minX < a.maxX && a.minZ < b.maxZ && b.minZ < a.maxZ
