import { HANGS_FROM_CEILING } from '../assets/asset.ts'
import { assetNamed } from '../assets/catalog.ts'
import type { Scene } from '../scene/scene.ts'
import type { DrawnScene } from './drawn-scene.ts'
import { KIND_VIEWS } from './kind-views.ts'
import type { Picture } from './raster/rendered-picture.ts'

/** A pixel has four samples. */
const SAMPLES_MIN = 4

/** Sorted ids of nodes with at least one visible pixel. */
export function visibleNodes({ drawn, ground }: DrawnScene, { samplesOf }: Picture): string[] {
  return drawn.nodeIds
    .filter((_, index) => index !== ground && samplesOf[index] >= SAMPLES_MIN)
    .sort()
}

/** 1 for each marked node and 0 for the others, by index. */
export function marksOf(
  { drawn }: DrawnScene,
  isMarked: (index: number, id: string) => boolean,
): Uint8Array {
  return Uint8Array.from(drawn.nodeIds, (id, index) => (isMarked(index, id) ? 1 : 0))
}

/** Things that carry one another: a lamp, its ceiling. */
const HOSTS_MAX = 4

/**
 * Whether a level that is opened from above is drawn without the node: what lies over the level,
 * and lamps that would hang in the air without their ceiling.
 */
export function isLid({ nodes }: Scene, id: string): boolean {
  let node = Object.hasOwn(nodes, id) ? nodes[id] : undefined
  for (let hosts = 0; node && hosts <= HOSTS_MAX; hosts++) {
    if (KIND_VIEWS[node.kind].isLid) return true
    if (node.kind !== 'item') return false
    const asset = assetNamed(node.asset)
    if (asset && HANGS_FROM_CEILING[asset.attach]) return true
    node = node.host === undefined ? undefined : nodes[node.host]
  }
  return false
}
