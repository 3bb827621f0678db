import { assetParts } from '../assets/asset-body.ts'
import type { Mesh } from '../geometry/mesh.ts'
import { rotate } from '../geometry/point.ts'
import { materialOf } from '../scene/materials.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
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
  const body: Body = {
    nodeId: itemId,
    parts: assetParts(shape.asset, shape.size).map(({ name, preset, mesh }) => ({
      name,
      material: materialOf(item.finishes?.[name], preset),
      mesh: placed(mesh, item, level.elevation),
    })),
  }
  bodies.set(item, { elevation: level.elevation, body })
  return body
}

const bodies = new WeakMap<NodeOf<'item'>, { elevation: number; body: Body }>()

function placed(mesh: Mesh, { position, rotation }: NodeOf<'item'>, elevation: number): Mesh {
  const [x, y, z] = [position[0], position[1] + elevation, position[2]]
  // East turned gives cosine and sine, which are the same for all corners.
  const [cosine, minusSine] = rotate([1, 0], rotation)
  const turned = (values: Float64Array, [dx, dy, dz]: number[]) => {
    const moved = new Float64Array(values.length)
    for (let i = 0; i < values.length; i += 3) {
      moved[i] = values[i] * cosine - values[i + 2] * minusSine + dx
      moved[i + 1] = values[i + 1] + dy
      moved[i + 2] = values[i + 2] * cosine + values[i] * minusSine + dz
    }
    return moved
  }
  return {
    positions: turned(mesh.positions, [x, y, z]),
    normals: turned(mesh.normals, [0, 0, 0]),
    indices: mesh.indices,
  }
}
