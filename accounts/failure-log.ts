import { formatFailure } from './format-failure.ts'

/** One line per interval, because a database that is gone fails every request. */
const EVERY_MS = 10_000

/**
 * Logs failures behind answers: the first at once, those of the next 10 s as one line with their
 * number.
 */
export class FailureLog {
  private readonly write: (text: string) => void
  private readonly every_ms: number
  private timer: NodeJS.Timeout | undefined
  private count = 0
  private last: unknown

  constructor(write: (text: string) => void, every_ms = EVERY_MS) {
    this.write = write
    this.every_ms = every_ms
  }

  failed(error: unknown): void {
    this.count++
    this.last = error
    if (this.timer === undefined) this.flush()
  }

  /** Writes the failures that are not yet in the log. */
  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.count === 0) return
    const text = formatFailure(this.last)
    this.write(this.count === 1 ? text : `${this.count} failures, the last: ${text}`)
    this.count = 0
    this.timer = setTimeout(() => this.flush(), this.every_ms)
    this.timer.unref()
  }
}
