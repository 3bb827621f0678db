import {
  add,
  distance,
  dot,
  leftOf,
  type Point,
  scale,
  subtract,
  turn,
} from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { Refusal } from '../refusal.ts'
import { JOINT_M, type WallLine } from './wall-lines.ts'
import { onGrid } from './wall-snap.ts'

type Wall = NodeOf<'wall'>

/** Where the circle of an arc meets the moved line, next to where the arc met the line before. */
export function onCircle(wall: Wall, at: Point, { direction }: WallLine, across: number): Point {
  const { centre, radius } = wallPath(wall).arc!
  const left = leftOf(direction)
  const away = dot(subtract(at, centre), left) + across
  // A line that touches the circle may pass it by the rounding of both to the grid.
  if (Math.abs(away) > Math.abs(radius) + JOINT_M)
    throw new Refusal('wall_curved', `The line would no longer meet ${wall.id}, which is an arc.`, {
      nodeIds: [wall.id],
    })
  const half = Math.sqrt(Math.max(0, radius * radius - away * away))
  const foot = add(centre, scale(left, away))
  const ends = [1, -1].map((sign) => add(foot, scale(direction, sign * half)))
  return onGrid(distance(ends[0], at) <= distance(ends[1], at) ? ends[0] : ends[1])
}

/** The sagitta of an arc between other ends on the same circle; 0 for a straight wall. */
export function sagittaBetween(
  wall: Pick<Wall, 'start' | 'end' | 'sagitta'>,
  { start, end }: Pick<Wall, 'start' | 'end'>,
): number {
  const { arc } = wallPath(wall)
  if (!arc) return 0
  const [from, to] = [start, end].map((at) => subtract(at, arc.centre))
  const side = Math.sign(wall.sagitta)
  // An arc to the left of its chord turns to the right; it may pass half a circle on the way.
  const angle = Math.atan2(-side * turn(from, to), dot(from, to))
  const whole = angle < 0 ? angle + 2 * Math.PI : angle
  return side * Math.abs(arc.radius) * (1 - Math.cos(whole / 2))
}
