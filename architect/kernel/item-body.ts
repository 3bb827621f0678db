import { assetParts } from '../assets/asset-body.ts'
import { asOnePiece, materialOf } from '../scene/materials.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
import { itemPose, placedMesh } from './item-meshes.ts'
import { itemShape } from './item-shape.ts'
import { levelFrames } from './levels.ts'

/**
 * The solids of an item in the world; null for an unknown item or asset. Items
 * that hang on something or stand on another have their own position too: it is the same frame.
 */
export function itemBody(scene: Scene, itemId: string): Body | null {
  const item = nodeOf(scene, itemId, 'item')
  const shape = itemShape(scene, itemId)
  const level = levelFrames(scene).get(item?.parent ?? '')
  if (!item || !shape || !level) return null
  const known = bodies.get(item)
  if (known?.elevation === level.elevation) return known.body
  const pose = itemPose(item, level.elevation)
  const body: Body = {
    nodeId: itemId,
    parts: assetParts(shape.asset, shape.size).map(({ name, preset, mesh }) => ({
      name,
      material: asOnePiece(materialOf(item.finishes?.[name], preset)),
      mesh: placedMesh(mesh, pose),
      laid: { kind: 'item', ...pose },
    })),
  }
  bodies.set(item, { elevation: level.elevation, body })
  return body
}

const bodies = new WeakMap<NodeOf<'item'>, { elevation: number; body: Body }>()
