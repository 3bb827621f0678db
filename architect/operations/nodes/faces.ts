import { assetParts } from '../../assets/asset-body.ts'
import { assetNamed } from '../../assets/catalog.ts'
import type { Kind, SceneNode } from '../../scene/nodes.ts'

/** The faces of each kind that may have a finish of their own; `body` is everything else. */
const FACES: Record<Exclude<Kind, 'item'>, readonly string[]> = {
  site: ['body', 'ground'],
  building: [],
  level: [],
  wall: ['body', 'left', 'right'],
  door: ['body', 'leaf', 'frame'],
  window: ['body', 'frame', 'sill'],
  opening: [],
  zone: [],
  slab: ['body', 'top', 'side', 'underside'],
  ceiling: ['body', 'underside'],
  roof: ['body', 'cover', 'underside', 'gable'],
  stair: ['body', 'tread'],
  column: ['body'],
  beam: ['body'],
  fence: ['body'],
  railing: ['body', 'bars', 'rail'],
  annotation: [],
}

/** The faces of a node that may have a finish; for an item, the parts of its asset. */
export function facesOf(node: SceneNode): readonly string[] {
  if (node.kind !== 'item') return FACES[node.kind]
  const asset = assetNamed(node.asset)
  return asset ? [...new Set(assetParts(asset, asset.dimensions).map((part) => part.name))] : []
}
