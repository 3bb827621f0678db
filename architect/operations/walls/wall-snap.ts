import {
  add,
  distance,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'

/**
 * Ends drawn nearer than this to a corner or a centreline are moved onto it, in metres: no gap is
 * that narrow on purpose.
 */
export const SNAP_M = 0.08
/** A line counts as parallel to an axis when its ends differ by less than this, in metres. */
const AXIS_M = 1e-4

/** A corner that was moved: `from` is the requested point, `to` the point that is used. */
export interface Snapped {
  index: number
  from: Point
  to: Point
}

type Wall = NodeOf<'wall'>

/**
 * Moves the corners of new walls onto existing corners and centrelines nearby. A wall drawn
 * parallel to an axis stays parallel: its other end moves along, and all of it moves onto a wall
 * that runs next to it.
 */
export function snapCorners(
  scene: Scene,
  levelId: string,
  drawn: readonly Point[],
  isClosed: boolean,
): { corners: Point[]; snapped: Snapped[] } {
  const walls = childrenOf(scene, levelId, 'wall')
  const given = drawn.map(onGrid)
  const corners = given.map((point) => nearestOnWalls(walls, point))
  const moved = [0, 1].map((axis) => alignedAxis(walls, given, corners, axis as 0 | 1, isClosed))
  const answer = given.map((_, i): Point => corners[i] ?? [moved[0][i], moved[1][i]])
  const snapped = answer.flatMap((to, index) => {
    const from = given[index]
    return distance(from, to) > 0 ? [{ index, from, to }] : []
  })
  return { corners: answer, snapped }
}

export const onGrid = ([x, z]: Point): Point => [quantize(x), quantize(z)]

/**
 * The nearest wall end within `SNAP_M`, or else the nearest point on a centreline; null where there
 * is none.
 */
function nearestOnWalls(walls: readonly Wall[], point: Point): Point | null {
  let best: Point | null = null
  let least = SNAP_M
  for (const wall of walls) {
    for (const end of [wall.start, wall.end]) {
      const away = distance(end, point)
      if (away <= least) [best, least] = [end, away]
    }
  }
  if (best) return best
  for (const wall of walls) {
    const at = nearestOnWall(wall, point)
    const away = distance(at, point)
    if (away <= least) [best, least] = [at, away]
  }
  return best && onGrid(best)
}

/** The nearest point on a wall's centreline. */
export function nearestOnWall(wall: Wall, point: Point): Point {
  const { arc, length, at } = wallPath(wall)
  if (!arc) return nearestOnSegment(point, wall.start, wall.end).at
  const ring = add(arc.centre, scale(unit(subtract(point, arc.centre)), Math.abs(arc.radius)))
  // The point on the circle counts only if it is on the arc; otherwise an end is the nearest.
  const middle = at(length / 2)
  const reach = distance(middle, wall.start)
  if (distance(middle, ring) <= reach) return ring
  return distance(wall.start, point) <= distance(wall.end, point) ? wall.start : wall.end
}

/**
 * One coordinate of every corner. Corners on one axis-parallel line all move to the line's snapped
 * coordinate.
 */
function alignedAxis(
  walls: readonly Wall[],
  given: readonly Point[],
  corners: readonly (Point | null)[],
  axis: 0 | 1,
  isClosed: boolean,
): number[] {
  const count = given.length
  const lines = given.map((_, i) => i)
  const sides = isClosed ? count : count - 1
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % count
    if (Math.abs(given[i][axis] - given[next][axis]) > AXIS_M) continue
    const [from, to] = [lines[next], lines[i]]
    for (let k = 0; k < count; k++) if (lines[k] === from) lines[k] = to
  }
  return given.map((point, i) => {
    const members = lines.flatMap((line, k) => (line === lines[i] ? [k] : []))
    const moves = members.flatMap((k) => (corners[k] ? [corners[k][axis] - given[k][axis]] : []))
    const [least] = moves.sort((a, b) => Math.abs(a) - Math.abs(b))
    if (least !== undefined) return quantize(point[axis] + least)
    if (members.length < 2) return point[axis]
    const along = members.map((k) => given[k][1 - axis])
    return parallelLine(walls, point[axis], axis, Math.min(...along), Math.max(...along))
  })
}

/**
 * Coordinate of the nearest wall that is parallel to this stretch of a line and next to it; else
 * the line's own.
 */
function parallelLine(
  walls: readonly Wall[],
  line: number,
  axis: 0 | 1,
  from: number,
  to: number,
): number {
  let best = line
  let least = SNAP_M
  for (const { start, end, sagitta } of walls) {
    if (sagitta !== 0 || Math.abs(start[axis] - end[axis]) > AXIS_M) continue
    const [low, high] = [start[1 - axis], end[1 - axis]].sort((a, b) => a - b)
    if (Math.min(high, to) - Math.max(low, from) <= SNAP_M) continue
    const away = Math.abs(start[axis] - line)
    if (away <= least) [best, least] = [start[axis], away]
  }
  return best
}
