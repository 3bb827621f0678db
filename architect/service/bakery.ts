import { StorageFailure } from '../../storage/storage-failure.ts'
import { ThreadLost } from '../../threads/pool-thread.ts'
import { ThreadPool } from '../../threads/thread-pool.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import type { BakeJob, BakeOutcome } from '../store/bakes.ts'
import { ClaimLoop } from '../store/claim-loop.ts'
import type { Store } from '../store/store-port.ts'
import type { BakeAnswer, BakeWork } from './bake-worker.ts'

/** How often bakes are looked for that another process has requested. */
const POLL_MS = 1_000
/** How often the lease of a running bake is renewed; it ends after 10 s. */
const TOUCH_MS = 3_000
/** Time of one bake; past it its thread is ended. A school of 3,000 nodes takes about 10 s. */
const BAKE_DEADLINE_MS = 120_000
/** An idle thread is ended after this time, and its memory freed. */
const IDLE_MS = 30_000
/** Pause after a failure of the store, such as a database that does not answer. */
const PAUSE_MS = 2_000

interface BakeryOptions {
  store: Store
  scenes: SceneFiles
  blobs: BlobStore
  onFailure(error: unknown): void
  /** Another one in tests. */
  script?: URL
}

/** Bakes the scenes in the queue, one at a time, in a thread of its own. */
export class Bakery {
  private readonly options: BakeryOptions
  private readonly pool: ThreadPool<BakeWork, BakeAnswer>
  private readonly stopped = new AbortController()
  private readonly loop: ClaimLoop

  constructor(options: BakeryOptions) {
    this.options = options
    const { script = new URL('./bake-worker.ts', import.meta.url) } = options
    const limits = { size: 1, idleMs: IDLE_MS, deadlineMs: BAKE_DEADLINE_MS }
    this.pool = new ThreadPool(script, limits)
    this.loop = new ClaimLoop({
      next: () => this.next(),
      onFailure: options.onFailure,
      poll_ms: POLL_MS,
      pause_ms: PAUSE_MS,
    })
  }

  /** Looks for a bake at once: one was requested. */
  kick(): void {
    this.loop.kick()
  }

  /** Ends the running bake; another process or the next start makes it again. */
  async close(): Promise<void> {
    this.stopped.abort()
    this.loop.stop()
    await this.pool.close()
    await this.loop.ended
  }

  private async next(): Promise<boolean> {
    const job = await this.options.store.claimBake()
    if (job) await this.bake(job)
    return job !== null
  }

  private async bake(job: BakeJob): Promise<void> {
    const { store, onFailure } = this.options
    const lease = setInterval(() => store.touchBake(job).catch(onFailure), TOUCH_MS)
    try {
      await store.finishBake(job, await this.outcomeOf(job))
    } finally {
      clearInterval(lease)
    }
  }

  private async outcomeOf({ sceneBlob }: BakeJob): Promise<BakeOutcome> {
    const { scenes, blobs, onFailure } = this.options
    try {
      const scene = await scenes.get(sceneBlob)
      const answer = await this.pool.run({ scene })
      if (answer.kind !== 'baked') return answer
      const [glb, web] = [await blobs.put(answer.glb), await blobs.put(answer.web)]
      return {
        kind: 'ready',
        glb: { blob: glb, bytes: answer.glb.length },
        web: { blob: web, bytes: answer.web.length },
      }
    } catch (error) {
      if (this.stopped.signal.aborted) return { kind: 'released' }
      if (error instanceof ThreadLost && error.reason === 'late')
        return {
          kind: 'failed',
          code: 'late',
          reason: `It took longer than ${BAKE_DEADLINE_MS / 1000} s.`,
        }
      onFailure(error)
      if (error instanceof StorageFailure)
        return { kind: 'again', code: 'storage', reason: error.outward }
      return { kind: 'again', code: 'given_up', reason: 'The bake ended with an error of its own.' }
    }
  }
}
