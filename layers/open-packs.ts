import { join } from 'node:path'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { Pack } from './packs/pack-reader.ts'

/** Memory that the packs of one build may take together, unless `PLAT_PACK_MEMORY` says otherwise. */
export const PACK_MEMORY_BYTES = 2 * 2 ** 30

/**
 * Opens the packs of a build. The smallest are held in memory first; those that no longer fit the
 * limit are read by position.
 */
export function openPacks(
  { paths, manifest }: OpenBuild,
  memoryBytes = PACK_MEMORY_BYTES,
): Map<string, Pack> {
  const packs = new Map<string, Pack>()
  let left = memoryBytes
  try {
    for (const { table, file, bytes } of [...manifest.packs].sort((a, b) => a.bytes - b.bytes)) {
      const pack = new Pack({ file: join(paths.folder, file), memoryLimitBytes: left })
      if (pack.isInMemory) left -= bytes
      packs.set(table, pack)
    }
  } catch (error) {
    closePacks(packs)
    throw error
  }
  return packs
}

export function closePacks(packs: ReadonlyMap<string, Pack>): void {
  for (const pack of packs.values()) pack.close()
}
