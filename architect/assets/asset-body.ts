import { LRUCache } from 'lru-cache'
import type { Mesh } from '../geometry/mesh.ts'
import type { Asset, AssetPart, Size } from './asset.ts'

/** Most cached sizes of one asset: a scene seldom has more widths of kitchen runs. */
const CACHED_SIZES_MAX = 64

const cache = new WeakMap<Asset, LRUCache<string, AssetPart[]>>()

/**
 * The solids of an asset in a size, in its own frame. Within its sizes on the market the asset is
 * built anew, so that a wider wardrobe has more doors; for any other size the nearest of them is
 * stretched.
 */
export function assetParts(asset: Asset, size: Size): AssetPart[] {
  const sizes = cache.get(asset) ?? new LRUCache<string, AssetPart[]>({ max: CACHED_SIZES_MAX })
  cache.set(asset, sizes)
  const key = `${size.width} ${size.height} ${size.depth}`
  const known = sizes.get(key)
  if (known) return known
  const { dimensions, resizable = {} } = asset
  const built = { ...dimensions }
  for (const side of ['width', 'height', 'depth'] as const) {
    const range = resizable[side]
    if (range) built[side] = Math.min(range[1], Math.max(range[0], size[side]))
  }
  const [x, y, z] = [size.width / built.width, size.height / built.height, size.depth / built.depth]
  const parts = asset.parts(built)
  const answer =
    x === 1 && y === 1 && z === 1
      ? parts
      : parts.map((part) => ({ ...part, mesh: stretched(part.mesh, [x, y, z]) }))
  sizes.set(key, answer)
  return answer
}

function stretched(mesh: Mesh, factors: [number, number, number]): Mesh {
  const positions = mesh.positions.map((value, index) => value * factors[index % 3])
  const normals = mesh.normals.map((value, index) => value / factors[index % 3])
  for (let i = 0; i < normals.length; i += 3) {
    const size = Math.hypot(normals[i], normals[i + 1], normals[i + 2])
    for (let k = i; k < i + 3; k++) normals[k] /= size
  }
  return { positions, normals, indices: mesh.indices }
}
