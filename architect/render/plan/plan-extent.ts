import { type Box, boxOf, type Polygon } from '../../geometry/polygon.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import { type LevelFrame, levelFrames } from '../../kernel/levels.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { sitePolygon } from '../../kernel/site-polygon.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, levelIdOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { ViewError } from '../view-error.ts'
import type { FullViewRequest } from '../view-request.ts'
import { roofEdge } from './plan-structure.ts'

/** The level of a plan: as requested, or the ground floor. Throws `ViewError`. */
export function levelOf(scene: Scene, { levelId, targetId }: FullViewRequest): LevelFrame {
  const frames = levelFrames(scene)
  if (levelId !== undefined) {
    const level = frames.get(levelId)
    if (level) return level
    throw new ViewError('node_not_found', `There is no level \`${levelId}\`.`, 'levelId')
  }
  // A plan of the site is drawn around the ground floor.
  if (targetId !== undefined && !isSite(scene, targetId)) {
    const node = Object.hasOwn(scene.nodes, targetId) ? scene.nodes[targetId] : undefined
    const level = node && frames.get(levelIdOf(scene, node) ?? '')
    if (level) return level
    throw new ViewError('node_not_found', `\`${targetId}\` is on no level.`, 'targetId')
  }
  const all = [...frames.values()]
  const level = all.find(({ index }) => index === 0) ?? all[0]
  if (level) return level
  throw new ViewError('nothing_to_see', 'The project has no level yet.')
}

/** How far around a plot its plan shows what is next to it, in metres. */
const AROUND_SITE_M = 12

/** Whether a plan of this target is one of the site. */
export const isSite = (scene: Scene, targetId: string): boolean =>
  nodeOf(scene, targetId, 'site') !== null

/** The box that must be on the sheet: the whole level, or the target with a metre around it. */
export function extentOf(
  scene: Scene,
  levelId: string,
  walls: readonly WallShape[],
  targetId: string | undefined,
): Box {
  const rings = (id: string): Polygon[] => {
    const node = scene.nodes[id]
    if (!node) return []
    switch (node.kind) {
      case 'zone':
      case 'slab':
        return [node.polygon]
      case 'item':
        return [itemShape(scene, id)?.prism.outline ?? []]
      case 'stair':
        return [stairShape(scene, id)?.outline ?? []]
      case 'wall': {
        const wall = walls.find((each) => each.id === id)
        const leaves = (wall?.openings ?? []).flatMap(
          (span) => doorSwing(scene, span.id)?.leaf ?? [],
        )
        return [wall?.footprint ?? [], ...leaves]
      }
      case 'column':
      case 'annotation':
        return [[node.position]]
      case 'fence':
      case 'railing':
        return [node.path]
      case 'roof':
        return [roofEdge(node)]
      case 'site':
        return [sitePolygon(scene, node)]
      case 'building':
      case 'level':
      case 'door':
      case 'window':
      case 'opening':
      case 'ceiling':
      case 'beam':
        return []
    }
  }
  const target = targetId === undefined ? [] : rings(targetId).flat()
  const points =
    target.length > 0 ? target : childrenOf(scene, levelId).flatMap(({ id }) => rings(id).flat())
  if (points.length === 0)
    throw new ViewError('nothing_to_see', 'There is nothing on this level yet.')
  const box = boxOf(points)
  const isOfSite = targetId !== undefined && isSite(scene, targetId)
  const around = isOfSite ? AROUND_SITE_M : target.length > 0 ? 1 : 0
  return {
    minX: box.minX - around,
    minZ: box.minZ - around,
    maxX: box.maxX + around,
    maxZ: box.maxZ + around,
  }
}
