import {
  distance,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  subtract,
  unit,
} from '../../geometry/point.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { requireNode } from '../nodes/require-node.ts'
import { Refusal } from '../refusal.ts'

type Wall = NodeOf<'wall'>

/**
 * A run of straight walls of one level that continue each other end to end in one line, or a part
 * of such a run. Their thickness may differ.
 */
export interface WallLine {
  levelId: string
  /** From the start of the line to its end. */
  wallIds: string[]
  start: Point
  end: Point
  /** Unit vector from the start to the end. */
  direction: Point
}

/** Ends of walls nearer than this are one joint, in metres. */
export const JOINT_M = 0.001
/**
 * Greatest deviation of a joint from the line through the far ends of both walls, in metres: each
 * of three points on the grid of 0.1 mm is up to 0.07 mm away from an oblique line.
 */
const DEVIATION_M = 2e-4

/**
 * The whole line of a wall. Its direction is that of the wall. Throws `Refusal` for an arc and for
 * another id.
 */
export function wallLineOf(scene: Scene, wallId: string): WallLine {
  const wall = requireNode(scene, wallId, ['wall'], 'wallId')
  if (wall.sagitta !== 0)
    throw new Refusal('wall_curved', `${wallId} is an arc; a line has straight walls only.`, {
      param: 'wallId',
      nodeIds: [wallId],
    })
  const walls = childrenOf(scene, wall.parent!, 'wall')
  const before = continued(walls, wall, wall.end, wall.start)
  const after = continued(walls, wall, wall.start, wall.end)
  return lineOf(wall.parent!, [...before.ids.reverse(), wallId, ...after.ids], before.at, after.at)
}

/** The line of one wall alone, without the walls that continue it. */
export function wallSegmentOf(scene: Scene, wallId: string): WallLine {
  const { levelId, direction } = wallLineOf(scene, wallId)
  const { start, end } = requireNode(scene, wallId, ['wall'], 'wallId')
  return { levelId, wallIds: [wallId], start, end, direction }
}

function lineOf(levelId: string, wallIds: string[], start: Point, end: Point): WallLine {
  return { levelId, wallIds, start, end, direction: unit(subtract(end, start)) }
}

/** The part of a movement across a line, in metres: positive to the left of its direction. */
export const acrossOf = ({ direction }: WallLine, by: Point): number => dot(by, leftOf(direction))

/** The part of a movement along a line, in metres: positive in its direction. */
export const alongOf = ({ direction }: WallLine, by: Point): number => dot(by, direction)

/** The walls that continue a wall past its end `near`, and the point where they stop. */
function continued(
  walls: readonly Wall[],
  first: Wall,
  far: Point,
  near: Point,
): { ids: string[]; at: Point } {
  const ids: string[] = []
  const seen = new Set([first.id])
  let [from, at] = [far, near]
  // Each wall is passed once, so that the loop ends.
  for (;;) {
    const next = continuationAt(walls, from, at, seen)
    if (!next) return { ids, at }
    seen.add(next.wall.id)
    ids.push(next.wall.id)
    ;[from, at] = [at, next.far]
  }
}

/**
 * The wall that goes on in one line from `at`, where a stretch from `from` ends, and its other end;
 * null where there is none.
 */
export function continuationAt(
  walls: readonly Wall[],
  from: Point,
  at: Point,
  except: ReadonlySet<string>,
): { wall: Wall; far: Point } | null {
  for (const wall of walls) {
    if (wall.sagitta !== 0 || except.has(wall.id)) continue
    const far = otherEnd(wall, at)
    if (far && isBetween(at, from, far)) return { wall, far }
  }
  return null
}

/** The other end of a wall that ends at a point; null for a wall that does not. */
function otherEnd({ start, end }: Wall, at: Point): Point | null {
  if (isJoint(start, at)) return end
  return isJoint(end, at) ? start : null
}

/** Called with all walls of a level for each wall of a line: most are apart along x already. */
const isJoint = (a: Point, b: Point): boolean =>
  Math.abs(a[0] - b[0]) <= JOINT_M && distance(a, b) <= JOINT_M

function isBetween(at: Point, from: Point, to: Point): boolean {
  const { distance: deviation, share } = nearestOnSegment(at, from, to)
  return deviation <= DEVIATION_M && share > 0 && share < 1
}
