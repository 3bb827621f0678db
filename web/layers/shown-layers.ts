import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { drawableLayers } from '../map/layer-parts.ts'

/** Layers that are drawn by default, where the build has them: few enough to stay readable. */
const DEFAULT_LAYERS = [
  'elevation',
  'boundaries',
  'parcels',
  'flood-zones',
  'structures',
  'addresses',
]

/** The slugs of the drawn layers: those that a link names, else the default ones. */
export function shownLayers(layers: readonly LayerEntry[], named: readonly string[] | null) {
  const slugs = drawableLayers(layers)
    .filter(({ status }) => status === 'available')
    .map(({ slug }) => slug)
  return new Set(slugs.filter((slug) => (named ?? DEFAULT_LAYERS).includes(slug)))
}

/** The credits of the drawn layers, each once. */
export function formatAttribution(
  layers: readonly LayerEntry[],
  shown: ReadonlySet<string>,
): string {
  const parts = layers
    .filter(({ slug }) => shown.has(slug))
    .flatMap(({ attribution }) => attribution?.split(/;\s+(?=[A-Z])/) ?? [])
  return [...new Set(parts)].join(' · ')
}
