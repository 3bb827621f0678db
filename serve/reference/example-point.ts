import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { innerPoint } from '../../coverage/probes.ts'
import type { Packs } from '../../dossier/dossier.ts'
import type { BuildSource } from '../build/build-source.ts'

/**
 * A point with data in this build: inside the parcel in `row`, by default the one in the middle of
 * the table.
 */
export function examplePoint(packs: Packs, row?: number): { lat: number; lng: number } | null {
  const pack = packs.get('parcels') ?? packs.get('coverage')
  if (!pack || pack.rows === 0) return null
  return innerPoint(pack.polygons(row ?? Math.floor(pack.rows / 2)))
}

/** A point with data in the build in service; null without one, and while it cannot be read. */
export function examplePointOf(builds: BuildSource): { lat: number; lng: number } | null {
  const lease = builds.acquire()
  try {
    return lease && examplePoint(lease.build.packs)
  } catch (error) {
    if (error instanceof UnavailableFile) return null
    throw error
  } finally {
    lease?.release()
  }
}
