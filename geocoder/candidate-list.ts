import { GRID } from '../geometry/polygons.ts'
import type { GeocodedAddress } from './matching/geocoded.ts'

/** Formats addresses that match equally well, each with the coordinates that choose it. */
export function formatCandidates(candidates: readonly GeocodedAddress[], total: number): string {
  const listed = candidates.map(
    ({ formatted, point: [x, y] }) => `${formatted} (ll=${y / GRID},${x / GRID})`,
  )
  const more = total > candidates.length ? `; and ${total - candidates.length} more` : ''
  return `Choose one: ${listed.join('; ')}${more}.`
}
