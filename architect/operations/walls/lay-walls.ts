import {
  distance,
  dot,
  nearestOnSegment,
  type Point,
  subtract,
  unit,
} from '../../geometry/point.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, openingsOf } from '../../scene/scene.ts'
import { formatPoint, quantize } from '../../scene/units.ts'
import { formatLength } from '../input/format-length.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { continueWall } from './continue-wall.ts'
import { meetingOf, ON_LINE_M, type PlainWall } from './wall-meeting.ts'
import { distanceAlong, refuseInOpening, splitWall, type WallSplit } from './wall-split.ts'

type Wall = NodeOf<'wall'>

/** A requested wall, with its ends already snapped. */
export interface WallRequest {
  start: Point
  end: Point
  thickness: number
  /** Up to the top of the storey when absent. */
  height?: number
  sagitta?: number
}

export interface LaidWalls {
  /** Walls along each request, from its start to its end. */
  wallIds: string[][]
  /** Existing walls that are used as they are. */
  reusedWallIds: string[]
  splitWalls: WallSplit[]
  /** Existing walls that are now longer in the same line. */
  lengthenedWallIds: string[]
  issues: Issue[]
}

/** Least length of a wall, in metres, however thin it is. */
const WALL_LENGTH_MIN_M = 0.05

/**
 * Puts walls on a level. Where a new wall runs along an existing one, the existing wall is used.
 * Where they meet or cross, both are cut, so that walls meet at their ends only. A straight wall
 * that continues a similar wall from its free end becomes one wall with it. Refuses overlapping
 * walls.
 */
export function layWalls(
  edit: SceneEdit,
  levelId: string,
  requests: readonly WallRequest[],
): LaidWalls {
  const before = new Set(childrenOf(edit.scene, levelId, 'wall').map(({ id }) => id))
  const reused = new Set<string>()
  const splitWalls: WallSplit[] = []
  const issues: Issue[] = []
  for (const request of requests) {
    const laid = layWall(edit, levelId, request)
    for (const wall of laid.reused) {
      if (before.has(wall.id)) reused.add(wall.id)
      const issue = before.has(wall.id) && reusedIssue(wall, request)
      if (issue) issues.push(issue)
    }
    for (const split of laid.splits.filter(({ from }) => before.has(from))) {
      const earlier = splitWalls.find(({ into }) => into.includes(split.from))
      if (earlier) earlier.into.splice(earlier.into.indexOf(split.from), 1, ...split.into)
      else splitWalls.push(split)
      // The parts of an existing wall are not new walls.
      for (const id of split.into) before.add(id)
    }
  }
  const fresh = childrenOf(edit.scene, levelId, 'wall').filter(({ id }) => !before.has(id))
  const lengthened = new Set<string>()
  for (const { id } of fresh) {
    const joined = continueWall(edit, levelId, id)
    if (joined !== null && before.has(joined)) lengthened.add(joined)
  }
  return {
    wallIds: requests.map((request) => wallsAlong(edit, levelId, request)),
    reusedWallIds: [...reused],
    splitWalls,
    lengthenedWallIds: [...lengthened],
    issues,
  }
}

function layWall(
  edit: SceneEdit,
  levelId: string,
  { start, end, thickness, height, sagitta = 0 }: WallRequest,
): { reused: Wall[]; splits: WallSplit[] } {
  const least = Math.max(thickness, WALL_LENGTH_MIN_M)
  if (distance(start, end) < least)
    throw new Refusal(
      'wall_too_short',
      `A wall of ${formatLength(distance(start, end))} is shorter than its thickness of ${formatLength(least)}.`,
      { details: { length: quantize(distance(start, end)), least } },
    )
  const line = {
    start: [...start] as [number, number],
    end: [...end] as [number, number],
    sagitta,
    thickness,
  }
  const stops: Point[] = [start, end]
  const stop = (point: Point) => {
    if (stops.every((other) => distance(other, point) > ON_LINE_M)) stops.push(point)
  }
  const cuts = new Map<string, Point[]>()
  const alongs: Wall[] = []
  const met = new Set<string>()
  for (const wall of childrenOf(edit.scene, levelId, 'wall')) {
    const meeting = meetingOf(line, wall)
    if (meeting.kind === 'apart') continue
    if (meeting.kind === 'inside') throw insideRefusal(wall)
    if (meeting.kind === 'curved') throw curvedRefusal(wall)
    met.add(wall.id)
    if (meeting.kind === 'along') alongs.push(wall)
    for (const point of meeting.points) {
      stop(point)
      const isEnd = [wall.start, wall.end].some((other) => distance(other, point) <= ON_LINE_M)
      if (!isEnd) cuts.set(wall.id, [...(cuts.get(wall.id) ?? []), point])
      else if (meeting.kind === 'points' && !continues(line, wall, point))
        refuseInOpening(
          wall,
          openingsOf(edit.scene, wall.id),
          { at: point, s: distanceAlong(wall, point) },
          thickness / 2,
        )
    }
  }
  const splits = [...cuts].map(([id, points]) => splitWall(edit, id, points, thickness / 2))
  const parts = new Set([...alongs.map(({ id }) => id), ...splits.flatMap(({ into }) => into)])
  const there = [...parts].map((id) => nodeOf(edit.scene, id, 'wall')!)
  const reused: Wall[] = []
  if (sagitta !== 0) {
    const same = there.find((wall) => joinsPoints(wall, start, end))
    if (same) reused.push(same)
    else edit.add('wall', levelId, { ...line, height })
    return { reused, splits }
  }
  const along = subtract(end, start)
  const progress = (point: Point) => dot(subtract(point, start), along)
  stops.sort((a, b) => progress(a) - progress(b))
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1], stops[i]]
    const same = there.find((wall) => wall.sagitta === 0 && joinsPoints(wall, from, to))
    if (same) {
      reused.push(same)
      continue
    }
    if (distance(from, to) < least)
      throw new Refusal(
        'wall_too_short',
        `A part of ${formatLength(distance(from, to))} would be left between ${formatPoint(from)} and ${formatPoint(to)}, shorter than its thickness of ${formatLength(least)}.`,
        { nodeIds: [...met], details: { from: [...from], to: [...to], least } },
      )
    const ends = { start: [...from] as [number, number], end: [...to] as [number, number] }
    edit.add('wall', levelId, { ...ends, thickness, height })
  }
  return { reused, splits }
}

/**
 * True when a line continues a wall from its end without a corner, so that their bodies do not
 * overlap.
 */
function continues(line: PlainWall, wall: Wall, at: Point): boolean {
  const [a, b] = [line, wall].map((other) =>
    unit(
      subtract(distance(other.start, at) <= distance(other.end, at) ? other.end : other.start, at),
    ),
  )
  const isEnd = [line.start, line.end].some((end) => distance(end, at) <= ON_LINE_M)
  return isEnd && dot(a, b) < -0.99
}

const joinsPoints = (wall: Wall, a: Point, b: Point): boolean =>
  (distance(wall.start, a) <= ON_LINE_M && distance(wall.end, b) <= ON_LINE_M) ||
  (distance(wall.start, b) <= ON_LINE_M && distance(wall.end, a) <= ON_LINE_M)

const insideRefusal = (wall: Wall): Refusal =>
  new Refusal(
    'wall_overlaps',
    `The wall would overlap ${wall.id}, which goes from ${formatPoint(wall.start)} to ${formatPoint(wall.end)} and is ${formatLength(wall.thickness)} thick.`,
    { nodeIds: [wall.id] },
  )

const curvedRefusal = (wall: Wall): Refusal =>
  new Refusal(
    'wall_curved',
    `The wall would meet ${wall.id} within an arc. An arc can be met where a straight wall ends, or at its own ends.`,
    { nodeIds: [wall.id] },
  )

/**
 * An issue for an existing wall that is used although another thickness or height was requested.
 */
function reusedIssue(wall: Wall, request: WallRequest): Issue | null {
  const isAlike =
    wall.thickness === request.thickness &&
    (request.height === undefined || wall.height === request.height)
  if (isAlike) return null
  const height =
    wall.height === undefined ? 'up to the storey' : `${formatLength(wall.height)} high`
  return {
    code: 'wall.reused_as_is',
    severity: 'info',
    nodeIds: [wall.id],
    message: `${wall.id} is used as it is: ${formatLength(wall.thickness)} thick and ${height}.`,
  }
}

/** Ids of the walls along a request, from its start to its end. */
function wallsAlong(edit: SceneEdit, levelId: string, request: WallRequest): string[] {
  const { start, end, sagitta = 0 } = request
  const walls = childrenOf(edit.scene, levelId, 'wall')
  if (sagitta !== 0)
    return walls
      .filter((wall) => wall.sagitta !== 0 && joinsPoints(wall, start, end))
      .map(({ id }) => id)
  const along = subtract(end, start)
  return walls
    .filter((wall) => wall.sagitta === 0)
    .map((wall) => ({ wall, stretch: sharedStretch([wall.start, wall.end], [start, end]) }))
    .filter(({ stretch }) => stretch !== null)
    .map(({ wall, stretch }) => ({
      id: wall.id,
      progress: Math.min(...stretch!.map((at) => dot(subtract(at, start), along))),
    }))
    .sort((a, b) => a.progress - b.progress)
    .map(({ id }) => id)
}

/** The ends of the stretch that two line segments share, if it is longer than a point. */
function sharedStretch(one: [Point, Point], other: [Point, Point]): Point[] | null {
  const on = (point: Point, [a, b]: [Point, Point]) =>
    nearestOnSegment(point, a, b).distance <= ON_LINE_M
  const shared = [...one.filter((end) => on(end, other)), ...other.filter((end) => on(end, one))]
  const isLong = shared.some((a) => shared.some((b) => distance(a, b) > WALL_LENGTH_MIN_M / 2))
  return isLong ? shared : null
}
