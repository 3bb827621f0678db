import { formatFailure } from './format-failure.ts'

/** A database that is gone fails every request: one line in so many ms. */
const EVERY_MS = 10_000

/** Failures behind answers, for the log: the first at once, those of the next 10 s as one line with their number. */
export class FailureLog {
  private readonly write: (words: string) => void
  private readonly every_ms: number
  private timer: NodeJS.Timeout | undefined
  private count = 0
  private last: unknown

  constructor(write: (words: string) => void, every_ms = EVERY_MS) {
    this.write = write
    this.every_ms = every_ms
  }

  failed(error: unknown): void {
    this.count++
    this.last = error
    if (this.timer === undefined) this.flush()
  }

  /** Writes what is not yet written. */
  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.count === 0) return
    const words = formatFailure(this.last)
    this.write(this.count === 1 ? words : `${this.count} failures, the last: ${words}`)
    this.count = 0
    this.timer = setTimeout(() => this.flush(), this.every_ms)
    this.timer.unref()
  }
}
