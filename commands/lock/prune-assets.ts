import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listLocks, readLock } from '../../catalog/lock.ts'

/** A partial download that has not grown for this long will not be resumed. */
const PART_AGE_MAX_MS = 7 * 86_400_000

/** Files removed from the store. */
export interface Pruned {
  files: number
  bytes: number
}

/** Removes files that no lock names any more, and partial downloads older than a week. */
export async function pruneAssets(folder: string, now: Date): Promise<Pruned> {
  const wanted = new Set<string>()
  for (const id of await listLocks()) {
    for (const { sha256 } of (await readLock(id)).assets) wanted.add(sha256)
  }
  const pruned: Pruned = { files: 0, bytes: 0 }
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (wanted.has(entry.name)) continue
    const path = join(folder, entry.name)
    const { size, mtimeMs } = await stat(path)
    const isStored = /^[0-9a-f]{64}$/.test(entry.name)
    if (!isStored && now.getTime() - mtimeMs < PART_AGE_MAX_MS) continue
    await rm(path, { recursive: true })
    pruned.files++
    pruned.bytes += size
  }
  return pruned
}
