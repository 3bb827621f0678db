import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hashFolder } from '../catalog/folder-files.ts'
import { checkJson, parseJson } from '../catalog/json-file.ts'
import { HashedFile } from '../catalog/manifest.ts'
import { SILENT } from '../terminal/progress.ts'
import { FileSender, type PushOptions } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { type PullOptions, withPullFolder } from './pull-build.ts'
import { receiveFiles } from './receive-files.ts'
import { readSmall } from './small-object.ts'

/** Folder of the lists of partitions' files: a partition is complete when its list is there. */
export const PARTITIONS = 'partitions'
/** The file of a finished partition that is written last. */
const DONE_FILE = 'done.json'

const StoredPartition = z.strictObject({ format: z.literal(1), files: z.array(HashedFile) })
export type StoredPartition = z.infer<typeof StoredPartition>

/** Reads the list of a partition's files; null where the store does not have it. */
export async function findStoredPartition(
  storage: ObjectStorage,
  name: string,
): Promise<StoredPartition | null> {
  const key = partitionKey(name)
  const found = await readSmall(storage, key)
  if (!found) return null
  const remedy = 'Push the partitions again from a home that has them.'
  const file = { path: `${key} of ${storage.name}`, step: 'read the partition', remedy }
  return checkJson(file, parseJson(file, found.text), StoredPartition)
}

/**
 * Stores the finished partitions of a folder: `<layer>-<fingerprint>/done.json` with its files,
 * which are shared with those of builds. Returns how many were not there.
 */
export async function pushPartitions(
  storage: ObjectStorage,
  folder: string,
  options: PushOptions,
): Promise<{ partitions: number; sent: number }> {
  const names = await readdir(folder).catch(() => [])
  const counts = { partitions: 0, sent: 0 }
  const step = options.progress.step('push partitions', { total: names.length, unit: 'partitions' })
  const sender = await FileSender.begin(storage, { ...options, progress: SILENT })
  for (const name of names.sort()) {
    step.advance(1)
    if (!existsSync(join(folder, name, DONE_FILE))) continue
    counts.partitions++
    const found = options.again ? null : await storage.head(partitionKey(name))
    if (found && !sender.isOld(found)) continue
    const files = await hashFolder(join(folder, name))
    const local = files.map((file) => ({ ...file, path: join(folder, name, file.file) }))
    await sender.send(name, local)
    await sender.expectInTime()
    const list: StoredPartition = { format: 1, files }
    await storage.put(partitionKey(name), Buffer.from(`${JSON.stringify(list, null, 2)}\n`))
    counts.sent++
  }
  step.done(`${counts.sent} of ${counts.partitions} sent`)
  return counts
}

/**
 * Brings partitions of the store into a folder of finished ones, each by one rename and verified.
 * Returns the names that the store does not have: a build makes those.
 */
export async function pullPartitions(
  storage: ObjectStorage,
  names: readonly string[],
  into: string,
  { home, progress }: PullOptions,
): Promise<{ received_bytes: number; missing: string[] }> {
  const result = { received_bytes: 0, missing: [] as string[] }
  for (const name of names) {
    const found = await findStoredPartition(storage, name)
    if (!found) {
      result.missing.push(name)
      continue
    }
    await withPullFolder(home, name, async (folder, work) => {
      const { files } = found
      const received = await receiveFiles(storage, name, files, folder, { progress })
      result.received_bytes += received.received_bytes
      await mkdir(into, { recursive: true })
      // What a person has left there without its last file.
      await rm(join(into, name), { recursive: true, force: true })
      await rename(folder, join(into, name))
      await rm(work, { recursive: true })
    })
  }
  return result
}

/** Name of the partition whose list of files has this key. */
export function partitionOf(key: string): string {
  return key.slice(PARTITIONS.length + 1, -'.json'.length)
}

function partitionKey(name: string): string {
  return `${PARTITIONS}/${name}.json`
}
