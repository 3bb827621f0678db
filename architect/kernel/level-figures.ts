import { volumeOfAll } from '../geometry/mesh-measure.ts'
import { distance, type Point } from '../geometry/point.ts'
import { boxOf, counterClockwise } from '../geometry/polygon.ts'
import { intersection, regionArea, union } from '../geometry/regions.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, openingsOf, type Scene } from '../scene/scene.ts'
import { bodyOf } from './bodies.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { isInside, outdoorLoops } from './exposure.ts'
import { ceilingRegions } from './floors/ceiling-body.ts'
import { slabRegions } from './floors/slab-regions.ts'
import { openingArea } from './openings/opening-area.ts'
import { roofShape } from './roofs/roof-shape.ts'
import { type FoundRoom, findRooms, zoneInside, zoneRegions } from './rooms.ts'
import { stairShape } from './stairs/stair-shape.ts'
import { wallBody } from './walls/wall-body.ts'
import { wallFacesArea } from './walls/wall-face-area.ts'
import { boxIndex } from './walls/wall-network.ts'
import { type WallShape, wallShapes } from './walls/wall-shapes.ts'

/** A figure, or the reason why it is unknown; never a guess. */
export type Quantity = { value: number } | { unavailable: string }

/** Rooms that share less than this count as side by side, in square metres. */
const OVERLAP_MIN_M2 = 0.01

/**
 * The figures of a level: lengths in metres, areas in square metres, volumes in cubic metres, from
 * the same shapes and solids that are drawn.
 */
export const LEVEL_FIGURES = {
  /**
   * Area within the outer faces of the walls that enclose rooms, including the walls, without
   * courtyards.
   */
  grossFloorArea: (scene, levelId) => {
    const rooms = indoorRooms(scene, levelId)
    const all = walls(scene, levelId)
    if (rooms.length === 0 && all.length > 0) return { unavailable: 'its walls enclose no room' }
    const enclosing = new Set(rooms.flatMap(({ wallIds }) => wallIds))
    const loops = rooms.map(({ loop }) => loop)
    const footprints = all.filter(({ id }) => enclosing.has(id)).map(({ footprint }) => footprint)
    const built = union([...loops, ...footprints].map(counterClockwise))
    return { value: regionArea(built) }
  },
  /** Area between the faces of the walls, of all rooms that walls enclose; without courtyards. */
  enclosedArea: (scene, levelId) => sum(indoorRooms(scene, levelId), ({ netArea }) => netArea),
  /** Area of the drawn rooms, less the walls; terraces are in `terraceArea`. */
  roomNetArea: (scene, levelId) =>
    ofRooms(scene, levelId, ({ id }) => regionArea(zoneRegions(scene, id))),
  /** Area of the rooms out to the centrelines of the walls around them. */
  roomGrossArea: (scene, levelId) =>
    ofRooms(scene, levelId, ({ id }) => zoneInside(scene, id).grossArea),
  /** Area of the zones outdoors, covered or not, which no other figure of rooms includes. */
  terraceArea: (scene, levelId) =>
    ofRooms(scene, levelId, ({ id }) => regionArea(zoneRegions(scene, id)), false),
  wallLength: (scene, levelId) => sum(walls(scene, levelId), ({ path }) => path.length),
  /** Both faces of all walls without openings, including where another wall meets a face. */
  wallFaceArea: (scene, levelId) =>
    sum(wallMeasures(scene, levelId), (measure) => measure.faceArea),
  /** Volume without openings; joints of walls count once. */
  wallVolume: (scene, levelId) => sum(wallMeasures(scene, levelId), (measure) => measure.volume),
  doorArea: (scene, levelId) => openingsArea(scene, levelId, 'door'),
  windowArea: (scene, levelId) => openingsArea(scene, levelId, 'window'),
  /** Plan area out to the faces of the walls, without holes. */
  slabArea: (scene, levelId) =>
    sum(childrenOf(scene, levelId, 'slab'), (slab) => regionArea(slabRegions(scene, slab))),
  slabVolume: (scene, levelId) => volume(scene, childrenOf(scene, levelId, 'slab')),
  /** Area seen from below: between the walls, without holes. */
  ceilingArea: (scene, levelId) =>
    sum(childrenOf(scene, levelId, 'ceiling'), (node) => regionArea(ceilingRegions(scene, node))),
  /** Area along the slope, with the overhang. */
  roofArea: (scene, levelId) => ofRoofs(scene, levelId, ({ surfaceArea }) => surfaceArea),
  /** Plan area with the overhang. */
  roofCoveredArea: (scene, levelId) => ofRoofs(scene, levelId, ({ coveredArea }) => coveredArea),
  /** Volume of the planes without the gables. */
  roofVolume: (scene, levelId) =>
    ofRoofs(scene, levelId, ({ coveredArea, depth }) => coveredArea * depth),
  stairRisers: (scene, levelId) => {
    const stairs = childrenOf(scene, levelId, 'stair')
    const without = stairs.find(({ id }) => !stairShape(scene, id))
    if (without) return { unavailable: `${without.id} leads up to no level` }
    return sum(stairs, ({ id }) => stairShape(scene, id)!.risers)
  },
  columnVolume: (scene, levelId) => volume(scene, childrenOf(scene, levelId, 'column')),
  beamLength: (scene, levelId) =>
    sum(childrenOf(scene, levelId, 'beam'), ({ start, end }) => distance(start, end)),
  beamVolume: (scene, levelId) => volume(scene, childrenOf(scene, levelId, 'beam')),
  fenceLength: (scene, levelId) => fencesLength(childrenOf(scene, levelId, 'fence')),
  railingLength: (scene, levelId) => sum(childrenOf(scene, levelId, 'railing'), pathLength),
} satisfies Record<string, (scene: Scene, levelId: string) => Quantity>

export type LevelFigure = keyof typeof LEVEL_FIGURES

function sum<Thing>(things: Iterable<Thing>, of: (thing: Thing) => number): Quantity {
  let value = 0
  for (const thing of things) value += of(thing)
  return { value }
}

const walls = (scene: Scene, levelId: string): WallShape[] => [
  ...wallShapes(scene, levelId).values(),
]

const pathLength = ({ path }: { path: readonly Point[] }): number =>
  path.slice(1).reduce((length, at, index) => length + distance(path[index], at), 0)

/** Length of fences along their paths. */
export const fencesLength = (fences: readonly NodeOf<'fence'>[]): Quantity =>
  sum(fences, pathLength)

function indoorRooms(scene: Scene, levelId: string): FoundRoom[] {
  const outdoors = outdoorLoops(scene, levelId)
  return findRooms(scene, levelId).filter(({ loop }) => !outdoors.has(loop))
}

function ofRooms(
  scene: Scene,
  levelId: string,
  of: (zone: NodeOf<'zone'>) => number,
  isIndoors = true,
): Quantity {
  const zones = childrenOf(scene, levelId, 'zone')
  const rings = zones.map(({ polygon }) => counterClockwise(polygon))
  const boxes = rings.map(boxOf)
  const near = boxIndex(boxes)
  for (const [index, ring] of rings.entries()) {
    for (const other of near(boxes[index])) {
      if (other >= index) break
      const shared = regionArea(intersection([ring], [rings[other]]))
      if (shared > OVERLAP_MIN_M2)
        return {
          unavailable: `${zones[other].id} and ${zones[index].id} share ${shared.toFixed(2)} m²`,
        }
    }
  }
  return sum(
    zones.filter(({ id }) => isInside(scene, levelId, id) === isIndoors),
    of,
  )
}

function ofRoofs(
  scene: Scene,
  levelId: string,
  of: (shape: { surfaceArea: number; coveredArea: number; depth: number }) => number,
): Quantity {
  let value = 0
  for (const { id } of childrenOf(scene, levelId, 'roof')) {
    const shape = roofShape(scene, id)!
    if ('fault' in shape) return { unavailable: `${id}: ${shape.fault}` }
    value += of(shape)
  }
  return { value }
}

/** Area cut out of the walls by openings of a kind, whose heads may be curved. */
function openingsArea(scene: Scene, levelId: string, kind: 'door' | 'window'): Quantity {
  const openings = childrenOf(scene, levelId, 'wall').flatMap(({ id }) => openingsOf(scene, id))
  return sum(
    openings.filter((opening) => opening.kind === kind),
    openingArea,
  )
}

const volume = (scene: Scene, nodes: { id: string }[]): Quantity =>
  sum(nodes, ({ id }) => solidVolume(scene, id))

/** Volume of a node's body in cubic metres; 0 without a body. */
export const solidVolume = (scene: Scene, id: string): number =>
  volumeOfAll((bodyOf(scene, id)?.parts ?? []).map(({ mesh }) => mesh))

/** Volume and area of both faces of each wall, from one body of it. */
const wallMeasures = cachedByLevel((scene: Scene, levelId: string) =>
  walls(scene, levelId).map((wall) => {
    const meshes = wallBody(scene, wall.id).parts.map(({ mesh }) => mesh)
    return {
      volume: volumeOfAll(meshes),
      faceArea: meshes.reduce((total, mesh) => total + wallFacesArea(mesh, wall.path), 0),
    }
  }),
)
