import {
  add,
  crossLines,
  distance,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
} from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nearestOnWall, onGrid } from './wall-snap.ts'

/**
 * A point nearer than this to a centreline is on it, in metres: more than the grid of 0.1 mm shifts
 * oblique lines.
 */
export const ON_LINE_M = 0.001
/** Area by which walls that do not meet may overlap, in square metres. */
const BODY_OVERLAP_M2 = 1e-4
/** Two walls that leave a corner at a smaller angle than this overlap, in degrees. */
const CORNER_MIN_DEG = 10

export type PlainWall = Pick<NodeOf<'wall'>, 'start' | 'end' | 'sagitta' | 'thickness'>

/** How a new wall meets an existing one. */
export type Meeting =
  | { kind: 'apart' }
  /** They meet at points: touching ends, or one crossing. */
  | { kind: 'points'; points: Point[] }
  /** Both run along the same stretch. */
  | { kind: 'along'; points: [Point, Point] }
  /** Their bodies would overlap. */
  | { kind: 'inside' }
  /** They would meet within an arc, which cannot be cut there. */
  | { kind: 'curved' }

export function meetingOf(fresh: PlainWall, wall: PlainWall): Meeting {
  if (areFar(fresh, wall)) return { kind: 'apart' }
  const touches = touchesOf(fresh, wall)
  if (fresh.sagitta !== 0 || wall.sagitta !== 0) return meetingOfArcs(fresh, wall, touches)
  if (touches.length >= 2) {
    const along = subtract(fresh.end, fresh.start)
    const sorted = touches.sort((a, b) => dot(a, along) - dot(b, along))
    return { kind: 'along', points: [sorted[0], sorted[sorted.length - 1]] }
  }
  if (touches.length === 1)
    return isTooAcute(fresh, wall, touches[0])
      ? { kind: 'inside' }
      : { kind: 'points', points: touches }
  const crossing = crossingOf([fresh.start, fresh.end], [wall.start, wall.end])
  if (crossing)
    return isTooAcute(fresh, wall, crossing)
      ? { kind: 'inside' }
      : { kind: 'points', points: [onGrid(crossing)] }
  return bodiesOverlap(fresh, wall) ? { kind: 'inside' } : { kind: 'apart' }
}

/** True for straight walls of which the boxes are too far apart for them to meet or to overlap. */
function areFar(a: PlainWall, b: PlainWall): boolean {
  if (a.sagitta !== 0 || b.sagitta !== 0) return false
  const reach = Math.max((a.thickness + b.thickness) / 2, ON_LINE_M)
  return [0, 1].some((axis) => {
    const [least, greatest] = [
      Math.min(b.start[axis], b.end[axis]),
      Math.max(b.start[axis], b.end[axis]),
    ]
    return (
      Math.max(a.start[axis], a.end[axis]) < least - reach ||
      Math.min(a.start[axis], a.end[axis]) > greatest + reach
    )
  })
}

/**
 * Ends of each wall that are on the other, without repeats; ends of the existing wall come first.
 */
function touchesOf(fresh: PlainWall, wall: PlainWall): Point[] {
  const points: Point[] = []
  for (const [ends, line] of [
    [wall, fresh],
    [fresh, wall],
  ] as const) {
    for (const end of [ends.start, ends.end]) {
      if (distance(nearestOnWall(line as NodeOf<'wall'>, end), end) > ON_LINE_M) continue
      if (points.every((point) => distance(point, end) > 2 * ON_LINE_M)) points.push(end)
    }
  }
  return points
}

function meetingOfArcs(fresh: PlainWall, wall: PlainWall, touches: Point[]): Meeting {
  if (touches.length === 2 && isSameArc(fresh, wall))
    return { kind: 'along', points: [fresh.start, fresh.end] }
  if (touches.length === 2 && isPartOfArc(fresh, wall)) return { kind: 'points', points: touches }
  const isEnd = (point: Point, line: PlainWall) =>
    distance(point, line.start) <= ON_LINE_M || distance(point, line.end) <= ON_LINE_M
  // An existing wall may be cut where a new one ends; a new arc is never cut.
  if (fresh.sagitta !== 0 && touches.some((point) => !isEnd(point, fresh)))
    return { kind: 'curved' }
  const [own, others] = [fresh, wall].map((line) =>
    wallPath(line)
      .corners()
      .map(({ at }) => at),
  )
  for (let i = 1; i < own.length; i++) {
    for (let j = 1; j < others.length; j++) {
      const at = crossingOf([own[i - 1], own[i]], [others[j - 1], others[j]])
      const reach = fresh.thickness + wall.thickness
      if (at && touches.every((point) => distance(point, at) > reach)) return { kind: 'curved' }
    }
  }
  if (touches.length > 0) return { kind: 'points', points: touches }
  return bodiesOverlap(fresh, wall) ? { kind: 'inside' } : { kind: 'apart' }
}

function isSameArc(a: PlainWall, b: PlainWall): boolean {
  const isSameWay = distance(a.start, b.start) <= ON_LINE_M && distance(a.end, b.end) <= ON_LINE_M
  const isOtherWay = distance(a.start, b.end) <= ON_LINE_M && distance(a.end, b.start) <= ON_LINE_M
  const strays = Math.abs(a.sagitta - (isSameWay ? b.sagitta : -b.sagitta))
  return (isSameWay || isOtherWay) && strays <= ON_LINE_M
}

/** Whether a new arc runs along a part of an existing one, which is cut at its ends and used. */
function isPartOfArc(fresh: PlainWall, wall: PlainWall): boolean {
  if (fresh.sagitta === 0 || wall.sagitta === 0) return false
  const path = wallPath(fresh)
  return [0, 0.5, 1].every((share) => {
    const at = path.at(path.length * share)
    return distance(nearestOnWall(wall as NodeOf<'wall'>, at), at) <= ON_LINE_M
  })
}

/** The point where two line segments cross, if they do. */
function crossingOf([a, b]: readonly Point[], [c, d]: readonly Point[]): Point | null {
  const along = subtract(b, a)
  const crossing = crossLines(a, along, c, subtract(d, c))
  if (!crossing) return null
  const { t, s } = crossing
  return t <= 0 || t >= 1 || s <= 0 || s >= 1 ? null : add(a, scale(along, t))
}

/**
 * True when the walls leave the point at so small an angle that they overlap along a long stretch.
 */
function isTooAcute(fresh: PlainWall, wall: PlainWall, at: Point): boolean {
  const directions = (line: PlainWall) =>
    [line.start, line.end]
      .map((end) => subtract(end, at))
      .filter((direction) => Math.hypot(...direction) > ON_LINE_M)
  const least = Math.cos((CORNER_MIN_DEG * Math.PI) / 180)
  return directions(fresh).some((a) =>
    directions(wall).some((b) => dot(a, b) > least * Math.hypot(...a) * Math.hypot(...b)),
  )
}

function bodiesOverlap(a: PlainWall, b: PlainWall): boolean {
  if (a.sagitta === 0 && b.sagitta === 0) {
    const away = Math.min(
      ...[a.start, a.end].map((end) => nearestOnSegment(end, b.start, b.end).distance),
      ...[b.start, b.end].map((end) => nearestOnSegment(end, a.start, a.end).distance),
    )
    if (away >= (a.thickness + b.thickness) / 2) return false
  }
  return regionArea(intersection([wallStrip(a)], [wallStrip(b)])) > BODY_OVERLAP_M2
}

/** Outline of one wall in plan before it is joined to others, counter-clockwise. */
export function wallStrip(wall: PlainWall): Polygon {
  const path = wallPath(wall)
  const sides = path.corners().map(({ at, s }) => {
    const left = scale(leftOf(path.direction(s)), wall.thickness / 2)
    return { left: add(at, left), right: subtract(at, left) }
  })
  return [...sides.map(({ right }) => right), ...sides.map(({ left }) => left).reverse()]
}
