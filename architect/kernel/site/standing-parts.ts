import { counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { type Region, union } from '../../geometry/regions.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { stairShape } from '../stairs/stair-shape.ts'
import { wallShapes } from '../walls/wall-shapes.ts'

/** A part of a building in plan. */
export interface StandingPart {
  nodeId: string
  polygon: Polygon
}

/** What stands on a level, in plan: roofs without their overhang. */
export function standingParts(scene: Scene, levelId: string): StandingPart[] {
  const boards = [...childrenOf(scene, levelId, 'slab'), ...childrenOf(scene, levelId, 'roof')]
  return [
    ...[...wallShapes(scene, levelId).values()].map(({ id, footprint }) => ({
      nodeId: id,
      polygon: footprint,
    })),
    ...boards.map(({ id, polygon }) => ({ nodeId: id, polygon })),
    ...childrenOf(scene, levelId, 'stair').map(({ id }) => ({
      nodeId: id,
      polygon: stairShape(scene, id)?.outline ?? [],
    })),
  ]
}

/** The land that the buildings of a scene cover, all levels together. */
export function builtArea(scene: Scene): Region[] {
  const parts = nodesOf(scene, 'level').flatMap(({ id }) => standingParts(scene, id))
  return union(parts.map(({ polygon }) => counterClockwise(polygon)))
}
