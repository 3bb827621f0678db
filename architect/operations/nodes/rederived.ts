import { ceilingFaces } from '../../kernel/floors/ceiling-faces.ts'
import { holesOf } from '../../kernel/floors/holes.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { roofShape } from '../../kernel/roofs/roof-shape.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { wallTops } from '../../kernel/storey.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf, OpeningNode, SceneNode } from '../../scene/nodes.ts'
import { childrenOf, levelIdOf, nodeOf, type Scene } from '../../scene/scene.ts'

/**
 * Ids of nodes whose geometry is another since this one changed: by their own fields, which followed
 * it, or by what the kernel derives. Looked for on the levels that it can reach.
 */
export function rederivedBy(before: Scene, after: Scene, id: string): string[] {
  const reached = levelsReached(after, after.nodes[id]).flatMap((level) =>
    childrenOf(after, level).flatMap((node) => [node, ...childrenOf(after, node.id)]),
  )
  return reached
    .filter((node) => node.id !== id && isAnother(before, after, node))
    .map((node) => node.id)
}

function isAnother(before: Scene, after: Scene, node: SceneNode): boolean {
  const old = before.nodes[node.id]
  return old !== node || derived(before, old) !== derived(after, node)
}

/** A level moves all above it; what is on one changes the tops of walls below it, and holes above it. */
function levelsReached(scene: Scene, node: SceneNode): string[] {
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

/** What the kernel makes of a node, spelled out; only its own figures, so that two can be compared. */
function derived(scene: Scene, node: SceneNode): string {
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
      return placeOf(scene, node)
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
    default:
      return undefined
  }
}

function placeOf(scene: Scene, { parent, offset }: OpeningNode): unknown {
  const wall: NodeOf<'wall'> = nodeOf(scene, parent!, 'wall')!
  const path = wallPath(wall)
  return [path.at(offset), path.direction(offset), wall.thickness]
}
