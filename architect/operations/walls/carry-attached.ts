import { add, distance, dot, nearestOnSegment, type Point, subtract } from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, openingsOf, type Scene } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { mirrorDoor } from './continue-wall.ts'

type Wall = NodeOf<'wall'>

/** Offsets that differ by less are equal, in metres. */
const OFFSET_M = 1e-4

/** Walls in one line before an edit, and by how much they moved in plan. */
export interface MovedWalls {
  walls: readonly Wall[]
  by: Point
}

/**
 * Puts the doors, windows and hosted items of lines of walls onto the walls as they are now: each
 * is moved with its line from where it was, and goes to the wall of the line that is there. The
 * scene of the edit still has all of these walls; no wall is in two lines.
 */
export function carryAttached(edit: SceneEdit, lines: readonly MovedWalls[]): void {
  // Read before any is moved, or an opening would be carried on from its new wall.
  const { scene } = edit
  for (const { walls, by } of lines) {
    const now = walls.map(({ id }) => nodeOf(scene, id, 'wall')!)
    for (const [index, wall] of walls.entries())
      for (const opening of openingsOf(scene, wall.id))
        if (wall.sagitta !== 0) slideOnArc(edit, opening, wall, now[index])
        else carryOpening(edit, opening, wall, now, by)
    if (walls.length > 0) carryItems(edit, scene, walls, now, by)
  }
}

/** The end of an arc slides along its circle: what is in it stays where it is. */
function slideOnArc(edit: SceneEdit, { id, offset }: OpeningNode, before: Wall, after: Wall): void {
  if (distance(before.start, after.start) === 0) return
  const shift = wallPath(after).length - wallPath(before).length
  edit.change(id, { offset: Math.max(0, offset + shift) })
}

function carryOpening(
  edit: SceneEdit,
  opening: OpeningNode,
  wall: Wall,
  now: readonly Wall[],
  by: Point,
): void {
  const path = wallPath(wall)
  const centre = add(path.at(opening.offset), by)
  putOpening(edit, opening, wallAt(now, wall.id, centre), centre, path.direction(0))
}

/**
 * Puts an opening into a wall with its middle at a point. A door in a wall that runs against
 * `direction`, that of its wall before, is mirrored: it opens as before.
 */
export function putOpening(
  edit: SceneEdit,
  opening: OpeningNode,
  target: Wall,
  centre: Point,
  direction: Point,
): void {
  const along = wallPath(target).direction(0)
  // An offset cannot be negative; a later check refuses an opening past the start of its wall.
  const offset = Math.max(0, dot(subtract(centre, target.start), along))
  const isSame = target.id === opening.parent
  if (isSame && Math.abs(offset - opening.offset) < OFFSET_M / 2) return
  const isTurned = dot(along, direction) < 0
  const mirrored = isTurned && opening.kind === 'door' ? mirrorDoor(opening) : {}
  edit.change(opening.id, { parent: target.id, offset, ...mirrored })
}

function carryItems(
  edit: SceneEdit,
  scene: Scene,
  before: readonly Wall[],
  now: readonly Wall[],
  by: Point,
): void {
  const ids = new Set(before.map(({ id }) => id))
  for (const item of childrenOf(scene, before[0].parent!, 'item')) {
    if (item.host === undefined || !ids.has(item.host)) continue
    const [x, y, z] = item.position
    const at = add([x, z], by)
    const host = wallAt(now, item.host, at).id
    if (host === item.host && by[0] === 0 && by[1] === 0) continue
    edit.change(item.id, { position: [at[0], y, at[1]], host })
  }
}

/** The wall next to a point: the own one where the point is along it, else the nearest. */
function wallAt(walls: readonly Wall[], own: string, at: Point): Wall {
  const away = ({ start, end }: Wall) => nearestOnSegment(at, start, end).distance
  const line = walls.find(({ id }) => id === own)!
  const { share } = nearestOnSegment(at, line.start, line.end)
  if (share > 0 && share < 1) return line
  return walls.reduce((best, wall) => (away(wall) < away(best) - OFFSET_M ? wall : best), line)
}
