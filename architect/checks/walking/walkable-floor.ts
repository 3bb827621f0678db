import { convexPieces } from '../../geometry/convex.ts'
import { boxOf, type Polygon } from '../../geometry/polygon.ts'
import { cachedByLevel } from '../../kernel/cached-by-level.ts'
import { type LevelFrame, levelFrames } from '../../kernel/levels.ts'
import { IS_PASSAGE } from '../../kernel/openings/openings.ts'
import type { Prism } from '../../kernel/prism.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { OBSTACLE_TRAITS, obstaclesOf } from '../obstacles.ts'
import { wallPieces } from '../wall-pieces.ts'
import { distancesTo, type FloorGrid, fillConvex, floorGrid } from './floor-grid.ts'

/** Where on a level people can walk. */
export interface WalkableFloor {
  grid: FloorGrid
  /** 1 in the cells where nobody can stand. */
  blocked: Uint8Array
  /** Everything in the way, for exact widths. */
  barriers: Barrier[]
}

export interface Barrier {
  id: string
  outline: Polygon
}

/** People step over lower things and walk under higher ones, in metres. */
const STEP_M = 0.1
const HEAD_M = 1.9
/** Width of the ground around a building in the grid, in metres. */
const AROUND_M = 1.5

/**
 * The floor of a level less walls, furniture, columns and stairs; null for a level with nothing
 * to walk on. On the ground floor people can also walk around the house. Doors count as open.
 */
export const walkableFloor = cachedByLevel((scene, levelId) =>
  makeFloor(scene, levelFrames(scene).get(levelId)!),
)

const clearances = new WeakMap<WalkableFloor, Float64Array>()

/**
 * Distances from each cell of the floor to the nearest blocked one, in metres; 0 in a blocked one.
 */
export function clearancesOf(floor: WalkableFloor): Float64Array {
  const known = clearances.get(floor) ?? distancesTo(floor.grid, floor.blocked)
  clearances.set(floor, known)
  return known
}

function makeFloor(scene: Scene, level: LevelFrame): WalkableFloor | null {
  const floors = floorsOf(scene, level.id)
  const barriers = barriersOf(scene, level)
  const corners = [...floors, ...barriers.map(({ outline }) => outline)].flat()
  if (corners.length === 0) return null
  const { minX, minZ, maxX, maxZ } = boxOf(corners)
  const around = AROUND_M
  const grid = floorGrid({
    minX: minX - around,
    minZ: minZ - around,
    maxX: maxX + around,
    maxZ: maxZ + around,
  })
  const blocked = new Uint8Array(grid.columns * grid.rows)
  if (level.index !== 0) {
    blocked.fill(1)
    for (const floor of floors)
      for (const piece of convexPieces(floor)) fillConvex(grid, blocked, piece, 0)
  }
  for (const { outline } of barriers) fillConvex(grid, blocked, outline, 1)
  return { grid, blocked, barriers }
}

/** Slabs, and rooms whose slabs are not drawn yet. */
function floorsOf(scene: Scene, levelId: string): Polygon[] {
  const boards = [...childrenOf(scene, levelId, 'slab'), ...childrenOf(scene, levelId, 'zone')]
  return boards.map(({ polygon }) => polygon)
}

function barriersOf(scene: Scene, { id, elevation }: LevelFrame): Barrier[] {
  const obstacles = obstaclesOf(scene, id)
  const standing = new Map(
    obstacles.filter(({ kind }) => kind === 'wall').map(({ id, pieces }) => [id, pieces]),
  )
  const things = obstacles
    .filter(
      ({ kind, isWalkable }) => kind !== 'wall' && OBSTACLE_TRAITS[kind].isSolid && !isWalkable,
    )
    .map(({ id, pieces }) => ({ id, pieces }))
  const walls = [...wallShapes(scene, id).values()].map((shape) => {
    // A window is not a way through, however low.
    const openings = shape.openings.filter(({ kind }) => IS_PASSAGE[kind])
    const isSame = openings.length === shape.openings.length
    const pieces = isSame
      ? (standing.get(shape.id) ?? [])
      : wallPieces({ ...shape, openings }, elevation)
    return { id: shape.id, pieces }
  })
  const isInWay = ({ bottom, top }: Prism) => top > STEP_M && bottom < HEAD_M
  return [...things, ...walls].flatMap(({ id, pieces }) =>
    pieces.filter(isInWay).map(({ outline }) => ({ id, outline })),
  )
}
