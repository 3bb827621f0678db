import {
  add,
  crossLines,
  distance,
  dot,
  leftOf,
  mix,
  type Point,
  scale,
  subtract,
  turn,
  unit,
} from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { sagittaBetween } from './arc-ends.ts'

type Wall = NodeOf<'wall'>
/** A line at a constant distance from a wall: its centreline, one of its faces, or between. */
export type Curve = Pick<Wall, 'start' | 'end' | 'sagitta'>

/** Corners of a polygon along a wall that is an arc. */
export interface ArcRun {
  /** Index of its first corner. */
  first: number
  /** Chords of the run; the corners are one more, and go on from the last to the first. */
  chords: number
  /** How far the border is to the left of the centreline, in metres. */
  aside: number
  /** True where the border goes from the end of the wall to its start. */
  isBack: boolean
}

/** Borders may be drawn this much farther from the centreline than a face, in metres. */
export const PAST_FACE_M = 0.002
/** Corners that are as far from the circle as the others of their run, in metres. */
const SAME_CIRCLE_M = 0.002
/** Chords may leave the arc by this much, in metres: also those of arcs with few chords. */
const CHORD_M = 0.05
/** A border may pass the end of the wall by this many reaches: an acute corner of outer faces. */
const PAST_END_REACHES = 4
/** A curve goes on past the ends of its wall by a corner at most, in times its length. */
const LONGER = 1.5
const SAME_M = 0.001

/** Where the border of a polygon runs along a wall that is an arc; null where it does not. */
export function arcRun(polygon: Polygon, wall: Wall): ArcRun | null {
  const { arc, length } = wallPath(wall)
  if (!arc) return null
  const { centre, radius } = arc
  const size = Math.abs(radius)
  const reach = wall.thickness / 2 + PAST_FACE_M
  const past = reach * PAST_END_REACHES
  const from = subtract(wall.start, centre)
  const places = polygon.map((corner) => {
    const to = subtract(corner, centre)
    const angle = Math.atan2(-Math.sign(wall.sagitta) * turn(from, to), dot(from, to))
    const s = (angle < -past / size ? angle + 2 * Math.PI : angle) * size
    const out = Math.hypot(...to) - size
    return { s, out, isOn: Math.abs(out) <= reach && s <= length + past }
  })
  const count = polygon.length
  const isChord = (i: number): boolean => {
    const [a, b] = [places[i % count], places[(i + 1) % count]]
    if (!a.isOn || !b.isOn || Math.abs(a.out - b.out) > SAME_CIRCLE_M) return false
    const middle = mix(polygon[i % count], polygon[(i + 1) % count], 0.5)
    const sunk = size + a.out - distance(middle, centre)
    return Math.abs(sunk) < CHORD_M && Math.abs(a.s - b.s) > SAME_M
  }
  let best: ArcRun | null = null
  for (let first = 0; first < count; first++) {
    if (!isChord(first) || isChord(first + count - 1)) continue
    let chords = 1
    while (chords < count && isChord(first + chords)) chords++
    if (chords < 2 || chords <= (best?.chords ?? 0)) continue
    const aside = places[first].out * (radius > 0 ? -1 : 1)
    best = { first, chords, aside, isBack: places[(first + 1) % count].s < places[first].s }
  }
  return best
}

/** The line at a distance to the left of a wall's centreline. */
export function besideWall(wall: Curve, aside: number): Curve {
  const { arc } = wallPath(wall)
  const left = leftOf(unit(subtract(wall.end, wall.start)))
  const times = arc ? 1 - aside / arc.radius : 1
  const moved = (at: Point) => {
    const [x, z] = arc
      ? add(arc.centre, scale(subtract(at, arc.centre), times))
      : add(at, scale(left, aside))
    return [x, z] as [number, number]
  }
  return aside === 0
    ? wall
    : { start: moved(wall.start), end: moved(wall.end), sagitta: wall.sagitta * times }
}

/** Where the curve, also past its ends, meets an endless line next to a point; null: nowhere. */
export function meetCurve(curve: Curve, at: Point, direction: Point, near: Point): Point | null {
  const along = unit(direction)
  const { arc } = wallPath(curve)
  if (!arc) {
    const own = unit(subtract(curve.end, curve.start))
    const cross = crossLines(at, along, curve.start, own)
    return cross && Math.abs(turn(along, own)) > SAME_M
      ? add(at, scale(along, cross.t))
      : add(curve.start, scale(own, dot(subtract(near, curve.start), own)))
  }
  const foot = add(at, scale(along, dot(subtract(arc.centre, at), along)))
  const away = distance(foot, arc.centre)
  const size = Math.abs(arc.radius)
  if (away > size + SAME_M) return null
  const half = Math.sqrt(Math.max(0, size * size - away * away))
  const ends = [half, -half].map((s) => add(foot, scale(along, s)))
  return distance(ends[0], near) <= distance(ends[1], near) ? ends[0] : ends[1]
}

/**
 * The curve in chords between two points on it, in the direction of its wall; null where they are
 * too far past its ends.
 */
export function chordsBetween(curve: Curve, start: Point, end: Point): Point[] | null {
  if (curve.sagitta === 0) return [start, end]
  const isWhole = distance(start, curve.start) < SAME_M && distance(end, curve.end) < SAME_M
  const ends = { start: [...start], end: [...end] } as Pick<Wall, 'start' | 'end'>
  const path = isWhole
    ? wallPath(curve)
    : wallPath({ ...ends, sagitta: sagittaBetween(curve, ends) })
  const whole = wallPath(curve).length
  return path.length > whole * LONGER + SAME_M ? null : path.corners().map(({ at }) => at)
}

/** The end of the curve at a point, without the rounding of both to the grid; else the point. */
export const snapped = (at: Point, { start, end }: Curve): Point =>
  [start, end].find((corner) => distance(corner, at) < SAME_M) ?? at
