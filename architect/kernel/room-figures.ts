import {
  add,
  distance,
  leftOf,
  mix,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  unit,
} from '../geometry/point.ts'
import { boxOf, contains, edges, type Polygon } from '../geometry/polygon.ts'
import { difference, intersection, type Region, regionArea, ringsOf } from '../geometry/regions.ts'
import type { NodeOf, OpeningKind, OpeningNode } from '../scene/nodes.ts'
import { childrenOf, levelIdOf, nodeOf, openingsOf, type Scene } from '../scene/scene.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { isOutdoors } from './exposure.ts'
import { ceilingRegions } from './floors/ceiling-body.ts'
import { ceilingFaces } from './floors/ceiling-faces.ts'
import { boardRegions } from './floors/holes.ts'
import { slabRegions } from './floors/slab-regions.ts'
import { isGlazed } from './openings/glazed.ts'
import { openingArea } from './openings/opening-area.ts'
import { zoneInside, zoneRegions } from './rooms.ts'
import { boardsNear, overlapping, slabsAbove, slabUnderside, wallTopsUnder } from './storey.ts'
import { boxIndex } from './walls/wall-network.ts'
import { wallShapes } from './walls/wall-shapes.ts'

/** The figures of one room, in metres, square and cubic metres. */
export interface RoomFigures {
  zoneId: string
  levelId: string
  label?: string
  roomType: string
  /** Out to the centrelines of the walls around it. */
  grossArea: number
  /** Between the faces of the walls. */
  netArea: number
  /** Length of the border of the net area, also where no wall stands. */
  perimeter: number
  /** From the floor to the lowest ceiling, slab or top of walls over the room. */
  clearHeight: number
  /** Of the net area, each part of it up to its own ceiling. */
  volume: number
  /** Faces of the walls around the room up to its clear height, less openings. */
  wallFaceArea: number
  /** Net area with a floor: without holes over stairs. */
  floorArea: number
  /** Net area under a ceiling. */
  ceilingArea: number
  doorArea: number
  windowArea: number
  /** Openings without a door or a window in them. */
  openingArea: number
  /** Area of the windows to the outdoors over the net area; 0 for a room without net area. */
  lightRatio: number
}

/** The figures of a room. Throws for another id. */
export function roomFigures(scene: Scene, zoneId: string): RoomFigures {
  const zone = nodeOf(scene, zoneId, 'zone')
  if (!zone) throw new Error(`${zoneId} is not a zone`)
  const levelId = levelIdOf(scene, zone)!
  const net = zoneRegions(scene, zoneId)
  const rings = ringsOf(net)
  const corners = rings.flat()
  const netArea = regionArea(net)
  const floor = floorUnder(scene, levelId, zone)
  const parts = heightsOver(scene, levelId, zone, net, floor)
  const clearHeight = Math.min(...parts.map(({ height }) => height))
  const openings = openingsInto(scene, levelId, zone)
  const sumOf = (of: typeof openings) =>
    of.reduce((sum, { opening }) => sum + openingArea(opening), 0)
  const areaOf = (kind: OpeningKind) =>
    sumOf(openings.filter(({ opening }) => opening.kind === kind))
  const lit = openings.filter(({ opening, isOutward }) => isOutward && isGlazed(opening))
  const [doorArea, windowArea, openArea] = [areaOf('door'), areaOf('window'), areaOf('opening')]
  const walled = walledLength(scene, levelId, rings, floor + clearHeight)
  return {
    zoneId,
    levelId,
    label: zone.label,
    roomType: zone.roomType,
    grossArea: zoneInside(scene, zoneId).grossArea,
    netArea,
    perimeter: rings.reduce((sum, ring) => sum + lengthOf(ring), 0),
    clearHeight,
    volume: parts.reduce((sum, part) => sum + part.area * part.height, 0),
    wallFaceArea: Math.max(
      0,
      walled.faces - floor * walled.length - doorArea - windowArea - openArea,
    ),
    floorArea: shared(
      net,
      boardsNear(childrenOf(scene, levelId, 'slab'), corners).flatMap((slab) =>
        slabRegions(scene, slab),
      ),
    ),
    ceilingArea: shared(
      net,
      boardsNear(childrenOf(scene, levelId, 'ceiling'), corners).flatMap((ceiling) =>
        ceilingRegions(scene, ceiling),
      ),
    ),
    doorArea,
    windowArea,
    openingArea: openArea,
    lightRatio: netArea > 0 ? sumOf(lit) / netArea : 0,
  }
}

/** The figures of all rooms of a level, in the order of the scene. */
export const roomsOfLevel = (scene: Scene, levelId: string): RoomFigures[] =>
  childrenOf(scene, levelId, 'zone').map(({ id }) => roomFigures(scene, id))

const lengthOf = (ring: Polygon): number =>
  edges(ring).reduce((sum, [a, b]) => sum + distance(a, b), 0)

const shared = (net: Region[], others: Region[]): number =>
  net.length === 0 || others.length === 0
    ? 0
    : regionArea(intersection(ringsOf(net), ringsOf(others)))

/** Height of the highest slab under the room over the level's floor; 0 without a slab. */
export function floorUnder(scene: Scene, levelId: string, zone: NodeOf<'zone'>): number {
  const slabs = overlapping(childrenOf(scene, levelId, 'slab'), zone.polygon)
  return slabs.length === 0 ? 0 : Math.max(...slabs.map(({ top }) => top))
}

/** Smaller parts of a room come from rounding, in square metres. */
const HAIR_M2 = 1e-4

/**
 * The net area in parts of one clear height each: under ceilings, then under slabs of the next
 * level up, each without its holes, and what is left up to the tops of its walls.
 */
function heightsOver(
  scene: Scene,
  levelId: string,
  zone: NodeOf<'zone'>,
  net: Region[],
  floor: number,
): { area: number; height: number }[] {
  const ceilings = overlapping(childrenOf(scene, levelId, 'ceiling'), zone.polygon).flatMap(
    (ceiling) => {
      const faces = ceilingFaces(scene, ceiling)
      return faces ? [{ id: ceiling.id, bottom: faces.bottom }] : []
    },
  )
  const slabs = overlapping(slabsAbove(scene, levelId), zone.polygon).map((slab) => ({
    id: slab.id,
    bottom: slabUnderside(scene, levelId, slab),
  }))
  const lids = [...ceilings, ...slabs].sort((a, b) => a.bottom - b.bottom)
  let left = ringsOf(net)
  const parts: { area: number; height: number }[] = []
  for (const { id, bottom } of lids) {
    if (left.length === 0) break
    const lid = ringsOf(boardRegions(scene, id))
    const over = regionArea(intersection(left, lid))
    if (over < HAIR_M2) continue
    parts.push({ area: over, height: bottom - floor })
    left = ringsOf(difference(left, lid))
  }
  const open = regionArea(net) - parts.reduce((sum, part) => sum + part.area, 0)
  if (open > HAIR_M2 || parts.length === 0) {
    const top = wallTopsUnder(scene, levelId, zone.polygon)
    parts.push({ area: open, height: top - floor })
  }
  return parts
}

/** Distance from a wall's face of the point that is in the room before it, in metres. */
const ASIDE_M = 0.05

/** Openings of walls that lead into the zone or give onto it. */
function openingsInto(scene: Scene, levelId: string, { polygon }: NodeOf<'zone'>) {
  const own = boxOf(polygon)
  const zones = childrenOf(scene, levelId, 'zone')
  const found: { opening: OpeningNode; isOutward: boolean }[] = []
  for (const wall of wallShapes(scene, levelId).values()) {
    const box = boxOf(wall.footprint)
    if (box.minX > own.maxX || box.maxX < own.minX || box.minZ > own.maxZ || box.maxZ < own.minZ)
      continue
    for (const opening of openingsOf(scene, wall.id)) {
      const [at, aside] = [
        wall.path.at(opening.offset),
        leftOf(wall.path.direction(opening.offset)),
      ]
      const by = wall.thickness / 2 + ASIDE_M
      const sides = [by, -by].map((side) => add(at, scale(aside, side)))
      const inner = sides.findIndex((side) => contains(polygon, side))
      if (inner < 0) continue
      const beyond = sides[1 - inner]
      const other = zones.find((zone) => contains(zone.polygon, beyond))?.id ?? null
      found.push({ opening, isOutward: isOutdoors(scene, levelId, other, beyond) })
    }
  }
  return found
}

/** The parts of the walls of a level, with what finds those near a box. */
const wallPieces = cachedByLevel((scene: Scene, levelId: string) => {
  const pieces = [...wallShapes(scene, levelId).values()].flatMap(({ pieces: own, top, base }) =>
    own.map((ring) => ({ ring, box: boxOf(ring), height: top - base })),
  )
  return { pieces, near: boxIndex(pieces.map(({ box }) => box)) }
})

/** Nearer than this to a wall's outline a border of a room runs along it, in metres. */
const ALONG_M = 1e-4

/**
 * The length of the rings along walls, and the area of these walls' faces from the level's floor to
 * `height` or to their own tops where those are lower.
 */
function walledLength(
  scene: Scene,
  levelId: string,
  rings: readonly Polygon[],
  height: number,
): { length: number; faces: number } {
  const { pieces, near } = wallPieces(scene, levelId)
  let [length, faces] = [0, 0]
  for (const [a, b] of rings.flatMap((ring) => edges(ring))) {
    const { minX, minZ, maxX, maxZ } = boxOf([a, b])
    const about = near({
      minX: minX - ALONG_M,
      minZ: minZ - ALONG_M,
      maxX: maxX + ALONG_M,
      maxZ: maxZ + ALONG_M,
    }).map((index) => pieces[index])
    for (const [from, to] of stretches(
      a,
      b,
      about.flatMap(({ ring }) => ring),
    )) {
      const middle = mix(mix(a, b, from), mix(a, b, to), 0.5)
      const walls = about.filter(({ ring }) =>
        edges(ring).some(([p, q]) => nearestOnSegment(middle, p, q).distance < ALONG_M),
      )
      if (walls.length === 0) continue
      const long = distance(a, b) * (to - from)
      length += long
      faces += long * Math.min(height, Math.max(...walls.map((wall) => wall.height)))
    }
  }
  return { length, faces }
}

/** An edge cut where corners of walls lie next to it, as shares of its length. */
function stretches(a: Point, b: Point, corners: readonly Point[]): [number, number][] {
  const long = distance(a, b)
  if (long < ALONG_M) return []
  const along = unit(subtract(b, a))
  const shares = corners.flatMap((corner) => {
    const [x, z] = subtract(corner, a)
    const share = (x * along[0] + z * along[1]) / long
    return share > 0 && share < 1 ? [share] : []
  })
  const sorted = [0, ...shares.sort((one, other) => one - other), 1]
  return sorted
    .slice(1)
    .map((to, index): [number, number] => [sorted[index], to])
    .filter(([from, to]) => (to - from) * long > ALONG_M / 100)
}
