import { convexPieces } from '../geometry/convex.ts'
import { add, dot, leftOf, type Point, scale, subtract } from '../geometry/point.ts'
import type { Polygon } from '../geometry/polygon.ts'
import type { Prism } from '../kernel/prism.ts'
import type { WallShape } from '../kernel/walls/wall-shapes.ts'

/** Smaller heights and lengths count as zero, in metres: the grid of scenes. */
const NONE_M = 1e-4

/**
 * A wall less its openings, as upright convex pieces; heights are above `floor`, that of its level.
 */
export function wallPieces(shape: WallShape, floor: number): Prism[] {
  const { length } = shape.path
  const [bottom, top] = [shape.base - floor, shape.top - floor]
  const cuts = shape.openings.flatMap(({ from, to }) => [from, to])
  const inside = cuts.filter((s) => s > NONE_M && s < length - NONE_M).sort((a, b) => a - b)
  const ends = [0, ...inside.filter((s, i) => i === 0 || s - inside[i - 1] > NONE_M), length]
  const pieces: Prism[] = []
  const whole = shape.path.arc ? [] : convexFootprint(shape)
  for (let i = 1; i < ends.length; i++) {
    const [from, to] = [ends[i - 1], ends[i]]
    const open = shape.openings.filter((each) => each.from < to - NONE_M && each.to > from + NONE_M)
    const solid = solidHeights(bottom, top, open)
    if (solid.length === 0) continue
    // A mitre beyond the ends of the centreline belongs to the first and the last stretch.
    const outlines = stretchOf(
      shape,
      whole,
      i === 1 ? -Infinity : from,
      i === ends.length - 1 ? Infinity : to,
    )
    for (const outline of outlines)
      for (const [low, high] of solid) pieces.push({ outline, bottom: low, top: high })
  }
  return pieces
}

function solidHeights(
  bottom: number,
  top: number,
  openings: { sill: number; head: number }[],
): [number, number][] {
  const solid: [number, number][] = []
  let reached = bottom
  for (const { sill, head } of openings.toSorted((a, b) => a.sill - b.sill)) {
    if (Math.min(sill, top) - reached > NONE_M) solid.push([reached, Math.min(sill, top)])
    reached = Math.max(reached, head)
  }
  if (top - reached > NONE_M) solid.push([reached, top])
  return solid
}

/** The convex pieces of a wall's footprint. */
export function convexFootprint({ footprint }: Pick<WallShape, 'footprint'>): Polygon[] {
  const known = footprints.get(footprint) ?? convexPieces(footprint)
  footprints.set(footprint, known)
  return known
}

const footprints = new WeakMap<Polygon, Polygon[]>()

function stretchOf(
  { path, thickness }: WallShape,
  whole: readonly Polygon[],
  from: number,
  to: number,
): Polygon[] {
  if (path.arc) {
    const inner = path.corners().map(({ s }) => s)
    const [first, last] = [Math.max(0, from), Math.min(path.length, to)]
    const steps = [first, ...inner.filter((s) => s > first + NONE_M && s < last - NONE_M), last]
    return steps.slice(1).map((s, i) => quad(path, steps[i], s, thickness))
  }
  const start = path.at(0)
  const along = path.direction(0)
  const way = (corner: Point) => dot(subtract(corner, start), along)
  return whole
    .map((piece) => {
      const after = from === -Infinity ? piece : clipped(piece, (p) => way(p) - from)
      return to === Infinity ? after : clipped(after, (p) => to - way(p))
    })
    .filter((piece) => piece.length > 2)
}

function quad(path: WallShape['path'], from: number, to: number, thickness: number): Polygon {
  const at = (s: number, side: number): Point =>
    add(path.at(s), scale(leftOf(path.direction(s)), (side * thickness) / 2))
  return [at(from, -1), at(to, -1), at(to, 1), at(from, 1)]
}

/** The part of a convex polygon where `inside` is not negative; `inside` must be linear. */
function clipped(polygon: Polygon, inside: (point: Point) => number): Polygon {
  const inner: Point[] = []
  let before = polygon[polygon.length - 1]
  let a = polygon.length > 0 ? inside(before) : 0
  for (const corner of polygon) {
    const b = inside(corner)
    if (a < 0 !== b < 0) inner.push(add(before, scale(subtract(corner, before), a / (a - b))))
    if (b >= 0) inner.push(corner)
    before = corner
    a = b
  }
  return inner
}
