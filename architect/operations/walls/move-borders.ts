import {
  add,
  distance,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { type Polygon, signedArea } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf } from '../../scene/scene.ts'
import { cleanPolygon } from '../input/plan-input.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import {
  arcRun,
  besideWall,
  type Curve,
  chordsBetween,
  meetCurve,
  PAST_FACE_M,
  snapped,
} from './arc-borders.ts'
import type { WallLine } from './wall-lines.ts'

/** A joint of the moved stretch of a line. */
export interface MovedEnd {
  joint: { at: Point }
  to: Point
  /** A wall across leads from the old end to the new one. */
  isJog: boolean
  /** Walls that end at the line here, with the directions in which they leave it. */
  slid: readonly { wall: { sagitta: number }; out: Point }[]
}

/** An arc of which an end slides along its circle. */
export interface SlidArc {
  old: NodeOf<'wall'>
  now: NodeOf<'wall'>
}

/** The moved stretch of a line. */
interface Stretch {
  start: Point
  along: Point
  length: number
  by: Point
  ends: [MovedEnd, MovedEnd]
  /** The ends, and what is between them. */
  joints: readonly MovedEnd[]
  /** How far from the centreline a border may be drawn, in metres. */
  reach: number
}

/** Sine of the greatest angle between a line and a border along it. */
const ALONG_SINE = 0.02
const ALONG_COSINE = Math.sqrt(1 - ALONG_SINE ** 2)
/** A border that passes the end of the stretch by no more than this ends there, in metres. */
const PAST_M = 0.001
/** Corners that are this near to the line through their neighbours are none, in metres. */
const STRAIGHT_M = 2e-4

/**
 * Moves the borders of rooms, slabs, ceilings and roofs along a stretch of a line, by `by`.
 * Adjoining borders stretch or shorten along their own direction, or along one of `arcs`; where a
 * border goes on past the end of the stretch, corners are inserted. Polygons of `except` stay as
 * they are. Throws `Refusal` where nothing of a polygon would be left.
 */
export function moveBorders(
  edit: SceneEdit,
  line: WallLine,
  by: Point,
  joints: readonly MovedEnd[],
  arcs: readonly SlidArc[],
  except: ReadonlySet<string>,
): void {
  const [first, last] = [joints[0], joints[joints.length - 1]]
  const halves = line.wallIds.map((id) => nodeOf(edit.scene, id, 'wall')!.thickness / 2)
  const stretch: Stretch = {
    start: first.joint.at,
    along: line.direction,
    length: dot(subtract(last.joint.at, first.joint.at), line.direction),
    by,
    ends: [first, last],
    joints,
    reach: Math.max(...halves) + PAST_FACE_M,
  }
  for (const node of childrenOf(edit.scene, line.levelId)) {
    if (!('polygon' in node && node.polygon) || except.has(node.id)) continue
    const polygon = movedPolygon(sidesOf(node.polygon, arcs), stretch)
    if (!polygon) continue
    const name = node.label ?? node.id
    if (signedArea(polygon) * signedArea(node.polygon) <= 0)
      throw new Refusal('invalid_polygon', `Nothing would be left of ${name}.`, {
        nodeIds: [node.id],
        details: { reason: 'tiny' },
      })
    edit.change(node.id, { polygon: cleanPolygon(polygon, name) })
  }
}

/** A border along an arc. */
interface Bend {
  curve: Curve
  isBack: boolean
  /** Its corners between the first and the last. */
  corners: readonly Point[]
}

/** A corner of a polygon, with the arc from it to the next one. */
interface Side {
  at: Point
  bend?: Bend
}

/** The polygon with each border along an arc as one side. */
function sidesOf(polygon: Polygon, arcs: readonly SlidArc[]): Side[] {
  const inner = new Set<number>()
  const bends = new Map<number, Bend>()
  for (const { old, now } of arcs) {
    const run = arcRun(polygon, old)
    if (!run) continue
    const { first, chords, aside, isBack } = run
    const indices = Array.from({ length: chords - 1 }, (_, i) => (first + i + 1) % polygon.length)
    for (const index of indices) inner.add(index)
    const corners = indices.map((index) => polygon[index])
    bends.set(first, { curve: besideWall(now, aside), isBack, corners })
  }
  return polygon.map((at, i) => ({ at, bend: bends.get(i) })).filter((_, i) => !inner.has(i))
}

/** The corners of an arc between its new ends. */
function bendBetween({ curve, isBack, corners }: Bend, from: Point, to: Point): readonly Point[] {
  const chords = isBack ? chordsBetween(curve, to, from) : chordsBetween(curve, from, to)
  if (!chords) return corners
  return (isBack ? chords.reverse() : chords).slice(1, -1)
}

/** A corner, and whether the border from it to the next one moves. */
interface Corner {
  at: Point
  isMoved: boolean
  /** The arc from it to the next corner. */
  bend?: Bend
  /** The end of the stretch where the border was cut. */
  cut?: MovedEnd
}

/** The polygon with its borders along the stretch moved; null where it has none. */
function movedPolygon(sides: readonly Side[], stretch: Stretch): Point[] | null {
  const corners = sides.flatMap(({ at, bend }, i): Corner[] =>
    bend
      ? [{ at, isMoved: false, bend }]
      : cornersOf(at, sides[(i + 1) % sides.length].at, stretch),
  )
  const count = corners.length
  const touched: boolean[] = []
  const moved: Point[] = []
  const places = corners.map((corner, i) =>
    placedCorner(corners[(i + count - 1) % count], corner, corners[(i + 1) % count], stretch),
  )
  for (const [i, { isMoved, bend }] of corners.entries()) {
    const before = corners[(i + count - 1) % count]
    for (const at of places[i]) {
      moved.push(at)
      touched.push(before.isMoved || isMoved || places[i].length > 1)
    }
    if (!bend) continue
    for (const at of bendBetween(bend, places[i].at(-1)!, places[(i + 1) % count][0])) {
      moved.push(at)
      touched.push(false)
    }
  }
  return touched.includes(true) ? withoutSpare(moved, touched) : null
}

/** The corner, and where on the border to the next one the moved part starts and ends. */
function cornersOf(at: Point, next: Point, stretch: Stretch): Corner[] {
  const { start, along, length, reach, ends } = stretch
  const out = { at, isMoved: false }
  const way = subtract(next, at)
  if (Math.abs(dot(unit(way), leftOf(along))) > ALONG_SINE) return [out]
  const offsets = [at, next].map((point) => dot(subtract(point, start), leftOf(along)))
  if (offsets.some((offset) => Math.abs(offset) > reach)) return [out]
  const [from, to] = [at, next].map((point) => dot(subtract(point, start), along))
  const [low, high] = from < to ? [from, to] : [to, from]
  if (Math.min(high, length + reach) - Math.max(low, -reach) < PAST_M) return [out]
  if (high < PAST_M || low > length - PAST_M) return [out]
  // A border along the outer face is half a thickness longer than the centreline at each end.
  const cuts = [
    ...(low < -reach ? [{ s: 0, end: ends[0] }] : []),
    ...(high > length + reach ? [{ s: length, end: ends[1] }] : []),
  ].map(({ s, end }) => ({ at: add(at, scale(way, (s - from) / (to - from))), s, end }))
  if (from > to) cuts.reverse()
  const [first, last] = from < to ? [0, length] : [length, 0]
  const starts = cuts.find(({ s }) => s === first)
  const stops = cuts.find(({ s }) => s === last)
  return [
    { at, isMoved: !starts },
    ...(starts ? [{ at: starts.at, isMoved: true, cut: starts.end }] : []),
    ...(stops ? [{ at: stops.at, isMoved: false, cut: stops.end }] : []),
  ]
}

/** Where a corner comes to be; two points where the border goes across there. */
function placedCorner(before: Corner, corner: Corner, after: Corner, stretch: Stretch): Point[] {
  const { at, cut, isMoved } = corner
  const { by, along } = stretch
  if (!before.isMoved && !isMoved) return cutCorner(before.at, at, after.at, stretch)
  if (before.isMoved && isMoved) return [add(at, by)]
  const bend = before.isMoved ? corner.bend : before.bend
  const met = bend && meetCurve(bend.curve, add(at, by), along, at)
  if (met) return [snapped(met, bend.curve)]
  const other = subtract(before.isMoved ? after.at : before.at, at)
  const sine = dot(unit(other), unit(by))
  const end = cut ?? nearestOf(stretch.ends, stretch, at)
  const jogged = add(at, end ? subtract(end.to, end.joint.at) : by)
  const jog = before.isMoved ? [jogged, at] : [at, jogged]
  if (cut || Math.abs(sine) < ALONG_SINE) return jog
  const slid = add(at, scale(unit(other), Math.hypot(...by) / sine))
  if (end?.isJog && distance(slid, jogged) > PAST_M && sine < 0) return jog
  // Of a border along a face the corner keeps its distance along the line.
  return Math.abs(dot(subtract(slid, at), along)) > Math.hypot(...by) * 20 ? jog : [slid]
}

/**
 * A corner between two walls that end at the line and shorten: the line cuts it off, and the border
 * goes along the line from one wall to the other.
 */
function cutCorner(before: Point, at: Point, after: Point, stretch: Stretch): Point[] {
  const { by, joints } = stretch
  const { slid = [] } = nearestOf(joints, stretch, at) ?? {}
  const ways = [before, after].map((other) => unit(subtract(other, at)))
  const isAlong = (way: Point) =>
    slid.some(({ wall, out }) => wall.sagitta === 0 && dot(out, way) > ALONG_COSINE)
  const sines = ways.map((way) => dot(way, unit(by)))
  // Walls that both become longer cross at the corner, which a later check refuses.
  if (!ways.every(isAlong) || sines.every((sine) => sine < 0)) return [at]
  return ways.map((way, i) => add(at, scale(way, Math.hypot(...by) / sines[i])))
}

/** The joint at which a corner is, if it is at one. */
function nearestOf(joints: readonly MovedEnd[], { reach }: Stretch, at: Point): MovedEnd | null {
  return joints.find(({ joint }) => distance(joint.at, at) <= reach * Math.SQRT2) ?? null
}

/**
 * Without corners on the line between their neighbours, among those that the move touched: also
 * the end of a jog that is closed again.
 */
function withoutSpare(corners: Point[], touched: boolean[]): Point[] {
  const left = corners.map((at, i) => ({ at, touched: touched[i] }))
  for (let i = 0; i < left.length && left.length > 3; ) {
    const before = left[(i + left.length - 1) % left.length].at
    const after = left[(i + 1) % left.length].at
    const { at } = left[i]
    const isSpare =
      left[i].touched &&
      (distance(at, before) <= STRAIGHT_M ||
        nearestOnSegment(at, before, after).distance <= STRAIGHT_M)
    if (!isSpare) {
      i++
      continue
    }
    left.splice(i, 1)
    for (const corner of [left.at(i - 1)!, left[i % left.length]])
      if (distance(corner.at, at) <= STRAIGHT_M) corner.touched = true
    i = Math.max(0, i - 1)
  }
  return left.map(({ at }) => at)
}
