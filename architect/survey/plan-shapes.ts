import { z } from 'zod'
import { distance, nearestOnSegment, type Point } from '../geometry/point.ts'
import { area, counterClockwise, type Polygon, selfIntersection } from '../geometry/polygon.ts'
import { type Region, regionArea } from '../geometry/regions.ts'
import { POLYGON_CORNERS_MAX, REACH_M } from '../scene/length-schema.ts'
import { quantize } from '../scene/units.ts'
import type { LocalFrame } from './local-frame.ts'

/** Corners nearer than this are one, in metres: finer than any survey. */
const SAME_CORNER_M = 0.005
/** Smaller shapes are slivers of drawing, in square metres. */
export const SHAPE_MIN_M2 = 0.5
/** A shape is first simplified by this much, in metres, then by twice as much until it fits. */
const SIMPLIFIED_M = 0.01
/** Points of one shape as a service sends it. */
const POINTS_MAX = 200_000

const Position = z.array(z.number()).min(2)
const Ring = z.array(Position).min(4)
const Shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring).min(1)).min(1) }),
])
const Shaped = z.union([Shape, z.object({ type: z.literal('Feature'), geometry: Shape })])
const Lines = z.union([
  z.object({ type: z.literal('LineString'), coordinates: z.array(Position) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(Position)) }),
])

/** A shape that cannot be used. The message continues a sentence: `is not a polygon`. */
export class UnusableShape extends Error {
  override readonly name = 'UnusableShape'
}

/**
 * The polygons of a GeoJSON geometry or feature in plan, the largest first; slivers are left out.
 * Throws `UnusableShape`.
 */
export function regionsOf(geojson: unknown, frame: LocalFrame): Region[] {
  const read = Shaped.safeParse(geojson)
  if (!read.success) throw new UnusableShape('is not a polygon of GeoJSON')
  const shape = read.data.type === 'Feature' ? read.data.geometry : read.data
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const points = parts.flat().reduce((sum, ring) => sum + ring.length, 0)
  if (points > POINTS_MAX) throw new UnusableShape(`has more than ${POINTS_MAX} points`)
  return parts
    .map(([outer, ...holes]) => ({
      outer: counterClockwise(pointsOf(outer, frame)),
      holes: holes.map((hole) => counterClockwise(pointsOf(hole, frame)).toReversed()),
    }))
    .filter(({ outer }) => outer.length >= 3 && area(outer) >= SHAPE_MIN_M2)
    .sort((a, b) => regionArea([b]) - regionArea([a]))
}

/** The lines of a GeoJSON geometry in plan; none where it is another one. */
export function linesOf(geojson: unknown, frame: LocalFrame): Point[][] {
  const read = Lines.safeParse(geojson)
  if (!read.success) return []
  const { type, coordinates } = read.data
  return (type === 'LineString' ? [coordinates] : coordinates).map((line) =>
    line.map((position) => pointOf(position, frame)),
  )
}

function pointsOf(ring: number[][], frame: LocalFrame): Point[] {
  const points = ring.map((position) => pointOf(position, frame))
  return points.filter((point, index) => {
    const before = points[(index + points.length - 1) % points.length]
    return distance(point, before) > SAME_CORNER_M
  })
}

function pointOf([longitude, latitude]: number[], frame: LocalFrame): Point {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new UnusableShape('has a point that is not on the earth')
  const point = frame.toPlan({ latitude, longitude })
  if (point.every((each) => Math.abs(each) <= REACH_M)) return point
  throw new UnusableShape(`reaches more than ${REACH_M / 1_000} km from the place`)
}

/**
 * The ring on the grid of scenes with at most `most` corners. Throws `UnusableShape` where it
 * crosses itself, as a scene cannot have it.
 */
export function storedRing(ring: Polygon, most = POLYGON_CORNERS_MAX): [number, number][] {
  let fitted = ring
  for (let within = SIMPLIFIED_M; fitted.length > most; within *= 2)
    fitted = simplified(ring, within)
  if (fitted.length < 3) throw new UnusableShape('encloses next to nothing')
  const stored = fitted.map(([x, z]): [number, number] => [quantize(x), quantize(z)])
  if (selfIntersection(stored)) throw new UnusableShape('crosses or touches itself')
  return stored
}

/** The ring without corners that are nearer to the simpler ring than `within` metres. */
function simplified(ring: Polygon, within: number): Polygon {
  // Cut at the corner that is farthest from the first one, so that both halves have a length.
  const far = ring.reduce(
    (most, corner, index) =>
      distance(corner, ring[0]) > distance(ring[most], ring[0]) ? index : most,
    0,
  )
  const halves = [ring.slice(0, far + 1), [...ring.slice(far), ring[0]]]
  return halves.flatMap((half) => simplifiedLine(half, within).slice(0, -1))
}

/** Douglas and Peucker's simplification of a line. */
function simplifiedLine(line: readonly Point[], within: number): Point[] {
  const isCorner = new Uint8Array(line.length)
  isCorner[0] = isCorner[line.length - 1] = 1
  const open: [number, number][] = [[0, line.length - 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [from, to] = next
    let [farthest, at] = [within, -1]
    for (let index = from + 1; index < to; index++) {
      const away = nearestOnSegment(line[index], line[from], line[to]).distance
      if (away > farthest) [farthest, at] = [away, index]
    }
    if (at < 0) continue
    isCorner[at] = 1
    open.push([from, at], [at, to])
  }
  return line.filter((_, index) => isCorner[index] === 1)
}
