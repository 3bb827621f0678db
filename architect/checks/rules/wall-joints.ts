import {
  crossLines,
  distance,
  nearestOnSegment,
  type Point,
  subtract,
} from '../../geometry/point.ts'
import { boxOf } from '../../geometry/polygon.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { formatPoint, quantize } from '../../scene/units.ts'
import { nearPairs } from '../near-pairs.ts'
import { inSpace, metres } from '../places.ts'
import type { Finding, Rule } from '../rule.ts'

/**
 * Ends farther apart than this are apart on purpose, and nearer than this are joined: in metres.
 */
const GAP_MAX_M = 0.08
const GAP_MIN_M = 0.001

export const wallJoints: Rule = {
  codes: { 'wall.crossing_unjoined': 'warning', 'wall.gap': 'warning' },
  about:
    'Walls that run through one another without a joint, and ends that miss a wall by some millimetres: no rooms are found next to them.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const shapes = [...wallShapes(scene, id).values()]
      const boxes = shapes.map(({ path }) => boxOf(path.corners().map(({ at }) => at)))
      const reach = GAP_MAX_M + Math.max(0, ...shapes.map(({ thickness }) => thickness / 2))
      for (const [first, second] of nearPairs(boxes, reach)) {
        const [a, b] = [shapes[first], shapes[second]]
        yield* crossing(a, b, elevation)
        yield* gaps(a, b, elevation)
      }
    }
  },
}

const isJoined = (a: WallShape, b: WallShape) => a.joins.some(({ wallId }) => wallId === b.id)

/** Where the walls cross in the middle of both. A joint there means that each is two walls. */
function* crossing(a: WallShape, b: WallShape, y: number): Generator<Finding> {
  const at = crossingOf(a, b)
  if (!at) return
  yield {
    code: 'wall.crossing_unjoined',
    nodeIds: [a.id, b.id],
    message: `${a.id} and ${b.id} run through one another at ${formatPoint(at)}; they should be cut there.`,
    at: inSpace(at, y),
  }
}

function crossingOf(a: WallShape, b: WallShape): Point | null {
  const clear = (a.thickness + b.thickness) / 2
  for (const [p, q] of stretches(a)) {
    for (const [r, s] of stretches(b)) {
      const [u, v] = [subtract(q, p), subtract(s, r)]
      const met = crossLines(p, u, r, v)
      if (!met || met.t < 0 || met.t > 1 || met.s < 0 || met.s > 1) continue
      const at: Point = [p[0] + u[0] * met.t, p[1] + u[1] * met.t]
      const ends = [a, b].flatMap(({ path }) => [path.at(0), path.at(path.length)])
      if (ends.every((end) => distance(end, at) > clear)) return at
    }
  }
  return null
}

function* gaps(a: WallShape, b: WallShape, y: number): Generator<Finding> {
  if (isJoined(a, b)) return
  for (const [one, other] of [
    [a, b],
    [b, a],
  ]) {
    for (const end of ['start', 'end'] as const) {
      if (one.joins.some((join) => join.end === end)) continue
      const at = one.path.at(end === 'start' ? 0 : one.path.length)
      const near = nearestOf(other, at)
      // An end at the face of the other, or inside of it, is not joined to it either.
      const gap = near.isEnd ? near.distance : Math.max(0, near.distance - other.thickness / 2)
      if (gap > GAP_MAX_M || near.distance < GAP_MIN_M) continue
      yield {
        code: 'wall.gap',
        nodeIds: [one.id, other.id],
        message: `The ${end} of ${one.id} misses ${other.id} by ${(gap * 1000).toFixed(0)} mm, and ${metres(near.distance)} from its middle line they are not joined.`,
        at: inSpace(at, y),
        fix: {
          tool: 'edit_wall',
          arguments: { id: one.id, [end]: near.at.map(quantize) },
        },
      }
    }
  }
}

/** The end of the wall where that is near, else the nearest point of its centreline. */
function nearestOf(shape: WallShape, point: Point) {
  for (const end of [shape.path.at(0), shape.path.at(shape.path.length)]) {
    const away = distance(end, point)
    if (away <= GAP_MAX_M) return { at: end, distance: away, isEnd: true }
  }
  const near = stretches(shape).map(([p, q]) => nearestOnSegment(point, p, q))
  const nearest = near.reduce((best, each) => (each.distance < best.distance ? each : best))
  return { at: nearest.at, distance: nearest.distance, isEnd: false }
}

function stretches({ path }: WallShape): [Point, Point][] {
  const corners = path.corners()
  return corners.slice(1).map(({ at }, index) => [corners[index].at, at])
}
