import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Viewer } from '../store/access.ts'
import type { Store } from '../store/store-port.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import { ArchitectError } from './architect-error.ts'

/** Changes of one project that wait in this process; further ones are refused. */
const CHANGES_WAITING_MAX = 100
/** A change that waits for longer is refused: those before it have waited for the database. */
const CHANGE_WAIT_MAX_MS = 20_000
/** A change is computed anew for this long while those of other processes are first. */
const LOST_MAX_MS = 10_000
/**
 * Times that another process may be first before this one leases the draft. Without leases one of
 * two processes with four busy clients each lost for all of 10 s, once in our long runs.
 */
const LOST_BEFORE_LEASE = 3
/** Longest pause before that: of two processes in step the same one would always be first. */
const PAUSE_MAX_MS = 20

/** Work that a draft of another version than it was computed from refuses. */
type Work<T> = () => Promise<T | null>

/** What the queue needs of the store. */
export type DraftLeases = Pick<Store, 'leaseDraft' | 'releaseDraft'>

/**
 * Runs the changes of one project one after the other in this process. One that another process was
 * faster than runs again, unless its caller stated the version, and soon with a lease of the draft.
 */
export class DraftQueue {
  private readonly store: DraftLeases
  private readonly queues = new Map<string, PQueue>()

  constructor(store: DraftLeases) {
    this.store = store
  }

  /**
   * `work` returns null to run again. Throws `version_conflict` where the version was stated and is
   * another one, and `service_unavailable` where others are first for `LOST_MAX_MS`.
   */
  async run<T>(
    viewer: Viewer,
    projectId: string,
    { expectedVersion }: { expectedVersion?: number },
    work: Work<T>,
  ): Promise<T> {
    return await this.inOrder(projectId, async () => {
      const deadline = performance.now() + LOST_MAX_MS
      let isLeased = false
      try {
        for (let lost = 0; ; ) {
          if (lost >= LOST_BEFORE_LEASE) isLeased = await this.store.leaseDraft(viewer, projectId)
          try {
            const done = await work()
            if (done !== null) return done
          } catch (error) {
            if (!isLost(error, expectedVersion)) throw error
            lost++
            if (performance.now() > deadline)
              throw busy('Other changes of this project were first for too long: nothing ran.')
            if (!isLeased) await wait(Math.random() * PAUSE_MAX_MS)
          }
        }
      } finally {
        // A lease that cannot be given back ends by itself.
        if (isLeased) await this.store.releaseDraft(viewer, projectId).catch(() => {})
      }
    })
  }

  private async inOrder<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(projectId) ?? new PQueue({ concurrency: 1 })
    this.queues.set(projectId, queue)
    if (queue.size >= CHANGES_WAITING_MAX)
      throw busy(`${CHANGES_WAITING_MAX} changes of this project wait already.`)
    const latest = performance.now() + CHANGE_WAIT_MAX_MS
    try {
      return await queue.add(async () => {
        if (performance.now() > latest)
          throw busy('The changes of this project before this one took too long: nothing ran.')
        return await work()
      })
    } finally {
      if (queue.size === 0 && queue.pending === 0) this.queues.delete(projectId)
    }
  }
}

/** Another process was first, or has a lease: the change may still be made after it. */
function isLost(error: unknown, expectedVersion: number | undefined): boolean {
  if (!(error instanceof StoreRefusal)) return false
  if (error.code === 'draft_leased' || error.code === 'versions_changed') return true
  return error.code === 'version_conflict' && expectedVersion === undefined
}

const busy = (message: string) =>
  new ArchitectError('service_unavailable', message, { headers: { 'retry-after': '1' } })
