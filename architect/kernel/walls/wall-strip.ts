import {
  add,
  crossLines,
  distance,
  dot,
  leftOf,
  mix,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  turn,
} from '../../geometry/point.ts'
import type { WallLine } from '../cached-by-walls.ts'
import { type WallPath, wallPath } from './wall-path.ts'

/** A wall before it is joined: its centreline and both faces as lines of corners, start to end. */
export interface WallStrip {
  wall: WallLine
  path: WallPath
  half: number
  centre: { at: Point; s: number }[]
  /** Corners of the left face, one for each corner of `centre`. */
  left: Point[]
  right: Point[]
}

export function wallStrip(wall: WallLine): WallStrip {
  const path = wallPath(wall)
  const half = wall.thickness / 2
  const centre = path.corners()
  const aside = (by: number) =>
    centre.map(({ at, s }) => add(at, scale(leftOf(path.direction(s)), by)))
  return { wall, path, half, centre, left: aside(half), right: aside(-half) }
}

/** The nearest place of the centreline: how far along, and how far away. */
export function nearestOnStrip(
  { centre }: WallStrip,
  point: Point,
): { s: number; distance: number; at: Point } {
  let best = { s: 0, distance: Infinity, at: centre[0].at }
  for (let i = 1; i < centre.length; i++) {
    const [a, b] = [centre[i - 1], centre[i]]
    const near = nearestOnSegment(point, a.at, b.at)
    if (near.distance < best.distance)
      best = { s: a.s + (b.s - a.s) * near.share, distance: near.distance, at: near.at }
  }
  return best
}

/** One end of a wall, seen from the joint outward along the wall. */
export interface WallEnd {
  strip: WallStrip
  end: 'start' | 'end'
  at: Point
  /** Away from the joint, length 1. */
  out: Point
  half: number
  left: Face
  right: Face
}

/** A face of a wall from the joint outward; before its first corner it goes straight on. */
export interface Face {
  corners: Point[]
  out: Point
}

export function wallEnd(strip: WallStrip, end: 'start' | 'end'): WallEnd {
  const isStart = end === 'start'
  const tangent = strip.path.direction(isStart ? 0 : strip.path.length)
  const out: Point = isStart ? tangent : [-tangent[0], -tangent[1]]
  return {
    strip,
    end,
    at: strip.centre[isStart ? 0 : strip.centre.length - 1].at,
    out,
    half: strip.half,
    left: { out, corners: isStart ? strip.left : [...strip.right].reverse() },
    right: { out, corners: isStart ? strip.right : [...strip.left].reverse() },
  }
}

/** Nearer than this to a face a point is on it, in metres: a tenth of the grid. */
const ON_FACE_M = 1e-5

interface WallPlace {
  /** Along the centreline, in metres: before the start it is negative. */
  s: number
  isLeft: boolean
  isRight: boolean
}

/** How far along the wall a corner of its footprint is, and on which faces. */
export function locate(strip: WallStrip, point: Point): WallPlace {
  const { path } = strip
  if (!path.arc) return straightPlace(strip, point, 0)
  const { centre, radius } = path.arc
  const from = subtract(path.at(0), centre)
  const to = subtract(point, centre)
  const turned = Math.atan2(turn(from, to), dot(from, to)) * Math.sign(radius)
  const whole = path.length / Math.abs(radius)
  const angle = turned < 0 ? turned + 2 * Math.PI : turned
  if (angle > whole) {
    const isAfter = angle - whole < (2 * Math.PI - whole) / 2
    return straightPlace(strip, point, isAfter ? path.length : 0)
  }
  const chords = strip.centre.length - 1
  const i = Math.min(chords - 1, Math.floor((angle / whole) * chords))
  const [a, b] = [strip.centre[i], strip.centre[i + 1]]
  // The chords of the faces and of the centreline are seen from the arc's centre at one angle.
  const share = crossLines(centre, to, a.at, subtract(b.at, a.at))?.s ?? 0
  const isOn = (face: readonly Point[]) =>
    distance(point, mix(face[i], face[i + 1], share)) < ON_FACE_M
  return { s: a.s + (b.s - a.s) * share, isLeft: isOn(strip.left), isRight: isOn(strip.right) }
}

/** The place of a point along the tangent of the wall at `s`. */
function straightPlace({ path, half }: WallStrip, point: Point, s: number): WallPlace {
  const from = subtract(point, path.at(s))
  const direction = path.direction(s)
  const aside = dot(from, leftOf(direction))
  return {
    s: s + dot(from, direction),
    isLeft: Math.abs(aside - half) < ON_FACE_M,
    isRight: Math.abs(aside + half) < ON_FACE_M,
  }
}
