import { GRID } from '../geometry/polygons.ts'
import type { GeocodedAddress } from './matching/geocoded.ts'

/** The addresses that fit alike, each with the coordinates that choose it. */
export function formatCandidates(candidates: readonly GeocodedAddress[], total: number): string {
  const told = candidates.map(
    ({ formatted, point: [x, y] }) => `${formatted} (ll=${y / GRID},${x / GRID})`,
  )
  const more = total > candidates.length ? `; and ${total - candidates.length} more` : ''
  return `Say which: ${told.join('; ')}${more}.`
}
