import { innerPoint } from '../../coverage/probes.ts'
import type { Packs } from '../../dossier/dossier.ts'

/**
 * A point with data in this build: inside the parcel in `row`, by default the one in the middle of
 * the table.
 */
export function examplePoint(packs: Packs, row?: number): { lat: number; lng: number } | null {
  const pack = packs.get('parcels') ?? packs.get('coverage')
  if (!pack || pack.rows === 0) return null
  return innerPoint(pack.polygons(row ?? Math.floor(pack.rows / 2)))
}
