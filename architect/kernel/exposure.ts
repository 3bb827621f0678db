import { mix, type Point } from '../geometry/point.ts'
import { boxOf, contains, edges, type Polygon } from '../geometry/polygon.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPES } from '../scene/room-types.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { isOnBoard } from './board.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { coverOf } from './cover.ts'
import { samplesOf, spacesOf } from './spaces.ts'
import { wallShapes } from './walls/wall-shapes.ts'

/**
 * Whether a zone is part of the house: `inside` it, `covered` as a loggia or a carport is, or
 * `outside` under the sky as a terrace is.
 */
export type Exposure = 'inside' | 'covered' | 'outside'

/** Share of a floor under a roof, a slab or a ceiling from which on it is covered. */
const COVERED_SHARE = 0.5
/** Share of a border along walls from which on they enclose what is not a closed loop. */
const WALLED_SHARE = 0.5
/** How far apart a border is sampled, in metres. */
const BORDER_STEP_M = 0.25
/** How far from its wall a border of a room may be drawn, in metres. */
const WALL_REACH_M = 0.3

/** The exposures of a level's zones by their ids. */
export const exposuresOf = cachedByLevel(
  (scene: Scene, levelId: string): Map<string, Exposure> =>
    new Map(
      childrenOf(scene, levelId, 'zone').map((zone) => [zone.id, exposureOf(scene, levelId, zone)]),
    ),
)

/** True for a zone of the level that is part of the house. */
export const isInside = (scene: Scene, levelId: string, zoneId: string): boolean =>
  exposuresOf(scene, levelId).get(zoneId) === 'inside'

/** True where a point of a level, in this zone or in none, is not in the house. */
export const isOutdoors = (
  scene: Scene,
  levelId: string,
  zoneId: string | null,
  point: Point,
): boolean =>
  zoneId === null ? spacesOf(scene, levelId).at(point) === null : !isInside(scene, levelId, zoneId)

/** The loops of walls around zones outdoors only, such as the parapet of a roof terrace. */
export const outdoorLoops = cachedByLevel((scene: Scene, levelId: string): Set<Polygon> => {
  const { loops, homeOf } = spacesOf(scene, levelId)
  const homes = (isWanted: boolean) =>
    childrenOf(scene, levelId, 'zone')
      .filter(({ id }) => isInside(scene, levelId, id) === isWanted)
      .map(homeOf)
  const indoors = new Set(homes(true))
  const outdoors = homes(false).filter((home) => home !== null && !indoors.has(home))
  return new Set(outdoors.map((home) => loops[home!].ring))
})

/**
 * The type of the room states what it is meant to be, and is believed for terraces and for rooms in
 * which people stay. Any other room, such as a store, is inside where walls are around most of it.
 */
function exposureOf(scene: Scene, levelId: string, zone: NodeOf<'zone'>): Exposure {
  const { isOutdoors, isHabitable } = ROOM_TYPES[zone.roomType]
  if (!isOutdoors && (isHabitable || isEnclosed(scene, levelId, zone))) return 'inside'
  const samples = samplesOf(zone.polygon)
  const boards = [...coverOf(scene, levelId), ...childrenOf(scene, levelId, 'ceiling')]
  const covered = samples.filter((point) => boards.some((board) => isOnBoard(board, point)))
  return covered.length >= samples.length * COVERED_SHARE ? 'covered' : 'outside'
}

/** A level without walls and columns is a sketch, whose rooms are where their walls will be. */
function isEnclosed(scene: Scene, levelId: string, zone: NodeOf<'zone'>): boolean {
  const walls = [...wallShapes(scene, levelId).values()]
  if (walls.length === 0) return childrenOf(scene, levelId, 'column').length === 0
  if (spacesOf(scene, levelId).homeOf(zone) !== null) return true
  const { minX, minZ, maxX, maxZ } = boxOf(zone.polygon)
  const near = walls
    .map(({ footprint }) => footprint)
    .filter((footprint) => {
      const box = boxOf(footprint)
      return (
        box.minX <= maxX + WALL_REACH_M &&
        box.maxX >= minX - WALL_REACH_M &&
        box.minZ <= maxZ + WALL_REACH_M &&
        box.maxZ >= minZ - WALL_REACH_M
      )
    })
  const points = alongBorder(zone.polygon)
  const walled = points.filter((point) =>
    near.some((footprint) => contains(footprint, point, WALL_REACH_M)),
  )
  return walled.length >= points.length * WALLED_SHARE
}

/** Points along a border: at most one for each `BORDER_STEP_M`, and 40 an edge. */
function alongBorder(polygon: Polygon): Point[] {
  return edges(polygon).flatMap(([a, b]) => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const count = Math.min(EDGE_SAMPLES_MAX, Math.max(1, Math.round(length / BORDER_STEP_M)))
    return Array.from({ length: count }, (_, index) => mix(a, b, (index + 0.5) / count))
  })
}

/** Points of one edge of a border: 40 decide about an edge of 100 m to 2.5 m. */
const EDGE_SAMPLES_MAX = 40
