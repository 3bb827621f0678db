import {
  add,
  distance,
  dot,
  leftOf,
  mix,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import {
  type Box,
  boxOf,
  contains,
  counterClockwise,
  edges,
  type Polygon,
} from '../../geometry/polygon.ts'
import { cachedByLevel } from '../../kernel/cached-by-level.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { wallsFromBelow } from '../../kernel/walls-from-below.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { convexFootprint } from '../wall-pieces.ts'

/** A stretch of a room's border without a wall. */
export interface OpenBorder {
  zone: string
  from: Point
  to: Point
  length: number
  /** The room on the other side; null where there is none. */
  beyond: string | null
  /** A point on the other side. */
  out: Point
}

/** How far from its wall a border may be drawn, in metres: faces are not always measured well. */
const WALL_REACH_M = 0.05
/** Stretches shorter than this are gaps of drawing, in metres. */
const OPEN_MIN_M = 0.1
/** How far beyond the border another room is searched, in metres. */
const BEYOND_M = 0.15

/** Borders of rooms of a level that are open to another room, or outdoors, without a wall. */
export const openBorders = cachedByLevel(makeBorders)

function makeBorders(scene: Scene, levelId: string): OpenBorder[] {
  const zones = childrenOf(scene, levelId, 'zone')
  const walls = [...wallShapes(scene, levelId).values(), ...wallsFromBelow(scene, levelId)].flatMap(
    (shape) =>
      convexFootprint(shape).map((piece) => ({ sides: sidesOf(piece), box: boxOf(piece) })),
  )
  return zones.flatMap((zone) =>
    edges(counterClockwise(zone.polygon)).flatMap(([a, b]) => {
      const box = boxOf([a, b])
      const near = walls.filter(
        (wall) =>
          wall.box.minX <= box.maxX + WALL_REACH_M &&
          wall.box.maxX >= box.minX - WALL_REACH_M &&
          wall.box.minZ <= box.maxZ + WALL_REACH_M &&
          wall.box.maxZ >= box.minZ - WALL_REACH_M,
      )
      const covered = near.flatMap(({ sides }) => shareInside(sides, a, b))
      return uncovered(covered, distance(a, b)).map(([from, to]) => {
        const [start, end] = [mix(a, b, from), mix(a, b, to)]
        // Counter-clockwise: the outside is to the right.
        const away = scale(leftOf(unit(subtract(b, a))), -BEYOND_M)
        const out = add(mix(start, end, 0.5), away)
        const beyond = zoneAt(zones, out, zone.id)
        return { zone: zone.id, from: start, to: end, length: distance(start, end), beyond, out }
      })
    }),
  )
}

/** The room at a point; of several that overlap the first. */
export function zoneAt(
  zones: readonly NodeOf<'zone'>[],
  point: Point,
  except?: string,
): string | null {
  return (
    zones.find(
      (zone) =>
        zone.id !== except && isInBox(boxOfZone(zone), point) && contains(zone.polygon, point),
    )?.id ?? null
  )
}

const boxes = new WeakMap<NodeOf<'zone'>, Box>()

/**
 * Boxes of zones: most zones are far from a point, which their boxes decide without their corners.
 */
function boxOfZone(zone: NodeOf<'zone'>): Box {
  const box = boxes.get(zone) ?? boxOf(zone.polygon)
  boxes.set(zone, box)
  return box
}

const isInBox = ({ minX, minZ, maxX, maxZ }: Box, [x, z]: Point) =>
  x >= minX && x <= maxX && z >= minZ && z <= maxZ

/** A side of a convex polygon: a point of it, and the direction in which the polygon lies. */
interface Side {
  from: Point
  inward: Point
}

const sidesOf = (polygon: Polygon): Side[] =>
  edges(polygon).map(([from, to]) => ({ from, inward: leftOf(unit(subtract(to, from))) }))

/** The shares of the way from `a` to `b` that are within, or just outside, a convex polygon. */
function shareInside(sides: readonly Side[], a: Point, b: Point): [number, number][] {
  let [from, to] = [0, 1]
  const way = subtract(b, a)
  for (const { from: p, inward } of sides) {
    const start = dot(subtract(a, p), inward) + WALL_REACH_M
    const speed = dot(way, inward)
    if (speed === 0) {
      if (start < 0) return []
    } else if (speed > 0) from = Math.max(from, -start / speed)
    else to = Math.min(to, -start / speed)
  }
  return from < to ? [[from, to]] : []
}

function uncovered(covered: [number, number][], length: number): [number, number][] {
  const open: [number, number][] = []
  let reached = 0
  for (const [from, to] of [...covered.toSorted((a, b) => a[0] - b[0]), [1, 1]]) {
    if ((from - reached) * length > OPEN_MIN_M) open.push([reached, from])
    reached = Math.max(reached, to)
  }
  return open
}
