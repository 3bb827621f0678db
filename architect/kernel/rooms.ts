import { add, leftOf, type Point, scale } from '../geometry/point.ts'
import { area, type Box, boxOf, contains, type Polygon } from '../geometry/polygon.ts'
import { type Region, regionArea } from '../geometry/regions.ts'
import { sureDifference } from '../geometry/sure-difference.ts'
import { childrenOf, levelIdOf, nodeOf, type Scene } from '../scene/scene.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { cachedByObject } from './cached-by-object.ts'
import { isInside } from './exposure.ts'
import { networkFaces } from './spaces.ts'
import type { WallFace } from './walls/wall-faces.ts'
import { boxIndex, type WallNetwork, wallNetwork } from './walls/wall-network.ts'
import { type WallShape, wallAreas, wallShapes } from './walls/wall-shapes.ts'
import { type ZoneInside, zoneInsides } from './zone-insides.ts'

/** A room that walls enclose, with or without a zone. */
export interface FoundRoom {
  /** Along the centrelines, counter-clockwise; arcs in chords. */
  loop: Polygon
  /** Outsides of walls that stand in it by themselves, along their centrelines, clockwise. */
  holes: Polygon[]
  /**
   * Between the faces of the walls. More than one where a wall that belongs to no loop divides it.
   */
  net: Region[]
  /** The walls of the loop, sorted; those of islands are not among them. */
  wallIds: string[]
  /** Area in square metres within the centrelines, without islands. */
  grossArea: number
  /** Area of `net` in square metres. */
  netArea: number
}

/** Area of the smallest room, in square metres: walls that cross at a corner enclose less. */
const ROOM_MIN_M2 = 0.01

/** The rooms of a level, from north to south and west to east by their northernmost corners. */
export const findRooms = (scene: Scene, levelId: string): FoundRoom[] =>
  networkRooms(wallNetwork(scene, levelId))

const networkRooms = cachedByObject(makeRooms)

function makeRooms(network: WallNetwork): FoundRoom[] {
  const faces = networkFaces(network)
  const loops = faces.filter((face) => face.area > ROOM_MIN_M2)
  const islands = islandsOf(loops, faces)
  const bodies = bodiesOf(network)
  return loops
    .map((loop) => {
      const holes = (islands.get(loop) ?? []).map(({ ring }) => ring)
      const net = bodies.takenFrom([loop.ring, ...holes])
      return {
        loop: loop.ring,
        holes,
        net,
        wallIds: loop.wallIds.sort(),
        grossArea: loop.area - holes.reduce((sum, hole) => sum + area(hole), 0),
        netArea: regionArea(net),
      }
    })
    .sort((a, b) => {
      const [p, q] = [boxOf(a.loop), boxOf(b.loop)]
      return p.minZ - q.minZ || p.minX - q.minX
    })
}

/** Outsides by the smallest loop that holds them. */
function islandsOf(
  loops: readonly WallFace[],
  faces: readonly WallFace[],
): Map<WallFace, WallFace[]> {
  const islands = new Map<WallFace, WallFace[]>()
  for (const outside of faces.filter((face) => face.area < -ROOM_MIN_M2)) {
    const own = new Set(outside.wallIds)
    let best: WallFace | undefined
    for (const loop of loops) {
      if (loop.area <= -outside.area || (best && best.area <= loop.area)) continue
      if (loop.wallIds.some((id) => own.has(id))) continue
      if (contains(loop.ring, outside.ring[0])) best = loop
    }
    if (!best) continue
    const list = islands.get(best)
    if (list) list.push(outside)
    else islands.set(best, [outside])
  }
  return islands
}

/** Subtracts the bodies of a level's walls from rings, with one index for all rooms. */
const bodiesOf = cachedByObject((network: WallNetwork) => {
  const pieces = wallAreas(network)
  const near = boxIndex(pieces.map(boxOf))
  return {
    takenFrom: (rings: Polygon[]): Region[] =>
      sureDifference(
        rings,
        near(boxOf(rings[0])).map((index) => pieces[index]),
      ).filter((region) => regionArea([region]) > ROOM_MIN_M2),
  }
})

/** The inside of a zone, derived from the walls around it (`zoneInsides`). Throws for other ids. */
export function zoneInside(scene: Scene, zoneId: string): ZoneInside {
  const zone = nodeOf(scene, zoneId, 'zone')
  if (!zone) throw new Error(`${zoneId} is not a zone`)
  return insidesOn(scene, levelIdOf(scene, zone)!).get(zoneId)!
}

/** The floor of a zone between the faces of walls. Throws for another id. */
export const zoneRegions = (scene: Scene, zoneId: string): Region[] => zoneInside(scene, zoneId).net

const insidesOn = cachedByLevel((scene: Scene, levelId: string) =>
  zoneInsides(
    childrenOf(scene, levelId, 'zone'),
    findRooms(scene, levelId),
    bodiesOf(wallNetwork(scene, levelId)).takenFrom,
  ),
)

/** Distance from a wall's face of the point that is in the room next to it, in metres. */
const ASIDE_M = 0.05
/** Where a wall is sampled: of two rooms along a wall, the one along most of its length counts. */
const SAMPLED_SHARES = [0.5, 0.1, 0.3, 0.7, 0.9]

export interface WallSides {
  /** The zone to the left of the wall, seen from start to end. */
  left?: string
  right?: string
  /** A facade: one of its sides is in no room, or in a zone outdoors such as a terrace. */
  isExterior: boolean
}

/** The zones on both sides of a wall. Throws for another id, and for a wall without length. */
export function wallSides(scene: Scene, wallId: string): WallSides {
  const wall = nodeOf(scene, wallId, 'wall')
  const shape = wall && wallShapes(scene, wall.parent!).get(wallId)
  if (!shape) throw new Error(`${wallId} is not a wall with a length`)
  const loops = findRooms(scene, shape.level)
  const isOutside = (points: Point[]) =>
    points.filter((at) => !loops.some(({ loop, holes }) => isIn(loop, holes, at))).length * 2 >
    points.length
  const [left, right] = [1, -1].map((side) => {
    const points = sidePoints(shape, side)
    return { zone: zoneOf(scene, shape.level, points), isOutside: isOutside(points) }
  })
  return {
    left: left.zone ?? undefined,
    right: right.zone ?? undefined,
    isExterior: [left, right].some(({ zone, isOutside }) =>
      zone === null ? isOutside : !isInside(scene, shape.level, zone),
    ),
  }
}

const isIn = (loop: Polygon, holes: readonly Polygon[], at: Point): boolean =>
  contains(loop, at) && !holes.some((hole) => contains(hole, at))

const sidePoints = ({ path, thickness }: WallShape, side: number): Point[] =>
  SAMPLED_SHARES.map((share) => {
    const s = path.length * share
    return add(path.at(s), scale(leftOf(path.direction(s)), side * (thickness / 2 + ASIDE_M)))
  })

/** The zones of a level in the order of their ids, with their boxes. */
const zoneBoxes = cachedByLevel((scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'zone')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, polygon }) => ({ id, polygon, box: boxOf(polygon) })),
)

/** Far more than the rounding of `contains`, in metres. */
const ROUNDING_M = 1e-6

const isNearBox = ({ minX, minZ, maxX, maxZ }: Box, [x, z]: Point): boolean =>
  x > minX - ROUNDING_M && x < maxX + ROUNDING_M && z > minZ - ROUNDING_M && z < maxZ + ROUNDING_M

/** The zone in which most of the points are; of equal ones the first by id. */
function zoneOf(scene: Scene, levelId: string, points: readonly Point[]): string | null {
  let best: { id: string; count: number } | undefined
  for (const { id, polygon, box } of zoneBoxes(scene, levelId)) {
    if (!points.some((at) => isNearBox(box, at))) continue
    const count = points.filter((at) => contains(polygon, at)).length
    if (count > (best?.count ?? 0)) best = { id, count }
  }
  return best?.id ?? null
}
