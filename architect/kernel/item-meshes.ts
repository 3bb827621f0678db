import type { Size } from '../assets/asset.ts'
import { assetParts } from '../assets/asset-body.ts'
import type { Mesh } from '../geometry/mesh.ts'
import { rotate } from '../geometry/point.ts'
import type { Point3 } from '../geometry/vector.ts'
import { asOnePiece, materialOf } from '../scene/materials.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import type { Part } from './body.ts'
import { itemShape } from './item-shape.ts'
import { levelFrames } from './levels.ts'

/** An asset in a size and its finishes, in its own frame: the origin in the middle below. */
export interface ItemMesh {
  asset: string
  size: Size
  parts: Part[]
}

/** Where an item stands: turned counter-clockwise as seen from above, then moved. */
export interface ItemPlacement {
  itemId: string
  /** Index into `meshes`. */
  mesh: number
  /** In the world, in metres. */
  position: Point3
  /** In degrees about the upward axis. */
  rotation: number
}

export interface ItemMeshes {
  /** Distinct ones, in the order in which the scene's items use them. */
  meshes: ItemMesh[]
  /** One for each item with a body, in the order of the scene. */
  placements: ItemPlacement[]
}

/**
 * The meshes of all items, each once, and where they are placed: placed, they are the bodies of the
 * items. Meshes of one asset and size in two finishes have the same arrays.
 */
export function itemMeshes(scene: Scene): ItemMeshes {
  const frames = levelFrames(scene)
  const shapes = new Map<string, ReturnType<typeof assetParts>>()
  const known = new Map<string, number>()
  const answer: ItemMeshes = { meshes: [], placements: [] }
  for (const item of nodesOf(scene, 'item')) {
    const shape = itemShape(scene, item.id)
    const level = frames.get(item.parent ?? '')
    if (!shape || !level) continue
    const { asset, size } = shape
    const form = JSON.stringify([asset.name, size.width, size.height, size.depth])
    // Built once a call: the cache of sizes may drop one between two items.
    const built = shapes.get(form) ?? assetParts(asset, size)
    shapes.set(form, built)
    const parts = built.map(({ name, preset, mesh }) => ({
      name,
      material: asOnePiece(materialOf(item.finishes?.[name], preset)),
      mesh,
    }))
    const key = JSON.stringify([form, parts.map(({ material }) => material)])
    let mesh = known.get(key)
    if (mesh === undefined) {
      mesh = answer.meshes.push({ asset: asset.name, size, parts }) - 1
      known.set(key, mesh)
    }
    answer.placements.push({ itemId: item.id, mesh, ...itemPose(item, level.elevation) })
  }
  return answer
}

/** Position and rotation of an item in the world, on a level of this elevation. */
export function itemPose(
  { position: [x, y, z], rotation }: NodeOf<'item'>,
  elevation: number,
): Pick<ItemPlacement, 'position' | 'rotation'> {
  return { position: [x, y + elevation, z], rotation }
}

/** A mesh in its place; its triangles are shared. */
export function placedMesh(
  mesh: Mesh,
  { position, rotation }: Pick<ItemPlacement, 'position' | 'rotation'>,
): Mesh {
  // East turned gives cosine and sine, which are the same for all corners.
  const [cosine, minusSine] = rotate([1, 0], rotation)
  const turned = (values: Float64Array, [dx, dy, dz]: Point3) => {
    const moved = new Float64Array(values.length)
    for (let i = 0; i < values.length; i += 3) {
      moved[i] = values[i] * cosine - values[i + 2] * minusSine + dx
      moved[i + 1] = values[i + 1] + dy
      moved[i + 2] = values[i + 2] * cosine + values[i] * minusSine + dz
    }
    return moved
  }
  return {
    positions: turned(mesh.positions, position),
    normals: turned(mesh.normals, [0, 0, 0]),
    indices: mesh.indices,
  }
}
