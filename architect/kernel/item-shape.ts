import type { Asset, Size } from '../assets/asset.ts'
import { assetNamed } from '../assets/catalog.ts'
import { type Point, placed } from '../geometry/point.ts'
import type { Polygon } from '../geometry/polygon.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import type { Prism } from './prism.ts'

/** The space that an item takes on its level. */
export interface ItemShape {
  asset: Asset
  size: Size
  prism: Prism
  /** Rectangles next to the item that must be free for its use. */
  clearance: Polygon[]
}

/** Where an item is, or might be put. */
export type Placement = Pick<NodeOf<'item'>, 'position' | 'rotation' | 'size'>

/** Shape of an item of the scene; null for an unknown item or asset. */
export function itemShape(scene: Scene, itemId: string): ItemShape | null {
  const item = nodeOf(scene, itemId, 'item')
  if (!item) return null
  const known = shapes.get(item)
  if (known) return known
  const asset = assetNamed(item.asset)
  if (!asset) return null
  const shape = placedShape(asset, item)
  shapes.set(item, shape)
  return shape
}

const shapes = new WeakMap<NodeOf<'item'>, ItemShape>()

export function placedShape(asset: Asset, placement: Placement): ItemShape {
  const { position, rotation } = placement
  const size = sizeOf(asset, placement.size)
  const [x, y, z] = position
  const place = (ring: Polygon): Polygon => placed(ring, rotation, [x, z])
  const [w, d] = [size.width / 2, size.depth / 2]
  const { front, back, left, right } = asset.clearance
  // Left and right as seen by a person who looks at the front, as in makers' drawings.
  const rectangles: [minX: number, maxX: number, minZ: number, maxZ: number][] = []
  if (front > 0) rectangles.push([-w, w, d, d + front])
  if (back > 0) rectangles.push([-w, w, -d - back, -d])
  if (left > 0) rectangles.push([-w - left, -w, -d, d])
  if (right > 0) rectangles.push([w, w + right, -d, d])
  return {
    asset,
    size,
    prism: { outline: place(box(-w, w, -d, d)), bottom: y, top: y + size.height },
    clearance: rectangles.map((sides) => place(box(...sides))),
  }
}

export function sizeOf({ dimensions }: Asset, size: NodeOf<'item'>['size']): Size {
  if (!size) return dimensions
  const [width, height, depth] = size
  return { width, height, depth }
}

const box = (minX: number, maxX: number, minZ: number, maxZ: number): Point[] => [
  [minX, maxZ],
  [maxX, maxZ],
  [maxX, minZ],
  [minX, minZ],
]
