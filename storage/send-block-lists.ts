import { join } from 'node:path'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { blockListBytes, blockListKey, blockListOf, hasBlockList } from './block-list.ts'
import { eachAtOnce, type FileSender, type PushOptions } from './file-objects.ts'
import type { LocalFile, ObjectStorage } from './object-storage.ts'

/** Files whose blocks are hashed at once, and looks at lists. */
const LISTS_AT_ONCE = 4

/** Files of a build that are read by blocks out of a store, and have a list of them. */
export function blockwiseFiles({ manifest, paths }: OpenBuild): LocalFile[] {
  const { packs, archives, rasters } = manifest
  return [...packs, ...archives, ...rasters]
    .filter(hasBlockList)
    .map(({ file, bytes, sha256 }) => ({ path: join(paths.folder, file), bytes, sha256 }))
}

/**
 * Stores the lists of the blocks of files that are absent. What is old is made new again, as
 * `FileSender` does. Throws `StepError` for a file that has other bytes than stated, and
 * `StorageFailure`.
 */
export async function sendBlockLists(
  storage: ObjectStorage,
  sender: FileSender,
  files: readonly LocalFile[],
  { again = false }: PushOptions,
): Promise<void> {
  const refreshed: LocalFile[] = []
  const send = async (file: LocalFile) => {
    const key = blockListKey(file)
    const found = again ? null : await storage.head(key)
    const isThere = found?.bytes === blockListBytes(file)
    if (isThere && !sender.isOld(found)) return
    if (isThere && (await storage.refresh(key))) refreshed.push(file)
    else await storage.put(key, await blockListOf(file))
  }
  await eachAtOnce(files, LISTS_AT_ONCE, send)
  if (refreshed.length === 0) return
  // A `gc` that had looked at an old one before it was refreshed may have deleted it since.
  await sender.settle()
  await eachAtOnce(refreshed.splice(0), LISTS_AT_ONCE, send)
}
