import {
  add,
  distance,
  dot,
  leftOf,
  mix,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
} from '../geometry/point.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { type WallPath, wallPath } from './wall-path.ts'

/** A wall before it is joined: its centreline and both faces as lines of corners, start to end. */
export interface WallStrip {
  wall: NodeOf<'wall'>
  path: WallPath
  half: number
  centre: { at: Point; s: number }[]
  /** As long as `centre`, corner for corner. */
  left: Point[]
  right: Point[]
}

export function wallStrip(wall: NodeOf<'wall'>): WallStrip {
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

/**
 * How far along the wall a corner of its footprint is, and on which face, if on one. Corners of mitres
 * lie before the start or after the end.
 */
export function locate(
  strip: WallStrip,
  point: Point,
): { s: number; isLeft: boolean; isRight: boolean } {
  const { path, half, centre, left, right } = strip
  const beyond = (s: number) => {
    const from = subtract(point, path.at(s))
    const direction = path.direction(s)
    return { along: dot(from, direction), aside: dot(from, leftOf(direction)) }
  }
  const start = beyond(0)
  const end = beyond(path.length)
  const onFaces = (s: number, aside: number) => ({
    s,
    isLeft: Math.abs(aside - half) < ON_FACE_M,
    isRight: Math.abs(aside + half) < ON_FACE_M,
  })
  if (!path.arc) return onFaces(start.along, start.aside)
  let best = { s: 0, distance: Infinity, isLeft: false, isRight: false }
  for (let i = 1; i < centre.length; i++) {
    for (const face of [left, right]) {
      const near = nearestOnSegment(point, face[i - 1], face[i])
      if (near.distance >= best.distance) continue
      const s = centre[i - 1].s + (centre[i].s - centre[i - 1].s) * near.share
      const isOn = near.distance < ON_FACE_M
      best = {
        s,
        distance: near.distance,
        isLeft: isOn && face === left,
        isRight: isOn && face === right,
      }
    }
  }
  if (best.distance < ON_FACE_M) return best
  const nearStart = distance(point, path.at(0)) < distance(point, path.at(path.length))
  if (nearStart && start.along < 0) return onFaces(start.along, start.aside)
  if (!nearStart && end.along > 0) return onFaces(path.length + end.along, end.aside)
  return { s: nearestOnStrip(strip, point).s, isLeft: false, isRight: false }
}

/** A point of a face of the wall at `s`, on the chord where the wall is an arc. */
export function facePoint(
  { centre, left, right, path }: WallStrip,
  s: number,
  side: 'left' | 'right',
): Point {
  const face = side === 'left' ? left : right
  if (!path.arc) return mix(face[0], face[1], s / path.length)
  let i = 1
  while (i < centre.length - 1 && centre[i].s < s) i++
  const [a, b] = [centre[i - 1].s, centre[i].s]
  return mix(face[i - 1], face[i], (s - a) / (b - a))
}
