import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Number of finished partitions stored for later builds. The oldest are deleted first; builds have
 * their own links.
 */
const STORED_PARTITIONS_MAX = 200

/** Folder of finished partitions by fingerprint, so that the next build reads only what changed. */
export function partitionStore(home: string): string {
  return join(home, 'partitions')
}

/** Removes the partitions that were not used for longest, down to the bound. */
export async function pruneStore(home: string): Promise<void> {
  const store = partitionStore(home)
  const names = await readdir(store)
  if (names.length <= STORED_PARTITIONS_MAX) return
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(store, name))).mtimeMs })),
  )
  aged.sort((a, b) => a.at - b.at)
  for (const { name } of aged.slice(0, names.length - STORED_PARTITIONS_MAX))
    await rm(join(store, name), { recursive: true, force: true })
}
