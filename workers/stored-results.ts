import type { SharedResult, SharedResults } from '../builds/result-store.ts'
import type { HashedFile } from '../catalog/manifest.ts'
import { OBJECTS } from '../storage/file-objects.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { receiveFiles } from '../storage/receive-files.ts'
import { readSmall } from '../storage/small-object.ts'
import { isLostBlob, StorageFailure } from '../storage/storage-failure.ts'
import {
  DONE_FILE,
  dropResult,
  findResultFiles,
  pushResult,
  type ResultKind,
} from '../storage/stored-results.ts'
import { type Progress, SILENT } from '../terminal/progress.ts'

/** Results of one kind in a store of builds, where machines share them. */
export class StoredResults implements SharedResults {
  private readonly storage: ObjectStorage
  private readonly kind: ResultKind
  private readonly progress: Progress
  /** Send files that are there too, to mend damage that their size does not show. */
  isMending = false
  /** Results that are known to be in the store. */
  private readonly stored = new Set<string>()

  constructor(storage: ObjectStorage, kind: ResultKind, progress: Progress) {
    this.storage = storage
    this.kind = kind
    this.progress = progress
  }

  async find(name: string): Promise<SharedResult | null> {
    const found = await findResultFiles(this.storage, this.kind, name)
    const done = found?.files.find(({ file }) => file === DONE_FILE)
    if (!found || !done) return null
    const object = await readSmall(this.storage, `${OBJECTS}/${done.sha256}`)
    if (!object) return null
    this.stored.add(name)
    return { done: object.text, files: found.files }
  }

  /**
   * Brings the files of a result. One that is lost or damaged is taken off the store, so that the
   * next attempt makes the result again.
   */
  async bring(name: string, files: readonly HashedFile[], into: string): Promise<void> {
    try {
      await receiveFiles(this.storage, name, files, into, { progress: this.progress })
    } catch (error) {
      if (!isLostBlob(error)) throw error
      this.stored.delete(name)
      await dropResult(this.storage, this.kind, name)
      throw new StorageFailure('damaged', {
        storage: this.storage.name,
        step: 'bring a result',
        problem: `${name} is not whole there: ${(error as Error).message}`,
        remedy: 'The next attempt makes it again.',
        isPassing: true,
      })
    }
  }

  async offer(name: string, folder: string, { replaces } = { replaces: false }): Promise<void> {
    if (this.stored.has(name) && !replaces) return
    const options = { progress: SILENT, again: this.isMending, replaces }
    await pushResult(this.storage, this.kind, name, folder, options)
    this.stored.add(name)
  }
}
