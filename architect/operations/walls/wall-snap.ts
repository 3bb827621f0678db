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

/** Ends drawn nearer than this to a corner or a centreline are meant to be on it, in metres: a gap of less is no door. */
export const SNAP_M = 0.08
/** A line is taken for due north or due east while it strays less than this, in metres. */
const AXIS_M = 1e-4

/** A corner as it was asked for and as it was taken. */
export interface Snapped {
  index: number
  from: Point
  to: Point
}

type Wall = NodeOf<'wall'>

/**
 * The corners of walls to be, moved onto corners and centrelines of the level that are near. A wall
 * drawn due north or due east stays so: its other end goes along, and all of it goes onto a wall that
 * runs beside it.
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

/** The nearest wall end within reach, else the nearest place on a centreline; undefined where there is none. */
function nearestOnWalls(walls: readonly Wall[], point: Point): Point | undefined {
  let best: Point | undefined
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

/** The nearest place on a wall's centreline. */
export function nearestOnWall(wall: Wall, point: Point): Point {
  const { arc, length, at } = wallPath(wall)
  if (!arc) return nearestOnSegment(point, wall.start, wall.end).at
  const ring = add(arc.centre, scale(unit(subtract(point, arc.centre)), Math.abs(arc.radius)))
  // The place on the circle counts where the arc passes it; otherwise an end is nearest.
  const middle = at(length / 2)
  const reach = distance(middle, wall.start)
  if (distance(middle, ring) <= reach) return ring
  return distance(wall.start, point) <= distance(wall.end, point) ? wall.start : wall.end
}

/** One coordinate of every corner: those on one line due north or east take the place of what it snaps to. */
function alignedAxis(
  walls: readonly Wall[],
  given: readonly Point[],
  corners: readonly (Point | undefined)[],
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
    const taken = moves.sort((a, b) => Math.abs(a) - Math.abs(b))[0]
    if (taken !== undefined) return quantize(point[axis] + taken)
    if (members.length < 2) return point[axis]
    const along = members.map((k) => given[k][1 - axis])
    return besideLine(walls, point[axis], axis, Math.min(...along), Math.max(...along))
  })
}

/** The coordinate of the nearest wall that runs along such a line, and beside this stretch of it. */
function besideLine(
  walls: readonly Wall[],
  place: number,
  axis: 0 | 1,
  from: number,
  to: number,
): number {
  let best = place
  let least = SNAP_M
  for (const { start, end, sagitta } of walls) {
    if (sagitta !== 0 || Math.abs(start[axis] - end[axis]) > AXIS_M) continue
    const [low, high] = [start[1 - axis], end[1 - axis]].sort((a, b) => a - b)
    if (Math.min(high, to) - Math.max(low, from) <= SNAP_M) continue
    const away = Math.abs(start[axis] - place)
    if (away <= least) [best, least] = [start[axis], away]
  }
  return best
}
