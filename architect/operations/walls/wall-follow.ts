import {
  add,
  crossLines,
  degreesOf,
  distance,
  dot,
  mix,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { cleanPolygon } from '../input/plan-input.ts'
import type { SceneEdit } from '../scene-edit.ts'

type Wall = NodeOf<'wall'>
interface Change {
  before: Wall
  after: Wall
}

/** Ends of walls nearer than this to another wall's centreline are joined to it, in metres. */
const JOINED_M = 0.002
/**
 * Where walls meet at an angle with a smaller sine, the point on the other wall stays, not the
 * direction.
 */
const SINE_MIN = 0.2

/**
 * Moves along with a wall whose ends changed: the ends of walls joined to it, and of walls joined
 * to those; corners of rooms, slabs, ceilings and roofs on these walls; items that hang on them.
 * Openings stay where they are in the world, except those of the wall itself, which move by
 * `shift`. Returns the ids of the changed nodes. Throws `Refusal` where a polygon would cross
 * itself.
 */
export function followWall(edit: SceneEdit, before: Wall, shift: Point = [0, 0]): string[] {
  const scene = edit.scene
  const changes = changedWalls(scene, before)
  for (const { after } of changes) {
    if (after.id !== before.id) edit.change(after.id, { start: after.start, end: after.end })
  }
  return [
    ...changes.map(({ after }) => after.id).filter((id) => id !== before.id),
    ...changes.flatMap((change) =>
      placeOpenings(edit, change, change.before.id === before.id ? shift : [0, 0]),
    ),
    ...followPolygons(edit, before.parent!, changes),
    ...changes.flatMap((change) => followItems(edit, change)),
  ]
}

/** The wall and all walls that its change reaches, each before and after. */
function changedWalls(scene: Scene, first: Wall): Change[] {
  const walls = childrenOf(scene, first.parent!, 'wall')
  const old = new Map(walls.map((wall) => [wall.id, wall.id === first.id ? first : wall]))
  const ends = new Map(walls.map((wall) => [wall.id, wall]))
  const queue = [first.id]
  // Each wall passes its change on once, so that the loop ends in any plan.
  const passed = new Set<string>()
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (passed.has(id)) continue
    passed.add(id)
    const change = { before: old.get(id)!, after: ends.get(id)! }
    for (const wall of walls) {
      if (passed.has(wall.id)) continue
      const now = ends.get(wall.id)!
      const start = carriedEnd(change, wall.start, wall) ?? now.start
      const end = carriedEnd(change, wall.end, wall) ?? now.end
      if (distance(start, now.start) === 0 && distance(end, now.end) === 0) continue
      ends.set(wall.id, {
        ...now,
        start: [...start] as [number, number],
        end: [...end] as [number, number],
      })
      queue.push(wall.id)
    }
  }
  return walls
    .map(({ id }) => ({ before: old.get(id)!, after: ends.get(id)! }))
    .filter(({ before, after }) => before !== after)
}

/**
 * The new position of a wall end that was joined to the changed wall; null where it was not joined.
 */
function carriedEnd({ before, after }: Change, end: Point, wall: Wall): Point | null {
  if (distance(end, before.start) <= JOINED_M) return after.start
  if (distance(end, before.end) <= JOINED_M) return after.end
  if (before.sagitta !== 0) return null
  const { share, distance: away } = nearestOnSegment(end, before.start, before.end)
  if (away > JOINED_M) return null
  const along = subtract(after.end, after.start)
  const own = subtract(wall.end, wall.start)
  const crossing = crossLines(after.start, unit(along), wall.start, unit(own))
  const sine = Math.abs(dot(unit(along), [unit(own)[1], -unit(own)[0]]))
  const isMet = crossing && sine >= SINE_MIN && wall.sagitta === 0
  return isMet
    ? add(after.start, scale(unit(along), crossing.t))
    : add(end, sideways({ before, after }, share))
}

/** Movement of a point of the wall across its direction, at a share of its length. */
function sideways({ before, after }: Change, share: number): Point {
  const moved = mix(subtract(after.start, before.start), subtract(after.end, before.end), share)
  const along = unit(subtract(before.end, before.start))
  return subtract(moved, scale(along, dot(moved, along)))
}

function placeOpenings(edit: SceneEdit, { before, after }: Change, shift: Point): string[] {
  const [from, to] = [wallPath(before), wallPath(after)]
  const changed: string[] = []
  for (const opening of openingsOf(edit.scene, before.id)) {
    const centre = add(from.at(opening.offset), shift)
    const isRigid = after.sagitta !== 0 || before.sagitta !== 0
    const offset = isRigid
      ? (opening.offset * to.length) / from.length
      : dot(subtract(centre, after.start), to.direction(0))
    if (Math.abs(offset - opening.offset) < 1e-4) continue
    // An offset cannot be negative; the later check refuses an opening past the start of its wall.
    edit.change(opening.id, { offset: Math.max(0, offset) })
    changed.push(opening.id)
  }
  return changed
}

function followPolygons(edit: SceneEdit, level: string, changes: Change[]): string[] {
  const changed: string[] = []
  for (const node of childrenOf(edit.scene, level)) {
    if (!('polygon' in node && node.polygon)) continue
    const before = node.polygon
    const polygon: Polygon = before.map((corner) => add(corner, displacement(changes, corner)))
    if (polygon.every((corner, index) => distance(corner, before[index]) < 1e-4)) continue
    edit.change(node.id, { polygon: cleanPolygon(polygon, node.id) })
    changed.push(node.id)
  }
  return changed
}

/**
 * Movement of a corner on a wall: that of the nearest end where the corner is at one, else that of
 * the side.
 */
function displacement(changes: Change[], corner: Point): Point {
  let moved: Point = [0, 0]
  let nearest = Infinity
  const consider = (away: number, reach: number, vector: () => Point): void => {
    if (away > reach || away >= nearest) return
    nearest = away
    moved = vector()
  }
  for (const { before, after } of changes) {
    consider(distance(corner, before.start), reachOf(before), () =>
      subtract(after.start, before.start),
    )
    consider(distance(corner, before.end), reachOf(before), () => subtract(after.end, before.end))
  }
  if (nearest < Infinity) return moved
  for (const change of changes) {
    const { before } = change
    if (before.sagitta !== 0) continue
    const side = nearestOnSegment(corner, before.start, before.end)
    consider(side.distance, reachOf(before), () => sideways(change, side.share))
  }
  return moved
}

/** The outer corner of a right angle is half a thickness from the centreline both ways. */
const reachOf = (wall: Wall): number => (wall.thickness / 2) * Math.SQRT2 + JOINED_M

function followItems(edit: SceneEdit, change: Change): string[] {
  const { before, after } = change
  const items = childrenOf(edit.scene, before.parent!, 'item').filter(
    (item) => item.host === before.id,
  )
  const turned =
    degreesOf(subtract(after.end, after.start)) - degreesOf(subtract(before.end, before.start))
  for (const { id, position, rotation } of items) {
    const [x, y, z] = position
    const { share } = nearestOnSegment([x, z], before.start, before.end)
    const [mx, mz] = sideways(change, share)
    edit.change(id, { position: [x + mx, y, z + mz], rotation: (rotation + turned) % 360 })
  }
  return items.map((item) => item.id)
}
