import type { ObjectStorage } from '../storage/object-storage.ts'
import { putResultFiles } from '../storage/stored-results.ts'

/**
 * Name of a result without files that a run has in its store: a worker that does not find it has
 * another store.
 */
export function markerName(run: string): string {
  return `run-${run}`
}

export async function markRun(storage: ObjectStorage, run: string): Promise<void> {
  await putResultFiles(storage, 'steps', markerName(run), [])
}
