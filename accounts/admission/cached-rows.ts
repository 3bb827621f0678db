import { AccountsGone } from '../accounts.ts'
import { withDeadline } from '../deadline.ts'

/** A row is told so long after it was asked for. What another process changed is seen by then. */
const FOUND_MS = 2_000
/** Past this age it is asked for again beside the request, so that none waits for it. */
const REFRESH_MS = 1_000
/** That there is no such row is told so long. */
const MISSING_MS = 1_000
/** Rows kept; past it the one longest kept goes. */
const FOUND_MAX = 20_000
const MISSING_MAX = 2_000
/** Ids of one statement, and ids that wait for the one before theirs; past it nobody can tell. */
const BATCH_MAX = 500
const WAITING_MAX = 5_000
/**
 * For one statement; then those that wait for it are refused and the next is sent. Less than the 5 s
 * within which a revoked key is refused everywhere: a row is never older when it is used.
 */
const LOOKUP_MS = 4_000

const GONE = 'The database of the accounts does not answer.'

interface Kept<Row> {
  row: Row | null
  asked_at: number
  /** Of which `forget` it was asked after: an older one is told no more. */
  age: number
}
interface Asked<Row> {
  promise: Promise<Row | null>
  resolve(row: Row | null): void
  reject(error: Error): void
}

/** Rows of the database by a secret's hash or token, kept for seconds; each is asked for once at a time. */
export class CachedRows<Row> {
  private readonly ask: (ids: string[]) => Promise<Map<string, Row>>
  private readonly now: () => number
  private readonly lookup_ms: number
  private found = new Map<string, Kept<Row>>()
  private missing = new Map<string, Kept<Row>>()
  /** Ids that wait for the next statement, and those of the one on its way. */
  private waiting = new Map<string, Asked<Row>>()
  private asked = new Map<string, Asked<Row>>()
  private isAsking = false
  private age = 0

  /** `now` in ms, never going back. */
  constructor(
    ask: (ids: string[]) => Promise<Map<string, Row>>,
    now: () => number = () => performance.now(),
    lookup_ms = LOOKUP_MS,
  ) {
    this.ask = ask
    this.now = now
    this.lookup_ms = lookup_ms
  }

  /** The row as it was at most two seconds ago, null where there was none; undefined: `find` it. */
  kept(id: string): Row | null | undefined {
    const now = this.now()
    const found = this.found.get(id)
    if (found && found.age === this.age && now - found.asked_at < FOUND_MS) {
      // Nobody waits for it: where it fails, what is kept goes on until its time.
      if (now - found.asked_at > REFRESH_MS) this.find(id).catch(() => {})
      return found.row
    }
    const missing = this.missing.get(id)
    return missing && now - missing.asked_at < MISSING_MS ? null : undefined
  }

  /** Whether there was such a row when it was last asked for, however long ago. */
  hasFound(id: string): boolean {
    return this.found.has(id)
  }

  /** The row as it is. Throws `AccountsGone`. */
  find(id: string): Promise<Row | null> {
    const same = this.waiting.get(id) ?? this.asked.get(id)
    if (same) return same.promise
    if (this.waiting.size >= WAITING_MAX)
      return Promise.reject(
        new AccountsGone('Too many requests wait for the database of the accounts.'),
      )
    const asked = Promise.withResolvers<Row | null>()
    this.waiting.set(id, asked)
    if (!this.isAsking) {
      this.isAsking = true
      // Those of this tick go together.
      queueMicrotask(() => this.askAll())
    }
    return asked.promise
  }

  /**
   * What was kept, and what is on its way, is not told to anybody who asks from now on. That a row
   * was there stays known: whoever changes an account must not make strangers of known keys.
   */
  forget(): void {
    this.age++
    this.missing.clear()
    this.asked = new Map()
  }

  private async askAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].slice(0, BATCH_MAX)
      for (const [id] of batch) this.waiting.delete(id)
      this.asked = new Map(batch)
      const [asked_at, age] = [this.now(), this.age]
      try {
        const rows = await withDeadline(this.ask(batch.map(([id]) => id)), this.lookup_ms)
        for (const [id, { resolve }] of batch) {
          const row = rows.get(id) ?? null
          if (age === this.age) this.keep(id, { row, asked_at, age })
          resolve(row)
        }
      } catch (error) {
        for (const [, { reject }] of batch) reject(new AccountsGone(GONE, { cause: error }))
      }
    }
    this.asked = new Map()
    this.isAsking = false
  }

  private keep(id: string, kept: Kept<Row>): void {
    const [into, most] = kept.row === null ? [this.missing, MISSING_MAX] : [this.found, FOUND_MAX]
    this.found.delete(id)
    this.missing.delete(id)
    into.set(id, kept)
    if (into.size > most) into.delete(into.keys().next().value!)
  }
}
