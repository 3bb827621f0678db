import { measuredPlace } from '../checks/measured-place.ts'
import type { Point } from '../geometry/point.ts'
import { boxOf } from '../geometry/polygon.ts'
import { levelFrames } from '../kernel/levels.ts'
import type { SceneNode } from '../scene/nodes.ts'
import { levelIdOf, type Scene } from '../scene/scene.ts'

/** Where a node is in the world, in metres; heights are above the ground of the site. */
export interface NodePlace {
  /** The middle in plan, at the height of the lowest point. */
  position: [number, number, number]
  bbox: { min: [number, number, number]; max: [number, number, number] }
}

/** The place of a node; null of buildings, levels and items of unknown assets. */
export function nodePlace(scene: Scene, node: SceneNode): NodePlace | null {
  if (node.kind === 'fence' || node.kind === 'railing') return pathPlace(scene, node)
  const place = measuredPlace(scene, node)
  if (!place) return null
  return placeOf(place.centre, place.rings.flat(), place.bottom, place.top)
}

function pathPlace(scene: Scene, node: Extract<SceneNode, { path: unknown }>): NodePlace {
  const levelId = levelIdOf(scene, node)
  const floor = levelId === null ? 0 : levelFrames(scene).get(levelId)!.elevation
  const { minX, minZ, maxX, maxZ } = boxOf(node.path)
  return placeOf([(minX + maxX) / 2, (minZ + maxZ) / 2], node.path, floor, floor + node.height)
}

function placeOf([x, z]: Point, ring: readonly Point[], bottom: number, top: number): NodePlace {
  const { minX, minZ, maxX, maxZ } = boxOf(ring)
  return {
    position: [x, bottom, z],
    bbox: { min: [minX, bottom, minZ], max: [maxX, top, maxZ] },
  }
}
