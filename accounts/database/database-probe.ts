import type { Database } from './database.ts'

/** Interval of the probes in ms. */
const EVERY_MS = 1_000

export interface DatabaseProbeOptions {
  /** Called when the state changes; `error` is null when the database answers again. */
  onChange(error: unknown): void
  every_ms?: number
}

/**
 * Probes a database every second, one statement at a time, so that its state is known without
 * waiting. Each statement has the bounds of its pool. The first that fails is repeated at once on
 * another connection, because one broken connection proves nothing about the database.
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
    this.next = setTimeout(() => this.probe(), this.options.every_ms ?? EVERY_MS)
    this.next.unref()
  }

  private async probe(): Promise<void> {
    let error = await this.failure()
    if (error !== null && this.isAnswering && !this.isStopped) error = await this.failure()
    const isAnswering = error === null
    if (isAnswering !== this.isAnswering && !this.isStopped) {
      this.isAnswering = isAnswering
      this.options.onChange(error)
    }
    this.wait()
  }

  /** The error of a probe, or null when the database answers. */
  private async failure(): Promise<unknown> {
    try {
      await this.database.query({ name: 'probe', text: 'SELECT 1' })
      return null
    } catch (error) {
      return error
    }
  }
}
