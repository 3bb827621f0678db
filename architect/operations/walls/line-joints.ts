import {
  distance,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { continuationAt, JOINT_M, type WallLine } from './wall-lines.ts'

type Wall = NodeOf<'wall'>
export type EndName = 'start' | 'end'

/** An end of a wall that is not of the line. */
export interface OtherEnd {
  wall: Wall
  end: EndName
  at: Point
  /** Unit vector from this end to the other; of an arc, along its chord. */
  out: Point
}

/** A joint of a line: where walls of it start or end. */
export interface LineJoint {
  at: Point
  /** Ends of the line's own walls. */
  own: { wall: Wall; end: EndName }[]
  /** Ends of other walls here. */
  others: OtherEnd[]
  /** Unit vector out of the line at its first and last joint; null between them. */
  outward: Point | null
  /** The wall that goes on in one line here although it is not of the line. */
  continuing: Wall | null
  /** The wall into whose side the line runs here. */
  host: Wall | null
}

export interface LineSurroundings {
  members: Wall[]
  /** From the start of the line to its end. */
  joints: LineJoint[]
  /** Ends of other walls in the sides of the line's walls. */
  sideEnds: OtherEnd[]
  /** All walls of the level. */
  walls: Wall[]
}

export function surroundingsOf(scene: Scene, line: WallLine): LineSurroundings {
  const walls = childrenOf(scene, line.levelId, 'wall')
  const ids = new Set(line.wallIds)
  const members = line.wallIds.map((id) => walls.find((wall) => wall.id === id)!)
  const rest = walls.filter(({ id }) => !ids.has(id))
  const points: Point[] = []
  for (const at of members.flatMap(({ start, end }) => [start, end]))
    if (points.every((point) => distance(point, at) > JOINT_M)) points.push(at)
  const progress = (at: Point) => dot(subtract(at, line.start), line.direction)
  points.sort((a, b) => progress(a) - progress(b))
  const joints = points.map((at, index): LineJoint => {
    const sign = index === 0 ? -1 : 1
    const outward = index === 0 || index === points.length - 1 ? scale(line.direction, sign) : null
    const own = members.flatMap((wall) => endsAt(wall, at).map((end) => ({ wall, end })))
    const others = rest.flatMap((wall) => endsAt(wall, at).map((end) => otherEnd(wall, end)))
    const far = own.length > 0 && own[0].end === 'start' ? own[0].wall.end : own[0].wall.start
    return {
      at,
      own,
      others,
      outward,
      continuing: outward && (continuationAt(rest, far, at, ids)?.wall ?? null),
      host: outward && (rest.find((wall) => isInSide(wall, at)) ?? null),
    }
  })
  const sideEnds = rest.flatMap((wall) =>
    (['start', 'end'] as const)
      .filter((end) => points.every((point) => distance(point, wall[end]) > JOINT_M))
      .filter((end) => members.some((member) => isInSide(member, wall[end])))
      .map((end) => otherEnd(wall, end)),
  )
  return { members, joints, sideEnds, walls }
}

const endsAt = (wall: Wall, at: Point): EndName[] =>
  (['start', 'end'] as const).filter((end) => distance(wall[end], at) <= JOINT_M)

function otherEnd(wall: Wall, end: EndName): OtherEnd {
  const [at, far] = end === 'start' ? [wall.start, wall.end] : [wall.end, wall.start]
  return { wall, end, at, out: unit(subtract(far, at)) }
}

/** True for a point in the body of a straight wall and away from its ends. */
function isInSide({ start, end, sagitta, thickness }: Wall, at: Point): boolean {
  if (sagitta !== 0) return false
  const { distance: away, share } = nearestOnSegment(at, start, end)
  const long = distance(start, end)
  return away <= thickness / 2 + JOINT_M && share * long > JOINT_M && (1 - share) * long > JOINT_M
}

/** The sine of the angle between a wall's end and a line: positive to the left of the line. */
export const sineOf = ({ direction }: WallLine, out: Point): number => dot(out, leftOf(direction))
