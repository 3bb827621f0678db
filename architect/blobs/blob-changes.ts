import type { BlobHash } from './blob-store.ts'

interface Change {
  isWrite: boolean
  done: Promise<void>
}

/**
 * The writes and deletions of a store. Those of one blob run one after another in the order of
 * their calls: a deletion that ran during a write could remove what the write reports as stored.
 */
export class BlobChanges {
  /** The last change of each blob that has one. */
  private readonly last = new Map<BlobHash, Change>()

  /** Runs a write, unless the last change is one: a blob has the same bytes in each. */
  async write(hash: BlobHash, write: () => Promise<void>): Promise<void> {
    const last = this.last.get(hash)
    await (last?.isWrite ? last.done : this.run(hash, true, write))
  }

  async delete(hash: BlobHash, deletion: () => Promise<void>): Promise<void> {
    await this.run(hash, false, deletion)
  }

  /** Resolves when no change runs or waits. */
  async idle(): Promise<void> {
    while (this.last.size > 0)
      await Promise.allSettled([...this.last.values()].map(({ done }) => done))
  }

  private async run(hash: BlobHash, isWrite: boolean, action: () => Promise<void>): Promise<void> {
    const before = this.last.get(hash)?.done
    // The failure of an earlier change is that of its own caller.
    const done = before ? before.then(action, action) : action()
    const change = { isWrite, done }
    this.last.set(hash, change)
    try {
      await done
    } finally {
      if (this.last.get(hash) === change) this.last.delete(hash)
    }
  }
}
