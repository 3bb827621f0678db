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

/**
 * Kinds of results of builds, and the folders of the lists of their files: a result is complete
 * when its list is there.
 */
export const RESULT_KINDS = ['partitions', 'steps'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** The file of a finished result that is written last. */
export const DONE_FILE = 'done.json'

const ResultFiles = z.strictObject({ format: z.literal(1), files: z.array(HashedFile) })
export type ResultFiles = z.infer<typeof ResultFiles>

/** Reads the list of a result's files; null where the store does not have it. */
export async function findResultFiles(
  storage: ObjectStorage,
  kind: ResultKind,
  name: string,
): Promise<ResultFiles | null> {
  const key = resultKey(kind, name)
  const found = await readSmall(storage, key)
  if (!found) return null
  const remedy = 'Push the results again from a home that has them.'
  const file = { path: `${key} of ${storage.name}`, step: 'read the result', remedy }
  return checkJson(file, parseJson(file, found.text), ResultFiles)
}

/**
 * Stores a finished result of a folder, whose files are shared with those of builds. Returns false
 * where the store has it already; with `replaces` the result there is an outdated one.
 */
export async function pushResult(
  storage: ObjectStorage,
  kind: ResultKind,
  name: string,
  folder: string,
  options: PushOptions & { replaces?: boolean },
  sender?: FileSender,
): Promise<boolean> {
  const sending = sender ?? (await FileSender.begin(storage, { ...options, progress: SILENT }))
  const found = options.again || options.replaces ? null : await storage.head(resultKey(kind, name))
  if (found && !sending.isOld(found)) return false
  const files = await hashFolder(folder)
  const local = files.map((file) => ({ ...file, path: join(folder, file.file) }))
  await sending.send(name, local)
  await sending.expectInTime()
  await putResultFiles(storage, kind, name, files)
  return true
}

/** Writes the list of a result's files, which are stored by then. */
export async function putResultFiles(
  storage: ObjectStorage,
  kind: ResultKind,
  name: string,
  files: HashedFile[],
): Promise<void> {
  const list: ResultFiles = { format: 1, files }
  await storage.put(resultKey(kind, name), Buffer.from(`${JSON.stringify(list, null, 2)}\n`))
}

/**
 * Stores the finished partitions of a folder: `<layer>-<fingerprint>/done.json` with its files.
 * Returns how many were not there.
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
    const from = join(folder, name)
    if (await pushResult(storage, 'partitions', name, from, options, sender)) counts.sent++
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
    const found = await findResultFiles(storage, 'partitions', name)
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

/** Removes the list of a result, so that it is made again; its files stay for a `gc`. */
export async function dropResult(
  storage: ObjectStorage,
  kind: ResultKind,
  name: string,
): Promise<void> {
  await storage.delete(resultKey(kind, name))
}

/** Name of the result whose list of files has this key. */
export function resultOf(kind: ResultKind, key: string): string {
  return key.slice(kind.length + 1, -'.json'.length)
}

function resultKey(kind: ResultKind, name: string): string {
  return `${kind}/${name}.json`
}
