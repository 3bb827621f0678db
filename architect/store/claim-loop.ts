import { setTimeout as wait } from 'node:timers/promises'

interface LoopOptions {
  /** Takes the next job, and works on it or starts to; false where there is none now. */
  next(): Promise<boolean>
  /** Receives what `next` throws; after `stop` nothing. */
  onFailure(error: unknown): void
  /** How often jobs are looked for that another process has queued. */
  poll_ms: number
  /** Pause after a failure, such as of a database that does not answer. */
  pause_ms: number
}

/** Takes jobs of a queue one after the other, until it is stopped. */
export class ClaimLoop {
  /** Resolves when the last job that was taken is done. */
  readonly ended: Promise<void>
  private readonly options: LoopOptions
  private isStopped = false
  /** A job may have come since the last look. */
  private isKicked = false
  private wake: () => void = () => {}

  constructor(options: LoopOptions) {
    this.options = options
    this.ended = this.run()
  }

  /** Looks for a job at once: one was queued, or there is room for another one. */
  kick(): void {
    this.isKicked = true
    this.wake()
  }

  stop(): void {
    this.isStopped = true
    this.wake()
  }

  private async run(): Promise<void> {
    const { next, onFailure, poll_ms, pause_ms } = this.options
    while (!this.isStopped) {
      // Before the look: a kick during it may be for a job that it did not see.
      this.isKicked = false
      try {
        if (!(await next())) await this.idle(poll_ms)
      } catch (error) {
        if (this.isStopped) return
        onFailure(error)
        await this.idle(pause_ms)
      }
    }
  }

  private async idle(ms: number): Promise<void> {
    if (this.isKicked || this.isStopped) return
    const woken = new Promise<void>((resolve) => (this.wake = resolve))
    const pause = new AbortController()
    await Promise.race([woken, wait(ms, undefined, { signal: pause.signal }).catch(() => {})])
    pause.abort()
  }
}
