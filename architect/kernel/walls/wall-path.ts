import * as points from '../../geometry/point.ts'
import {
  add,
  leftOf,
  mix,
  type Point,
  rotate,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import type { NodeOf } from '../../scene/nodes.ts'

/** A wall's centreline: a straight stretch or an arc of a circle. */
export interface WallPath {
  /** Along the centreline, in metres. */
  length: number
  /** Where one is after `s` metres from the start; beyond the ends it goes straight on. */
  at(s: number): Point
  /** Direction of the path there; length 1. */
  direction(s: number): Point
  /**
   * The arc's centre, and its radius: negative where the centre is to the right. Absent: straight.
   */
  arc?: { centre: Point; radius: number }
  /** The centreline with corners close enough that no arc is off by more than `ARC_ERROR_M`. */
  corners(): { at: Point; s: number }[]
}

/** How far the chords of a drawn arc may leave it, in metres. */
const ARC_ERROR_M = 0.005
/** Chords of one arc. */
const ARC_CHORDS_MAX = 96

type Ends = Pick<NodeOf<'wall'>, 'start' | 'end' | 'sagitta'>

export function wallPath({ start, end, sagitta }: Ends): WallPath {
  const chord = subtract(end, start)
  const chordLength = points.length(chord)
  if (sagitta === 0 || chordLength === 0) return straight(start, end)
  // By the theorem of intersecting chords: (c/2)^2 = sagitta (2r - sagitta).
  const size = Math.abs(sagitta)
  const radius = (chordLength * chordLength) / (8 * size) + size / 2
  const side = Math.sign(sagitta)
  const middle = mix(start, end, 0.5)
  const centre = add(middle, scale(leftOf(unit(chord)), side * (size - radius)))
  const half = Math.asin(Math.min(1, chordLength / 2 / radius))
  const angle = 2 * (size > radius ? Math.PI - half : half)
  const length = radius * angle
  // An arc to the left of its chord turns to the right, clockwise, along its way.
  const turned = (s: number) => (((-side * s) / radius) * 180) / Math.PI
  const from = subtract(start, centre)
  const at = (s: number): Point => {
    const inside = Math.min(length, Math.max(0, s))
    const place = inside === length ? end : add(centre, rotate(from, turned(inside)))
    return s === inside ? place : add(place, scale(direction(inside), s - inside))
  }
  const direction = (s: number): Point => {
    const out = unit(rotate(from, turned(Math.min(length, Math.max(0, s)))))
    return scale(leftOf(out), -side)
  }
  const step = 2 * Math.acos(Math.max(0, 1 - ARC_ERROR_M / radius))
  const chords = Math.min(ARC_CHORDS_MAX, Math.max(4, Math.ceil(angle / step)))
  return {
    length,
    at,
    direction,
    arc: { centre, radius: -side * radius },
    corners: () =>
      Array.from({ length: chords + 1 }, (_, index) => {
        const s = (length * index) / chords
        return { at: at(s), s }
      }),
  }
}

function straight(start: Point, end: Point): WallPath {
  const length = points.distance(start, end)
  const direction = unit(subtract(end, start))
  const at = (s: number): Point => (s === length ? end : add(start, scale(direction, s)))
  return {
    length,
    at,
    direction: () => direction,
    corners: () => [
      { at: start, s: 0 },
      { at: end, s: length },
    ],
  }
}
