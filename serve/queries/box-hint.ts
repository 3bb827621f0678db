import { swappedBox } from '../../dossier/swapped-coordinates.ts'
import type { Box } from '../../geometry/polygons.ts'
import type { Packs } from '../../lookup/location-lookup.ts'

/**
 * The sentence for an empty answer of a box in degrees whose latitudes seem to come first; empty
 * where nothing is suspected.
 */
export function hintSwappedBox(packs: Packs, box: Box): string {
  const exchanged = swappedBox(packs, box)
  return exchanged
    ? `No source of this build covers this box. Did you mean bbox=${exchanged.join(',')}? The order is west,south,east,north.`
    : ''
}
