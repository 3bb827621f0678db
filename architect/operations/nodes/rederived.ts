import { ceilingFaces } from '../../kernel/floors/ceiling-faces.ts'
import { holesOf } from '../../kernel/floors/holes.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { roofShape } from '../../kernel/roofs/roof-shape.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { sitePolygon } from '../../kernel/site-polygon.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { wallTops } from '../../kernel/storey.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf, OpeningNode, SceneNode } from '../../scene/nodes.ts'
import { childrenOf, levelIdOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'

/**
 * Ids of other nodes whose geometry changed together with this one: in their own fields, or in the
 * geometry that the kernel derives. Only the levels that the change can reach are searched.
 */
export function rederivedBy(before: Scene, after: Scene, id: string): string[] {
  const reached = reachableLevels(after, after.nodes[id]).flatMap((level) =>
    childrenOf(after, level).flatMap((node) => [node, ...childrenOf(after, node.id)]),
  )
  return [...reached, ...derivedSites(before, after)]
    .filter((node) => node.id !== id && hasChanged(before, after, node))
    .map((node) => node.id)
}

/** The sites whose outline is derived from what stands on the ground floors, before or after. */
const derivedSites = (before: Scene, after: Scene): SceneNode[] =>
  nodesOf(after, 'site').filter(
    (site) => !site.polygon || !nodeOf(before, site.id, 'site')?.polygon,
  )

function hasChanged(before: Scene, after: Scene, node: SceneNode): boolean {
  const old = before.nodes[node.id]
  return old !== node || derivedGeometry(before, old) !== derivedGeometry(after, node)
}

/**
 * Levels that a change can reach. A level moves all above it; nodes on it change wall tops below
 * and holes above.
 */
function reachableLevels(scene: Scene, node: SceneNode): string[] {
  const frames = levelFrames(scene)
  const own = frames.get(levelIdOf(scene, node) ?? '')
  const all = [...frames.values()]
  if (node.kind === 'building')
    return all.filter((frame) => frame.building === node.id).map((frame) => frame.id)
  if (!own) return []
  const building = all.filter((frame) => frame.building === own.building)
  if (node.kind === 'level') return building.map((frame) => frame.id)
  const stairs = node.kind === 'stair' ? [node.toLevel] : []
  const near = [own.below, own.id, own.above, ...stairs]
  return building.map((frame) => frame.id).filter((level) => near.includes(level))
}

/** The geometry that the kernel derives from a node, as text, so that two can be compared. */
function derivedGeometry(scene: Scene, node: SceneNode): string {
  if (node.kind === 'site') return JSON.stringify(sitePolygon(scene, node))
  const level = levelIdOf(scene, node)!
  const { elevation } = levelFrames(scene).get(level)!
  return JSON.stringify([elevation, figuresOf(scene, node, level)])
}

function figuresOf(scene: Scene, node: SceneNode, level: string): unknown {
  switch (node.kind) {
    case 'wall': {
      const shape = wallShapes(scene, level).get(node.id)
      return shape && [shape.footprint, shape.base, shape.top]
    }
    case 'door':
    case 'window':
    case 'opening':
      return openingPosition(scene, node)
    case 'zone':
      return zoneRegions(scene, node.id)
    case 'slab':
      return holesOf(scene, node.id)
    case 'ceiling':
      return [holesOf(scene, node.id), ceilingFaces(scene, node)]
    case 'roof': {
      const shape = roofShape(scene, node.id)
      return shape && 'eavesHeight' in shape ? shape.eavesHeight : undefined
    }
    case 'stair': {
      const shape = stairShape(scene, node.id)
      return shape && [shape.base, shape.risers, shape.riserHeight, shape.opening]
    }
    case 'column':
      return node.height ?? wallTops(scene, level)
    case 'beam':
      return node.top ?? wallTops(scene, level)
    case 'site':
    case 'building':
    case 'level':
    case 'item':
    case 'fence':
    case 'railing':
    case 'annotation':
      return undefined
    default:
      return node satisfies never
  }
}

function openingPosition(scene: Scene, { parent, offset }: OpeningNode): unknown {
  const wall: NodeOf<'wall'> = nodeOf(scene, parent!, 'wall')!
  const path = wallPath(wall)
  return [path.at(offset), path.direction(offset), wall.thickness]
}
