import { add, dot, nearestOnSegment, type Point } from '../../geometry/point.ts'
import { wallSides } from '../../kernel/rooms.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { nodeOf, openingsOf, type Scene } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { putOpening } from '../walls/carry-attached.ts'
import { ON_LINE_M } from '../walls/wall-meeting.ts'
import { wallsOf } from './join-rooms.ts'

/** An opening of a room, its middle in plan and the direction of its wall. */
export interface PlacedOpening {
  id: string
  at: Point
  direction: Point
}

/** The openings of the walls of a room that run along a direction. */
export function openingsAround(scene: Scene, zone: NodeOf<'zone'>, along: Point): PlacedOpening[] {
  return boundsOf(scene, zone)
    .filter((wall) => Math.abs(dot(wallPath(wall).direction(0), along)) > 0.999)
    .flatMap((wall) => {
      const path = wallPath(wall)
      return openingsOf(scene, wall.id).map(({ id, offset }) => ({
        id,
        at: path.at(offset),
        direction: path.direction(0),
      }))
    })
}

/** Moves openings of a room along its walls, into the walls that bound the room there now. */
export function carryOpenings(
  edit: SceneEdit,
  zoneId: string,
  openings: readonly PlacedOpening[],
  by: Point,
): void {
  const walls = boundsOf(edit.scene, nodeOf(edit.scene, zoneId, 'zone')!)
  for (const { id, at, direction } of openings) {
    const to = add(at, by)
    const wall = walls.find(
      ({ start, end, sagitta }) =>
        sagitta === 0 && nearestOnSegment(to, start, end).distance <= ON_LINE_M,
    )
    // Without a wall there, the later check of openings refuses the edit.
    if (wall) putOpening(edit, edit.scene.nodes[id] as OpeningNode, wall, to, direction)
  }
}

function boundsOf(scene: Scene, zone: NodeOf<'zone'>): NodeOf<'wall'>[] {
  return [...wallsOf(scene, [zone])]
    .sort()
    .filter((id) => {
      const { left, right } = wallSides(scene, id)
      return left === zone.id || right === zone.id
    })
    .map((id) => nodeOf(scene, id, 'wall')!)
    .filter(({ sagitta }) => sagitta === 0)
}
