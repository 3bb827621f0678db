import { distance, dot, leftOf, type Point, scale } from '../../geometry/point.ts'
import { wallSides } from '../../kernel/rooms.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { wallLineOf } from '../walls/wall-lines.ts'
import { wallsOf } from './join-rooms.ts'

export const SIDES = ['north', 'east', 'south', 'west'] as const
export type SideName = (typeof SIDES)[number]

/** A side of a room: the walls of one line, and the unit vector out of the room across them. */
export interface RoomSide {
  wallIds: string[]
  towards: Point
}

const TOWARDS: Record<SideName, Point> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
}
/** A wall faces a side when its outward direction deviates by less than 45 degrees. */
const FACING_COSINE = Math.SQRT1_2

/** The walls at a side of a room: of several lines the one along most of the room's border. */
export function roomSide(scene: Scene, zone: NodeOf<'zone'>, side: SideName): RoomSide {
  const lengths = new Map<string, { side: RoomSide; along: number }>()
  for (const id of [...wallsOf(scene, [zone])].sort()) {
    const wall = nodeOf(scene, id, 'wall')!
    const towards = outward(scene, zone, wall)
    if (!towards || dot(towards, TOWARDS[side]) <= FACING_COSINE) continue
    const [first] = wallLineOf(scene, id).wallIds.toSorted()
    const known = lengths.get(first) ?? { side: { wallIds: [], towards }, along: 0 }
    known.side.wallIds.push(id)
    known.along += distance(wall.start, wall.end)
    lengths.set(first, known)
  }
  const [best] = [...lengths.values()].sort((a, b) => b.along - a.along)
  if (!best)
    throw new Refusal('no_wall', `${zone.label ?? zone.id} has no straight wall at its ${side}.`, {
      param: 'side',
      nodeIds: [zone.id],
    })
  return best.side
}

/** The side of a room at which a wall is. Refuses a wall that does not bound the room. */
export function sideOfWall(scene: Scene, zone: NodeOf<'zone'>, wall: NodeOf<'wall'>): RoomSide {
  const towards = wall.parent === zone.parent ? outward(scene, zone, wall) : null
  if (!towards)
    throw new Refusal('no_wall', `${wall.id} is not a straight wall of ${zone.label ?? zone.id}.`, {
      param: 'wallId',
      nodeIds: [wall.id, zone.id],
    })
  return { wallIds: [wall.id], towards }
}

/** The direction across a straight wall out of the room; null where it does not bound the room. */
function outward(scene: Scene, zone: NodeOf<'zone'>, wall: NodeOf<'wall'>): Point | null {
  if (wall.sagitta !== 0) return null
  const { left, right } = wallSides(scene, wall.id)
  if ((left === zone.id) === (right === zone.id)) return null
  const toLeft = leftOf(wallPath(wall).direction(0))
  return rounded(left === zone.id ? scale(toLeft, -1) : toLeft)
}

/** Directions along an axis exactly, without -0. */
const rounded = ([x, z]: Point): Point => [Math.abs(x) < 1e-9 ? 0 : x, Math.abs(z) < 1e-9 ? 0 : z]
