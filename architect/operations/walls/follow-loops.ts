import { distance, type Point } from '../../geometry/point.ts'
import { area, boxOf, distanceToBorder, type Polygon } from '../../geometry/polygon.ts'
import { type FoundRoom, findRooms } from '../../kernel/rooms.ts'
import { cleanRing } from '../../kernel/walls/clean-ring.ts'
import { POLYGON_CORNERS_MAX } from '../../scene/length-schema.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { cleanPolygon } from '../input/plan-input.ts'
import type { SceneEdit } from '../scene-edit.ts'

/** A polygon that differs from a loop by less is drawn along it, in metres. */
const ALONG_LOOP_M = 0.002

/**
 * Gives rooms, slabs and ceilings of a level that were drawn along a loop of walls the loop as it
 * is after an edit of walls, also where it has corners that the polygon lacks. Polygons of other
 * shapes stay, and so does one whose loop is open or divided now. Of loops, those that
 * have or had one of `wallIds` count, or all where these are absent. Walls of `joining` may be new
 * in a loop, or no longer in it. Returns the ids of the polygons that follow.
 */
export function followLoops(
  before: Scene,
  edit: SceneEdit,
  levelId: string,
  wallIds?: ReadonlySet<string>,
  joining: ReadonlySet<string> = new Set(),
): Set<string> {
  const followed = new Set<string>()
  const old = findRooms(before, levelId)
  const isOne = (room: FoundRoom) => !wallIds || room.wallIds.some((id) => wallIds.has(id))
  const now = findRooms(edit.scene, levelId)
  for (const node of childrenOf(before, levelId)) {
    if (node.kind !== 'zone' && node.kind !== 'slab' && node.kind !== 'ceiling') continue
    if (!edit.scene.nodes[node.id]) continue
    const room = old.find(({ loop }) => isAlong(node.polygon, loop))
    const after = room && sameRoom(room, now, joining)
    if (!after || !(isOne(room) || isOne(after)) || isAlong(after.loop, room.loop)) continue
    const first = followedCorner(before, edit.scene, room, node.polygon[0])
    const ring = fromCorner(cleanRing(after.loop), first)
    if (ring.length > POLYGON_CORNERS_MAX) continue
    edit.change(node.id, { polygon: cleanPolygon(ring, node.label ?? node.id) })
    followed.add(node.id)
  }
  return followed
}

/** The ring, from its corner that is nearest to a point: there and back is the same ring. */
function fromCorner(ring: Polygon, [x, z]: Point): Polygon {
  const away = ring.map((corner) => Math.hypot(corner[0] - x, corner[1] - z))
  const first = away.indexOf(Math.min(...away))
  return [...ring.slice(first), ...ring.slice(0, first)]
}

/** Where the end of a wall is now that was at a corner of a room; else the corner itself. */
function followedCorner(before: Scene, after: Scene, { wallIds }: FoundRoom, corner: Point): Point {
  for (const id of wallIds) {
    const [was, now] = [before, after].map((scene) => nodeOf(scene, id, 'wall'))
    const end = (['start', 'end'] as const).find(
      (name) => was && distance(was[name], corner) <= ALONG_LOOP_M,
    )
    if (now && end) return now[end]
  }
  return corner
}

/** The room between the same walls, apart from those of `joining`; null where there is none. */
function sameRoom(
  { wallIds }: FoundRoom,
  rooms: readonly FoundRoom[],
  joining: ReadonlySet<string>,
): FoundRoom | null {
  const keyOf = (ids: readonly string[]) => ids.filter((id) => !joining.has(id)).join(' ')
  const key = keyOf(wallIds)
  const same = rooms.filter((room) => keyOf(room.wallIds) === key)
  return same.length === 1 ? same[0] : null
}

function isAlong(polygon: Polygon, loop: Polygon): boolean {
  const [a, b] = [boxOf(polygon), boxOf(loop)]
  const sides = ['minX', 'maxX', 'minZ', 'maxZ'] as const
  if (sides.some((side) => Math.abs(a[side] - b[side]) > ALONG_LOOP_M)) return false
  if (Math.abs(area(polygon) - area(loop)) > 0.01) return false
  const isOn = (ring: Polygon, other: Polygon) =>
    ring.every((corner) => distanceToBorder(other, corner) <= ALONG_LOOP_M)
  return isOn(polygon, loop) && isOn(loop, polygon)
}
