import { convexPieces } from '../geometry/convex.ts'
import { type Box, boxOf, counterClockwise } from '../geometry/polygon.ts'
import { difference } from '../geometry/regions.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { columnHeight, columnOutline } from '../kernel/column-body.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { levelFrames } from '../kernel/levels.ts'
import { doorSwing } from '../kernel/openings/door-swing.ts'
import type { Prism } from '../kernel/prism.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { Kind, NodeOf } from '../scene/nodes.ts'
import { childrenOf, nodesOf, openingsOf, type Scene } from '../scene/scene.ts'
import { wallPieces } from './wall-pieces.ts'

export type ObstacleKind = 'item' | 'wall' | 'column' | 'stair' | 'swing' | 'hole'

/** How each kind takes part in collisions. */
export const OBSTACLE_TRAITS: Record<
  ObstacleKind,
  {
    /** True when standing in the swing of a leaf is a collision. */
    strikesLeaf: boolean
    /** True when a rug cannot lie under it: overlapping a rug is a collision. */
    piercesRugs: boolean
    /** True when furniture needs the requested clearance from it. */
    needsClearance: boolean
    /** True when it takes its space at all times, unlike the swing of a leaf. */
    isSolid: boolean
  }
> = {
  item: { strikesLeaf: true, piercesRugs: false, needsClearance: true, isSolid: true },
  wall: { strikesLeaf: false, piercesRugs: true, needsClearance: false, isSolid: true },
  column: { strikesLeaf: true, piercesRugs: true, needsClearance: true, isSolid: true },
  stair: { strikesLeaf: true, piercesRugs: false, needsClearance: true, isSolid: true },
  swing: { strikesLeaf: false, piercesRugs: false, needsClearance: false, isSolid: false },
  hole: { strikesLeaf: false, piercesRugs: true, needsClearance: false, isSolid: true },
}

/** Something on a level that takes space, as upright convex pieces. */
export interface Obstacle {
  id: string
  kind: ObstacleKind
  pieces: Prism[]
  box: Box
  /** True of rugs: people walk over them, and things stand on them. */
  isWalkable?: boolean
  /** The node that carries it. */
  host?: string
}

/** Thickness of a tread with its support, in metres: lower things are under the stair. */
export const TREAD_DEPTH_M = 0.25
/** Headroom over the opening where a stair arrives, in metres. */
const OVER_STAIR_M = 2
/** Height over the floor that a leaf clears, such as that of a mat, in metres. */
const UNDER_LEAF_M = 0.02
/** Things with their undersides lower than this stand on the floor, in metres. */
const ON_FLOOR_M = 0.05

const none = (): Obstacle[] => []

/** The obstacles that nodes of each kind make on a level. */
const OBSTACLES: Record<Kind, (scene: Scene, levelId: string) => Obstacle[]> = {
  item: (scene, levelId) =>
    childrenOf(scene, levelId, 'item').flatMap((item) => itemObstacle(scene, item)),
  wall: wallObstacles,
  column: (scene, levelId) =>
    childrenOf(scene, levelId, 'column').map((column) => columnObstacle(scene, column)),
  stair: (scene, levelId) =>
    nodesOf(scene, 'stair').flatMap((stair) => stairObstacle(scene, stair, levelId)),
  door: (scene, levelId) =>
    childrenOf(scene, levelId, 'wall').flatMap((wall) =>
      openingsOf(scene, wall.id).flatMap((opening) => swingObstacle(scene, opening)),
    ),
  site: none,
  building: none,
  level: none,
  window: none,
  opening: none,
  zone: none,
  slab: holeObstacles,
  ceiling: none,
  roof: none,
  beam: none,
  fence: none,
  railing: none,
  annotation: none,
}

/** All that takes space on a level, in the order of `OBSTACLES` and of the scene. */
export const obstaclesOf = cachedByLevel((scene, levelId): Obstacle[] =>
  Object.values(OBSTACLES).flatMap((obstaclesOn) => obstaclesOn(scene, levelId)),
)

export function obstacle(
  id: string,
  kind: Obstacle['kind'],
  pieces: Prism[],
  rest: Partial<Obstacle> = {},
): Obstacle {
  return { id, kind, pieces, box: boxOf(pieces.flatMap(({ outline }) => outline)), ...rest }
}

/** The obstacle of an item; none for an item of an unknown asset. */
function itemObstacle(scene: Scene, item: NodeOf<'item'>): Obstacle[] {
  const known = ofItems.get(item)
  if (known) return known
  const shape = itemShape(scene, item.id)
  if (!shape) return []
  const { isWalkable } = shape.asset
  const made = [obstacle(item.id, 'item', [shape.prism], { isWalkable, host: item.host })]
  ofItems.set(item, made)
  return made
}

const ofItems = new WeakMap<NodeOf<'item'>, Obstacle[]>()

function wallObstacles(scene: Scene, levelId: string): Obstacle[] {
  const floor = levelFrames(scene).get(levelId)!.elevation
  return [...wallShapes(scene, levelId).values()].flatMap((shape) => {
    const known = ofWalls.get(shape)
    if (known?.floor === floor) return known.made
    const pieces = wallPieces(shape, floor)
    const made = pieces.length === 0 ? [] : [obstacle(shape.id, 'wall', pieces)]
    ofWalls.set(shape, { floor, made })
    return made
  })
}

/** A wall that an edit leaves as it is has the same shape in both scenes. */
const ofWalls = new WeakMap<WallShape, { floor: number; made: Obstacle[] }>()

function columnObstacle(scene: Scene, column: NodeOf<'column'>): Obstacle {
  const top = columnHeight(scene, column)
  return obstacle(column.id, 'column', [{ outline: columnOutline(column), bottom: 0, top }])
}

/** The treads where it starts, and what must be free over it where it arrives. */
export function stairObstacle(scene: Scene, stair: NodeOf<'stair'>, levelId: string): Obstacle[] {
  if (stair.parent !== levelId && stair.toLevel !== levelId) return []
  const shape = stairShape(scene, stair.id)
  if (!shape) return []
  const over = shape.opening.length > 0 ? convexPieces(shape.opening) : []
  const pieces: Prism[] =
    stair.parent === levelId
      ? shape.treads.flatMap(({ outline, top }) =>
          convexPieces(outline).map((piece) => ({
            outline: piece,
            bottom: Math.max(0, top - shape.riserHeight - TREAD_DEPTH_M),
            top,
          })),
        )
      : over.map((outline) => ({ outline, bottom: 0, top: OVER_STAIR_M }))
  return pieces.length === 0 ? [] : [obstacle(stair.id, 'stair', pieces)]
}

/** The holes that were cut by hand, where no other slab closes them; stairs have their own. */
function holeObstacles(scene: Scene, levelId: string): Obstacle[] {
  const slabs = childrenOf(scene, levelId, 'slab')
  return slabs.flatMap(({ id, holes }) => {
    if (holes.length === 0) return []
    const others = slabs.filter((slab) => slab.id !== id)
    const open = difference(
      holes.map(counterClockwise),
      others.map(({ polygon }) => counterClockwise(polygon)),
    )
    const pieces = open.flatMap(({ outer }) =>
      convexPieces(outer).map((outline) => ({ outline, bottom: 0, top: ON_FLOOR_M })),
    )
    return pieces.length === 0 ? [] : [obstacle(id, 'hole', pieces)]
  })
}

function swingObstacle(scene: Scene, opening: { id: string; height: number }): Obstacle[] {
  const leaves = doorSwing(scene, opening.id)?.leaf ?? []
  const pieces = leaves.map((outline) => ({ outline, bottom: UNDER_LEAF_M, top: opening.height }))
  return pieces.length === 0 ? [] : [obstacle(opening.id, 'swing', pieces)]
}
