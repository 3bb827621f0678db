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
  unit,
} from '../../geometry/point.ts'
import {
  boxOf,
  contains,
  counterClockwise,
  edges,
  isNearBorder,
  type Polygon,
} from '../../geometry/polygon.ts'
import { difference, intersection, regionArea, ringsOf } from '../../geometry/regions.ts'
import { findRooms, zoneRegions } from '../../kernel/rooms.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { onGrid } from '../walls/wall-snap.ts'
import { SAME_CORNER_M } from './room-outline.ts'

type Zone = NodeOf<'zone'>

/** A straight cut through a room, from border to border of its outline. */
export interface RoomCut {
  from: Point
  to: Point
  /** What is in the room of the cut: more than one stretch where a court interrupts it. */
  stretches: [Point, Point][]
  /** The part to the left of the cut, seen from `from`, and the part to the right. */
  left: Polygon
  right: Polygon
}

/**
 * The cuts that a line makes through the room: one through a convex room, more where the line
 * leaves the room and enters it again. Each goes in the direction of the line.
 */
export function roomCuts({ polygon }: Zone, at: Point, along: Point): RoomCut[] {
  const met = crossings(polygon, at, unit(along))
  const cuts: RoomCut[] = []
  for (let i = 1; i < met.length; i++) {
    const [from, to] = [met[i - 1], met[i]]
    if (distance(from, to) <= SAME_CORNER_M || !contains(polygon, mix(from, to, 0.5))) continue
    const [left, right] = [partOf(polygon, to, from), partOf(polygon, from, to)]
    if (left.length >= 3 && right.length >= 3)
      cuts.push({ from, to, stretches: [[from, to]], left, right })
  }
  return cuts
}

/** Parts of less come from rounding, in square metres. */
const SPECK_M2 = 0.01

/**
 * The cut without what is in courts, and other walls around which the room goes: each part of the
 * room goes along its side of the court. Refuses a cut that does not leave two parts.
 */
export function besideCourts(scene: Scene, { parent, label, id }: Zone, cut: RoomCut): RoomCut {
  const { from, to } = cut
  const along = unit(subtract(to, from))
  const crossed = findRooms(scene, parent!)
    .flatMap(({ holes }) => holes.map(counterClockwise))
    .map((court) => ({ court, met: crossings(court, from, along).filter(isWithin(from, to)) }))
    .filter(({ met }) => met.length > 0)
  if (crossed.length === 0) return cut
  const courts = crossed.map(({ court }) => court)
  const [left, right] = [cut.left, cut.right].map((part) => {
    const regions = difference([counterClockwise(part)], courts).filter(
      (region) => regionArea([region]) > SPECK_M2,
    )
    if (regions.length !== 1 || regions[0].holes.length > 0)
      throw new Refusal(
        'no_space',
        `The line does not divide ${label ?? id} into two parts with one outline each: it meets the walls that stand in it at a corner, or more than once.`,
        { nodeIds: [id] },
      )
    return regions[0].outer.map(onGrid)
  })
  const stops = [from, ...crossed.flatMap(({ met }) => met), to].sort(
    (a, b) => dot(a, along) - dot(b, along),
  )
  const stretches = stops
    .slice(1)
    .map((stop, i): [Point, Point] => [stops[i], stop])
    .filter(([start, end]) => {
      const middle = mix(start, end, 0.5)
      const isIn = (court: Polygon) =>
        contains(court, middle) || isNearBorder(court, middle, SAME_CORNER_M)
      return distance(start, end) > SAME_CORNER_M && !courts.some(isIn)
    })
  return { from, to, stretches, left, right }
}

const isWithin =
  (from: Point, to: Point) =>
  (at: Point): boolean =>
    dot(subtract(at, from), subtract(to, from)) > 0 && dot(subtract(at, to), subtract(from, to)) > 0

/** The points where an endless line meets the border, in its direction, without repeats. */
function crossings(polygon: Polygon, at: Point, along: Point): Point[] {
  const met: Point[] = []
  for (const [a, b] of edges(polygon)) {
    const cross = crossLines(at, along, a, subtract(b, a))
    const reach = SAME_CORNER_M / distance(a, b)
    if (cross && cross.s >= -reach && cross.s <= 1 + reach)
      met.push(onGrid(mix(a, b, Math.min(1, Math.max(0, cross.s)))))
  }
  return met
    .sort((a, b) => dot(a, along) - dot(b, along))
    .filter((point, i, all) => i === 0 || distance(point, all[i - 1]) > SAME_CORNER_M)
}

/** The ring from one point of the border to another, counter-clockwise, closed by the cut. */
function partOf(polygon: Polygon, from: Point, to: Point): Polygon {
  const ring = edges(polygon).flatMap(([a, b]): Point[] => {
    const cuts = [from, to].filter(
      (point) =>
        distance(point, a) > SAME_CORNER_M &&
        distance(point, b) > SAME_CORNER_M &&
        isOnEdge(point, a, b),
    )
    return [a, ...cuts.sort((p, q) => distance(p, a) - distance(q, a))]
  })
  const indexOf = (point: Point) =>
    ring.findIndex((corner) => distance(corner, point) <= SAME_CORNER_M)
  const [first, last] = [indexOf(from), indexOf(to)]
  if (first < 0 || last < 0) return []
  const count = ((last - first + ring.length) % ring.length) + 1
  return Array.from({ length: count }, (_, i) => ring[(first + i) % ring.length])
}

function isOnEdge(point: Point, a: Point, b: Point): boolean {
  const along = subtract(b, a)
  const share = dot(subtract(point, a), along) / dot(along, along)
  return share > 0 && share < 1 && distance(point, mix(a, b, share)) <= SAME_CORNER_M
}

/** How far a wall's middle may be behind the border of a room drawn to its faces, in metres. */
const BEHIND_M = 1

/**
 * The point on the middle of the wall into which a cut runs at its end: rooms may be drawn to the
 * faces of their walls. The end itself where no wall is there.
 */
export function endOnWall(scene: Scene, levelId: string, end: Point, along: Point): Point {
  let best = end
  let least = Infinity
  for (const { start, end: far, thickness, sagitta } of childrenOf(scene, levelId, 'wall')) {
    if (sagitta !== 0) continue
    const cross = crossLines(end, along, start, subtract(far, start))
    const reach = thickness / distance(start, far)
    if (!cross || cross.s < -reach || cross.s > 1 + reach) continue
    const sine = Math.abs(dot(leftOf(unit(subtract(far, start))), along))
    const behind = Math.min(BEHIND_M, thickness / 2 / Math.max(sine, 0.1) + SAME_CORNER_M)
    if (Math.abs(cross.t) > behind || Math.abs(cross.t) >= least) continue
    least = Math.abs(cross.t)
    best = onGrid(add(end, scale(along, cross.t)))
  }
  return best
}

/** Halvings of the search: from 20 km down to less than the grid of 0.1 mm. */
const HALVINGS = 40

/**
 * Where a cut across an axis has the requested share of the room's net area, or the requested area,
 * on the side of lower coordinates. `thickness` is that of the wall in the cut. Null where the area
 * is more than the room has.
 */
export function positionOf(
  scene: Scene,
  zone: Zone,
  axis: 0 | 1,
  { share, area }: { share?: number; area?: number },
  thickness: number,
): number | null {
  const rings = ringsOf(zoneRegions(scene, zone.id))
  const { minX, maxX, minZ, maxZ } = boxOf(zone.polygon)
  const [low, high] = axis === 0 ? [minX, maxX] : [minZ, maxZ]
  const areaBetween = (from: number, to: number): number => {
    if (to <= from) return 0
    const [x, z] =
      axis === 0
        ? [
            [from, to],
            [minZ - 1, maxZ + 1],
          ]
        : [
            [minX - 1, maxX + 1],
            [from, to],
          ]
    // Counter-clockwise, as z points south.
    const band: Polygon = [
      [x[0], z[1]],
      [x[1], z[1]],
      [x[1], z[0]],
      [x[0], z[0]],
    ]
    return regionArea(intersection(rings, [band]))
  }
  let [from, to] = [low, high]
  for (let i = 0; i < HALVINGS; i++) {
    const at = (from + to) / 2
    const first = areaBetween(low - 1, at - thickness / 2)
    const rest = areaBetween(at + thickness / 2, high + 1)
    const target = area ?? share! * (first + rest)
    if (first < target) from = at
    else to = at
  }
  return area !== undefined && high - to < thickness ? null : (from + to) / 2
}
