import type { Point } from '../../geometry/point.ts'
import { add, leftOf, scale } from '../../geometry/point.ts'
import { areNear, boxOf, contains } from '../../geometry/polygon.ts'
import { nodeNamed } from '../../input/named-node.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { nameRefusal } from '../nodes/require-node.ts'
import { Refusal } from '../refusal.ts'

/** The side of a wall on which no room is, as callers name it. */
export const OUTSIDE = 'outside'

/** A stretch of a wall with one and the same room on each side. */
export interface SharedStretch {
  wall: NodeOf<'wall'>
  /** Along the centreline from the wall's start, in metres, to a step of `STEP_M`. */
  from: number
  to: number
  /** The side of the wall on which `beyond` is. */
  side: 'left' | 'right'
  /** The id of the room on the other side, a terrace too; `OUTSIDE` where none is. */
  beyond: string
}

/** Steps along a wall at which both of its sides are looked at, in metres. */
const STEP_M = 0.05
/** Most rooms named in a refusal. */
const NAMED_MAX = 12
/** Distance from a wall's face of the points that are looked at, in metres. */
const ASIDE_M = 0.05

/** The zone with this id or label, of those with the same label the one on the level. */
export function requireZone(
  scene: Scene,
  name: string,
  param: string,
  levelId: string,
): NodeOf<'zone'> {
  const found = nodeNamed(scene, name, ['zone'], levelId)
  if ('node' in found) return found.node
  throw nameRefusal(found.fault, param)
}

/** All stretches of walls with the zone on one side, from the first wall's start on. */
export function stretchesAround(scene: Scene, zone: NodeOf<'zone'>): SharedStretch[] {
  const level = zone.parent!
  const zones = childrenOf(scene, level, 'zone')
  const loops = findRooms(scene, level)
  const box = boxOf(zone.polygon)
  const roomAt = (at: Point): string | null => {
    const found = zones.find(({ polygon }) => contains(polygon, at))
    if (found) return found.id
    const isIn = loops.some(
      ({ loop, holes }) => contains(loop, at) && !holes.some((hole) => contains(hole, at)),
    )
    // Enclosed, but without a zone: neither a room that has a name nor the outside.
    return isIn ? null : OUTSIDE
  }
  const stretches: SharedStretch[] = []
  for (const { id, path, footprint, thickness } of wallShapes(scene, level).values()) {
    if (!areNear(box, boxOf(footprint))) continue
    const wall = scene.nodes[id] as NodeOf<'wall'>
    const steps = Math.max(1, Math.round(path.length / STEP_M))
    let open: SharedStretch | null = null
    for (let i = 0; i <= steps; i++) {
      const s = (path.length * i) / steps
      const aside = scale(leftOf(path.direction(s)), thickness / 2 + ASIDE_M)
      const [left, right] = [aside, scale(aside, -1)].map((by) => roomAt(add(path.at(s), by)))
      const side = left === zone.id ? 'right' : 'left'
      const beyond = side === 'right' ? right : left
      const isHere = (left === zone.id || right === zone.id) && beyond !== null
      if (open && (!isHere || open.beyond !== beyond || open.side !== side)) open = null
      if (!isHere) continue
      if (open) open.to = s
      else {
        open = { wall, from: s, to: s, side, beyond }
        stretches.push(open)
      }
    }
  }
  return stretches.filter(({ from, to, beyond }) => to > from && beyond !== zone.id)
}

/**
 * The stretches of walls between a room and another, or the outside. Refuses two rooms without
 * one, with what the room borders on instead.
 */
export function stretchesBetween(scene: Scene, zone: NodeOf<'zone'>, to: string): SharedStretch[] {
  const key = to === OUTSIDE ? OUTSIDE : requireZone(scene, to, 'to', zone.parent!).id
  const all = stretchesAround(scene, zone)
  const found = all.filter(
    ({ beyond }) => beyond === key || (key === OUTSIDE && isOutdoors(scene, beyond)),
  )
  if (found.length > 0) return found
  const others = [...new Set(all.map((stretch) => stretch.beyond))].slice(0, NAMED_MAX)
  const named = others.map((id) => nameOf(scene, id)).join(', ')
  throw new Refusal(
    'not_adjacent',
    `${nameOf(scene, zone.id)} has no wall towards ${nameOf(scene, key)}${named ? `; it borders ${named}.` : ' and borders no other room.'}`,
    { param: 'to', nodeIds: [zone.id], details: { candidates: others } },
  )
}

function isOutdoors(scene: Scene, zoneId: string): boolean {
  const zone = nodeOf(scene, zoneId, 'zone')
  return zone !== null && ROOM_TYPES[zone.roomType].isOutdoors
}

function nameOf(scene: Scene, id: string): string {
  const label = scene.nodes[id]?.label
  return id === OUTSIDE ? 'the outside' : label ? `${id} (${label})` : id
}
