import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { StoreRefusal } from '../store/store-refusal.ts'
import { ArchitectError } from './architect-error.ts'

/** Changes of one project that wait in this process; further ones are refused. */
const CHANGES_WAITING_MAX = 100
/** A change that waits for longer is refused: those before it have waited for the database. */
const TURN_WAIT_MAX_MS = 20_000
/** A change without a stated version is computed anew for this long while others are first. */
const LOST_MAX_MS = 10_000
/** Longest pause before that: of two processes in step the same one would always be first. */
const PAUSE_MAX_MS = 20

/** Work that a draft of another version than it was computed from refuses. */
type Work<T> = () => Promise<T | null>

/**
 * Runs the changes of one project one after the other in this process. One that another process was
 * faster than runs again, unless its caller stated the version.
 */
export class DraftTurns {
  private readonly queues = new Map<string, PQueue>()

  /** `work` returns null to run again. Throws `version_conflict` where others are always first. */
  async run<T>(
    projectId: string,
    { expectedVersion }: { expectedVersion?: number },
    work: Work<T>,
  ): Promise<T> {
    return await this.inTurn(projectId, async () => {
      const deadline = performance.now() + LOST_MAX_MS
      for (;;) {
        try {
          const done = await work()
          if (done !== null) return done
        } catch (error) {
          const isLost = error instanceof StoreRefusal && error.code === 'version_conflict'
          if (!isLost || expectedVersion !== undefined || performance.now() > deadline) throw error
          await wait(Math.random() * PAUSE_MAX_MS)
        }
      }
    })
  }

  private async inTurn<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(projectId) ?? new PQueue({ concurrency: 1 })
    this.queues.set(projectId, queue)
    if (queue.size >= CHANGES_WAITING_MAX)
      throw busy(`${CHANGES_WAITING_MAX} changes of this project wait already.`)
    const latest = performance.now() + TURN_WAIT_MAX_MS
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

const busy = (message: string) =>
  new ArchitectError('service_unavailable', message, { headers: { 'retry-after': '1' } })
