import { add, dot, leftOf, mix, type Point, scale, subtract, unit } from '../../geometry/point.ts'
import { boxOf, counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { Refusal } from '../refusal.ts'
import type { LineJoint, LineSurroundings } from './line-joints.ts'

type Wall = NodeOf<'wall'>

/** A wall that reaches into the swept area by no more than this is at its border, in metres. */
const BORDER_M = 0.002

/**
 * Refuses a line that would pass a wall on its way: one that meets neither the line nor its ends
 * and has a part in the area that the line sweeps.
 */
export function refuseSwept(
  { walls, members, sideEnds, joints }: LineSurroundings,
  [first, last]: readonly { joint: LineJoint; to: Point }[],
  by: Point,
  moved: ReadonlyMap<string, unknown>,
): void {
  const area = counterClockwise([first.joint.at, last.joint.at, last.to, first.to])
  const joined = new Set([
    ...members.map(({ id }) => id),
    ...sideEnds.map(({ wall }) => wall.id),
    ...joints.flatMap(({ others }) => others.map(({ wall }) => wall.id)),
    ...moved.keys(),
  ])
  const { minX, maxX, minZ, maxZ } = boxOf(area)
  for (const wall of walls) {
    if (joined.has(wall.id)) continue
    const corners = wallPath(wall).corners()
    const box = boxOf(corners.map(({ at }) => at))
    if (box.minX > maxX || box.maxX < minX || box.minZ > maxZ || box.maxZ < minZ) continue
    for (let i = 1; i < corners.length; i++)
      if (isInside(area, corners[i - 1].at, corners[i].at)) throw passed(wall, by)
  }
}

const passed = (wall: Wall, by: Point): Refusal =>
  new Refusal('wall_overlaps', `The line would pass ${wall.id} on its way.`, {
    nodeIds: [wall.id],
    details: { move: [...by] },
  })

/** True where a stretch has a part in a convex area, away from its border. */
function isInside(area: Polygon, from: Point, to: Point): boolean {
  let [least, most] = [0, 1]
  const along = subtract(to, from)
  for (const [a, b] of edges(area)) {
    if (Math.hypot(...subtract(b, a)) < BORDER_M) continue
    const inward = leftOf(unit(subtract(b, a)))
    const start = dot(subtract(from, add(a, scale(inward, BORDER_M))), inward)
    const rate = dot(along, inward)
    if (Math.abs(rate) < 1e-9) {
      if (start <= 0) return false
    } else if (rate > 0) least = Math.max(least, -start / rate)
    else most = Math.min(most, -start / rate)
  }
  return most > least && Math.hypot(...subtract(mix(from, to, most), mix(from, to, least))) > 1e-9
}
