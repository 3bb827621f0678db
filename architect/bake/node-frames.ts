import { degreesOf, type Point, subtract } from '../geometry/point.ts'
import { itemPose } from '../kernel/item-meshes.ts'
import { levelFrames } from '../kernel/levels.ts'
import { openingPlace } from '../kernel/openings/opening-outline.ts'
import type { OpeningNode, SceneNode } from '../scene/nodes.ts'
import { levelIdOf, type Scene } from '../scene/scene.ts'
import { type Frame, roundedPoint } from './frame.ts'
import { planMiddle } from './plan-middle.ts'

/**
 * The frame of a node in the world. What stands alone has its own: openings begin in the middle of
 * their foot and go along their wall, beams begin at their start, items, columns and stairs at
 * their position. What meets others edge to edge, as walls, slabs and roofs do, has the frame of
 * its level: the same corner then has the same numbers in both, or viewers draw light through the
 * joint. Levels stand at the middle of the plan, as all above them do, so that these numbers are
 * small wherever the house is. Zones stand at the origin: their polygon, which is in the world,
 * reads the same with and without a frame.
 */
export function nodeFrame(scene: Scene, node: SceneNode): Frame {
  const { position, degrees } = exactFrame(scene, node)
  return { position: roundedPoint(position), degrees: ((degrees % 360) + 360) % 360 }
}

function exactFrame(scene: Scene, node: SceneNode): Frame {
  const height = floorHeight(scene, node)
  const at = ([x, z]: Point, degrees = 0): Frame => ({ position: [x, height, z], degrees })
  switch (node.kind) {
    case 'beam':
      return at(node.start, degreesOf(subtract(node.end, node.start)))
    case 'door':
    case 'window':
    case 'opening':
      return openingFrame(scene, node) ?? at([0, 0])
    case 'item': {
      const { position, rotation } = itemPose(node, height)
      return { position, degrees: rotation }
    }
    case 'column':
      return at(node.position, node.rotation)
    case 'stair':
      return at(node.position, node.direction)
    case 'annotation':
      return at(node.position)
    case 'fence':
    case 'railing':
      return at(node.path[0])
    case 'wall':
    case 'slab':
    case 'ceiling':
    case 'roof':
    case 'site':
    case 'building':
    case 'level':
      return at(planMiddle(scene))
    case 'zone':
      return at([0, 0])
    default:
      return node satisfies never
  }
}

/** Height of the floor that a node stands on, in the world. */
function floorHeight(scene: Scene, node: SceneNode): number {
  if (node.kind === 'building') return node.elevation
  const level = levelIdOf(scene, node)
  return level === null ? 0 : (levelFrames(scene).get(level)?.elevation ?? 0)
}

function openingFrame(scene: Scene, node: OpeningNode): Frame | null {
  const place = openingPlace(scene, node)
  if (!place) return null
  const { origin, along, height } = place.plane
  return { position: [origin[0], height, origin[1]], degrees: degreesOf(along) }
}
