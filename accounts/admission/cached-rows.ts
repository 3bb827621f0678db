import { LRUCache } from 'lru-cache'
import { AccountsGone } from '../accounts.ts'
import { DATABASE_SILENT } from '../availability.ts'
import { withDeadline } from '../deadline.ts'

/** Life of a cached row from the start of its query: other processes' changes are seen by then. */
const FOUND_MS = 2_000
/** A row older than this is queried again while the request is answered from the cache. */
const REFRESH_MS = 1_000
/** Life of a cached answer that there is no such row. */
const MISSING_MS = 1_000
/** Rows in the cache; the one stored first is dropped. */
const FOUND_MAX = 20_000
const MISSING_MAX = 2_000
/** Ids of one statement, and ids that may wait for the next one; further lookups are refused. */
const BATCH_MAX = 500
const WAITING_MAX = 5_000
/**
 * Time for one statement; then its lookups are refused and the next is sent. It is less than the
 * 5 s within which a revoked key must be refused everywhere, so no row is older when it is used.
 */
const LOOKUP_MS = 4_000

interface CachedRow<Row> {
  row: Row | null
  queried_at: number
  /** Number of `forget` calls before the query: a row of an older generation is not used. */
  generation: number
}
type Lookup<Row> = PromiseWithResolvers<Row | null>

/**
 * Short-lived cache of rows by the hash of a key or a session token; one query per id at a time.
 */
export class CachedRows<Row> {
  private readonly query: (ids: string[]) => Promise<Map<string, Row>>
  private readonly now: () => number
  private readonly lookup_ms: number
  private readonly found = new LRUCache<string, CachedRow<Row>>({ max: FOUND_MAX })
  private readonly missing = new LRUCache<string, CachedRow<Row>>({ max: MISSING_MAX })
  /** Lookups that wait for the next statement, and those of the one in flight. */
  private waiting = new Map<string, Lookup<Row>>()
  private inFlight = new Map<string, Lookup<Row>>()
  private isQuerying = false
  private generation = 0

  /** `now` is a monotonic clock in ms. */
  constructor(
    query: (ids: string[]) => Promise<Map<string, Row>>,
    now: () => number = () => performance.now(),
    lookup_ms = LOOKUP_MS,
  ) {
    this.query = query
    this.now = now
    this.lookup_ms = lookup_ms
  }

  /**
   * The row as it was at most two seconds ago, null when there was none, undefined when not cached.
   */
  cached(id: string): Row | null | undefined {
    const now = this.now()
    const found = this.found.peek(id)
    if (found && found.generation === this.generation && now - found.queried_at < FOUND_MS) {
      // Nobody waits for the refresh: if it fails, the row stays in use until it expires.
      if (now - found.queried_at > REFRESH_MS) this.find(id).catch(() => {})
      return found.row
    }
    const missing = this.missing.peek(id)
    return missing && now - missing.queried_at < MISSING_MS ? null : undefined
  }

  /** True when the last query of this id found a row, however long ago. */
  hasFound(id: string): boolean {
    return this.found.has(id)
  }

  /** Queries the row. Throws `AccountsGone`. */
  find(id: string): Promise<Row | null> {
    const same = this.waiting.get(id) ?? this.inFlight.get(id)
    if (same) return same.promise
    if (this.waiting.size >= WAITING_MAX)
      return Promise.reject(
        new AccountsGone('Too many requests wait for the database of the accounts.'),
      )
    const lookup: Lookup<Row> = Promise.withResolvers()
    this.waiting.set(id, lookup)
    if (!this.isQuerying) {
      this.isQuerying = true
      // Lookups of the same tick share a statement.
      queueMicrotask(() => this.queryAll())
    }
    return lookup.promise
  }

  /**
   * Expires the cached rows and those in flight for later requests. `hasFound` still knows them, so
   * that a change of one account does not make all known keys count as guesses.
   */
  forget(): void {
    this.generation++
    this.missing.clear()
    this.inFlight = new Map()
  }

  private async queryAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].slice(0, BATCH_MAX)
      for (const [id] of batch) this.waiting.delete(id)
      this.inFlight = new Map(batch)
      const [queried_at, generation] = [this.now(), this.generation]
      try {
        const rows = await withDeadline(this.query(batch.map(([id]) => id)), this.lookup_ms)
        for (const [id, { resolve }] of batch) {
          const row = rows.get(id) ?? null
          if (generation === this.generation) this.store(id, { row, queried_at, generation })
          resolve(row)
        }
      } catch (error) {
        for (const [, { reject }] of batch)
          reject(new AccountsGone(DATABASE_SILENT, { cause: error }))
      }
    }
    this.inFlight = new Map()
    this.isQuerying = false
  }

  private store(id: string, cached: CachedRow<Row>): void {
    const [into, other] =
      cached.row === null ? [this.missing, this.found] : [this.found, this.missing]
    other.delete(id)
    into.set(id, cached)
  }
}
