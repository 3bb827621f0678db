import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asset } from '../catalog/lock.ts'
import type { Progress } from '../terminal/progress.ts'
import { ASSETS, FileSender, type PushOptions, type Sent } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { receiveFiles } from './receive-files.ts'

/** Stores the fetched assets of a folder under their sha256, which is their name there. */
export async function pushAssets(
  storage: ObjectStorage,
  folder: string,
  options: PushOptions,
): Promise<Sent> {
  const names = await readdir(folder).catch(() => [])
  const files = []
  for (const sha256 of names.filter((name) => /^[0-9a-f]{64}$/.test(name))) {
    const path = join(folder, sha256)
    files.push({ path, bytes: (await stat(path)).size, sha256 })
  }
  return await (await FileSender.begin(storage, options)).send('assets', files, ASSETS)
}

/**
 * Brings assets of the store into a folder of fetched ones. Returns the names of those that the
 * store does not have: a build fetches them.
 */
export async function pullAssets(
  storage: ObjectStorage,
  assets: readonly Asset[],
  folder: string,
  progress: Progress,
): Promise<{ received_bytes: number; missing: string[] }> {
  const files = []
  const missing = []
  for (const { name, bytes, sha256 } of assets) {
    const isThere = (await storage.head(`${ASSETS}/${sha256}`)) !== null
    if (isThere) files.push({ file: sha256, bytes, sha256 })
    else missing.push(name)
  }
  const options = { progress, from: ASSETS }
  const { received_bytes } = await receiveFiles(storage, 'assets', files, folder, options)
  return { received_bytes, missing }
}
