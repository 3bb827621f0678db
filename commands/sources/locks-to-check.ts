import { type Lock, listLocks, readLock } from '../../catalog/lock.ts'
import type { Source } from '../../catalog/source.ts'
import type { Pipeline } from '../../pipelines/pipeline.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'

/** The catalog that is checked; tests have their own. */
export interface CheckedCatalog {
  pipelines: readonly Pick<Pipeline, 'id' | 'partitions'>[]
  /** Folder of the locks. */
  locks: string
  sources: ReadonlyMap<string, Source>
}

/**
 * The locks of these ids and of these sources, or those that partitions use; sorted. Throws
 * `StepError` for a name that is neither, and for a lock without its source.
 */
export async function locksToCheck(
  names: readonly string[],
  { pipelines, locks: folder, sources }: CheckedCatalog,
  progress: Progress,
): Promise<Lock[]> {
  const ids = names.length > 0 ? await listLocks(folder) : await idsInUse(pipelines, progress)
  const all = await Promise.all(ids.map((id) => readLock(id, folder)))
  for (const { id, source } of all) {
    if (sources.has(source)) continue
    const remedy = `Describe it in catalog/sources/${source}.json.`
    throw new StepError('check the lock', id, `has no source ${source}`, remedy)
  }
  if (names.length === 0) return all
  const known = all.flatMap(({ id, source }) => [id, source])
  for (const name of names) {
    if (known.includes(name)) continue
    const near = nearestWord(name, known)
    const remedy = `${near === null ? '' : `Did you mean ${near}? `}\`plat lock list\` lists both.`
    throw new StepError('check sources', name, 'no such lock or source of a lock exists', remedy)
  }
  return all.filter(({ id, source }) => names.includes(id) || names.includes(source))
}

async function idsInUse(
  pipelines: CheckedCatalog['pipelines'],
  progress: Progress,
): Promise<string[]> {
  const ids = new Set<string>()
  for (const pipeline of pipelines) {
    const partitions = await pipeline.partitions()
    for (const { lock, other_locks } of partitions.values())
      for (const id of [lock, ...other_locks]) ids.add(id)
    for (const [partition, { error }] of partitions.faulty)
      progress.note(`Its locks are not checked: ${pipeline.id}/${partition}: ${error.message}`)
  }
  return [...ids].sort()
}
