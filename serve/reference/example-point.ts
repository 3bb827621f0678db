import { innerPoint } from '../../coverage/probes.ts'
import type { Packs } from '../../dossier/dossier.ts'

/** A spot that has an answer in this build: inside the parcel of a row, of the middle one by default. */
export function examplePoint(packs: Packs, row?: number): { lat: number; lng: number } | null {
  const pack = packs.get('parcels') ?? packs.get('coverage')
  if (!pack || pack.rows === 0) return null
  return innerPoint(pack.polygons(row ?? Math.floor(pack.rows / 2)))
}
