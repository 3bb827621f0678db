import type { Database } from './database.ts'

/** The database is asked so often whether it answers, in ms. */
const EVERY_MS = 1_000

export interface DatabaseProbeOptions {
  /** The state changed; `error` is why the database does not answer, null where it does. */
  onChange(error: unknown): void
  every_ms?: number
}

/**
 * Asks a database every second whether it answers, one statement at a time, so that others learn it
 * without waiting. Each statement has the bounds of its pool. The first that fails is repeated at
 * once, on another connection: one that broke says nothing of the database.
 */
export class DatabaseProbe {
  private readonly database: Pick<Database, 'query'>
  private readonly options: DatabaseProbeOptions
  private next: NodeJS.Timeout | undefined
  private isAnswering = true
  private isStopped = false

  constructor(database: Pick<Database, 'query'>, options: DatabaseProbeOptions) {
    this.database = database
    this.options = options
    this.wait()
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.next)
  }

  private wait(): void {
    if (this.isStopped) return
    this.next = setTimeout(() => this.look(), this.options.every_ms ?? EVERY_MS)
    this.next.unref()
  }

  private async look(): Promise<void> {
    let error = await this.failure()
    if (error !== null && this.isAnswering && !this.isStopped) error = await this.failure()
    const isAnswering = error === null
    if (isAnswering !== this.isAnswering && !this.isStopped) {
      this.isAnswering = isAnswering
      this.options.onChange(error)
    }
    this.wait()
  }

  /** Why it does not answer, or null. */
  private async failure(): Promise<unknown> {
    try {
      await this.database.query({ name: 'probe', text: 'SELECT 1' })
      return null
    } catch (error) {
      return error
    }
  }
}
