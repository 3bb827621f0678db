import type { Progress } from '../terminal/progress.ts'
import { BLOCKS, eachAtOnce, GRACE_MS, OBJECTS, TRANSFERS_AT_ONCE } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { removeBuilds } from './remove-builds.ts'
import type { ListedObject } from './s3-requests.ts'
import { findStoredBuild, listStoredBuilds } from './stored-builds.ts'
import { findResultFiles, RESULT_KINDS, resultOf } from './stored-results.ts'

export interface GarbageOptions {
  /** Newest builds that stay, and earlier pins that a rollback can go to. */
  keep: number
  /** Report what would be removed, and change nothing. */
  isDryRun: boolean
  progress: Progress
}

/** What a `gc` removed, or would remove. */
export interface Garbage {
  builds: string[]
  partitions: string[]
  /** Results of the other steps of builds. */
  steps: string[]
  objects: number
  bytes: number
}

/**
 * Removes old builds, results that were not pushed again within `GRACE_MS`, and then the files that
 * nothing names and that are older than `GRACE_MS`, by the clock of the storage. Assets stay:
 * a publisher may have withdrawn them. Throws `StepError`, with no file removed, where a manifest
 * or a list of files that stays cannot be read.
 */
export async function collectGarbage(
  storage: ObjectStorage,
  { keep, isDryRun, progress }: GarbageOptions,
): Promise<Garbage> {
  // Before anything is read: files that are named from now on are younger than `oldest`, since a
  // push takes half of the grace at most and relies on nothing that is older than the other half.
  const begun = await storage.now()
  const isOld = ({ written_at }: { written_at: Date }) =>
    written_at.getTime() < begun.getTime() - GRACE_MS
  const remove = async ({ name }: ListedObject) => {
    if (isDryRun) return true
    // A push may have made it new since it was listed.
    const found = await storage.head(name)
    if (found === null || !isOld(found)) return false
    await storage.delete(name)
    return true
  }
  const builds = await removeBuilds(storage, keep, { begun, isDryRun })
  const removed = { partitions: [] as string[], steps: [] as string[] }
  for (const kind of RESULT_KINDS)
    for await (const object of storage.list(kind))
      if (isOld(object) && (await remove(object))) removed[kind].push(resultOf(kind, object.name))
  const gone = [...builds, ...removed.partitions, ...removed.steps]
  const named = await namedFiles(storage, isDryRun ? gone : [])
  const unnamed: ListedObject[] = []
  const step = progress.step('look at files', { unit: 'files' })
  for (const folder of [OBJECTS, BLOCKS])
    for await (const object of storage.list(folder)) {
      step.advance(1)
      const sha256 = object.name.slice(folder.length + 1)
      if (!named.has(sha256) && isOld(object)) unnamed.push(object)
    }
  const garbage: Garbage = { builds, ...removed, objects: 0, bytes: 0 }
  await eachAtOnce(unnamed, TRANSFERS_AT_ONCE, async (object) => {
    if (!(await remove(object))) return
    garbage.objects++
    garbage.bytes += object.bytes
  })
  step.done(`${garbage.objects} named by nothing`)
  return garbage
}

/** SHA-256 of all files that a build or a result names, without those of `removed` ones. */
async function namedFiles(
  storage: ObjectStorage,
  removed: readonly string[],
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const { id } of await listStoredBuilds(storage)) {
    if (removed.includes(id)) continue
    for (const { sha256 } of (await findStoredBuild(storage, id))?.files ?? []) named.add(sha256)
  }
  for (const kind of RESULT_KINDS)
    for await (const object of storage.list(kind)) {
      const name = resultOf(kind, object.name)
      if (removed.includes(name)) continue
      const found = await findResultFiles(storage, kind, name)
      for (const { sha256 } of found?.files ?? []) named.add(sha256)
    }
  return named
}
