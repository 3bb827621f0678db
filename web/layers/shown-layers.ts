import type { LayerEntry } from '../../serve/schemas/layers.ts'
import { drawableLayers } from '../map/map-style.ts'

/** Drawn at first, where the build has them: enough to find one's way, little enough to read. */
const AT_FIRST = ['elevation', 'boundaries', 'parcels', 'flood-zones', 'structures']

/** Which of the layers are drawn: those that a link names, else the first ones. */
export function shownLayers(layers: readonly LayerEntry[], named: readonly string[] | null) {
  const slugs = drawableLayers(layers)
    .filter(({ status }) => status === 'available')
    .map(({ slug }) => slug)
  return new Set(slugs.filter((slug) => (named ?? AT_FIRST).includes(slug)))
}

/** Who is to be named for what the map shows, each once. */
export function formatAttribution(
  layers: readonly LayerEntry[],
  shown: ReadonlySet<string>,
): string {
  const parts = layers
    .filter(({ slug }) => shown.has(slug))
    .flatMap(({ attribution }) => attribution?.split(/;\s+(?=[A-Z])/) ?? [])
  return [...new Set(parts)].join(' · ')
}
