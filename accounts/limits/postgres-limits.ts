import { LRUCache } from 'lru-cache'
import { AccountsGone } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { withDeadline } from '../deadline.ts'
import { assertPossible, type Limit, type Limits, stepOf, type Taken, toTaken } from './limits.ts'

/** Takes that wait for the next statement; past it they throw `AccountsGone`. */
const WAITING_MAX = 10_000
/** Takes of one statement. */
const BATCH_MAX = 500
/**
 * Time for one statement; then its takes are refused and the next is sent. If the database still
 * grants them, they stay counted: an id gets less than its limit for a while, and never more.
 */
const TAKE_MS = 4_000
/** Ids known to be full; the least recently used is dropped and queried again. */
const FULL_MAX = 20_000
/** Life of a row after its last hit left the window, and the interval of the sweep. */
const SWEEP_MS = 5 * 60_000

const GONE = 'The database of the accounts does not answer.'
const TAKE = 'SELECT * FROM take_requests($1, $2, $3, $4, $5, $6, $7)'

interface Take {
  id: string
  limit: Limit
  count: number
  resolve(taken: Taken): void
  reject(error: Error): void
}
interface TakenRow {
  granted: number
  remaining: number
  /** Time in ms until the same count is free again. */
  wait: number
}

/**
 * Rate limits of any number of processes on one database, by its clock. A process has one statement
 * in flight at a time; takes that come meanwhile share the next one.
 */
export class PostgresLimits implements Limits {
  private readonly database: Pick<Database, 'query'>
  private readonly clock: (() => number) | undefined
  private readonly take_ms: number
  private waiting: Take[] = []
  private isTaking = false
  /** Ids that have nothing left, with the time of `now()` until which that is so. */
  private readonly full = new LRUCache<string, number>({ max: FULL_MAX })
  private readonly sweeping: NodeJS.Timeout

  /** `clock`, in ms, replaces the clock of the database in tests. */
  constructor(database: Pick<Database, 'query'>, clock?: () => number, take_ms = TAKE_MS) {
    this.database = database
    this.clock = clock
    this.take_ms = take_ms
    this.sweeping = setInterval(() => this.sweep().catch(() => {}), SWEEP_MS)
    this.sweeping.unref()
  }

  async take(id: string, limit: Limit, count = 1): Promise<Taken> {
    assertPossible(limit, count)
    const full = count === 1 ? this.stillFull(id, limit) : null
    if (full) return full
    if (this.waiting.length >= WAITING_MAX)
      throw new AccountsGone('Too many requests wait for the database of the accounts.')
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, limit, count, resolve, reject })
      // Takes of the same tick share a statement.
      if (!this.isTaking) {
        this.isTaking = true
        queueMicrotask(() => this.takeAll())
      }
    })
  }

  async forget(id: string): Promise<void> {
    this.full.delete(id)
    const text = 'DELETE FROM request_windows WHERE id = $1'
    await this.database.query({ name: 'forget_requests', text, values: [id] }).catch(gone)
  }

  /** Stops the sweep. */
  close(): void {
    clearInterval(this.sweeping)
  }

  /** Deletes the rows of ids that have had no hit for a while. */
  async sweep(): Promise<void> {
    const text = `DELETE FROM request_windows
      WHERE times[cardinality(times)] < extract(epoch FROM now()) * 1000 - $1`
    await this.database.query({ name: 'sweep_requests', text, values: [SWEEP_MS] }).catch(gone)
  }

  private now(): number {
    return this.clock?.() ?? performance.now()
  }

  private async takeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const takes = this.waiting.splice(0, BATCH_MAX)
      try {
        await withDeadline(this.takeBatch(takes), this.take_ms)
      } catch (error) {
        const failure = new AccountsGone(GONE, { cause: error })
        for (const { reject } of takes) reject(failure)
      }
    }
    this.isTaking = false
  }

  private async takeBatch(takes: Take[]): Promise<void> {
    const batch = [...Map.groupBy(takes, ({ id, count }) => `${id} ${count}`).values()]
    // The same order everywhere, so that statements of two processes never deadlock.
    batch.sort(([a], [b]) => (a.id < b.id ? -1 : 1))
    const values = [
      batch.map(([{ id }]) => id),
      batch.map(([{ count }]) => count),
      batch.map((same) => same.length * same[0].count),
      batch.map(([{ limit }]) => limit.requests),
      batch.map(([{ limit }]) => limit.window_ms),
      batch.map(([{ limit }]) => stepOf(limit)),
      this.clock?.() ?? null,
    ]
    const rows = await this.database.query<TakenRow>({ name: 'take_requests', text: TAKE, values })
    for (const [i, same] of batch.entries()) this.resolve(same, rows[i])
  }

  private resolve(takes: Take[], { granted, remaining, wait }: TakenRow): void {
    const [{ id, limit, count }] = takes
    if (remaining === 0 && count === 1) this.full.set(id, this.now() + wait)
    for (const [i, take] of takes.entries()) {
      const left = granted - i * count
      // At an earlier take of the batch, the requests granted after it were still free.
      const free = remaining + Math.max(0, left - count)
      take.resolve(toTaken(left >= count, limit, free, wait))
    }
  }

  private stillFull(id: string, limit: Limit): Taken | null {
    const until = this.full.get(id)
    if (until === undefined) return null
    const wait_ms = until - this.now()
    if (wait_ms > 0) return toTaken(false, limit, 0, wait_ms)
    this.full.delete(id)
    return null
  }
}

function gone(error: unknown): never {
  throw new AccountsGone(GONE, { cause: error })
}
