import type { Allowance } from '../accounts.ts'

/** At most so many requests in any stretch of `window_ms`. */
export interface Limit {
  requests: number
  window_ms: number
}

export type Taken = Allowance & { granted: boolean }

/** Counts requests by an id: a key, a session, an address, an account that signs in. */
export interface Limits {
  /**
   * Takes `count` requests (1 by default) if all of them are free, else none: refused requests are
   * not counted. An id has one limit. Throws `RangeError` for a count that the limit never grants,
   * and `AccountsGone` where nobody can tell now.
   */
  take(id: string, limit: Limit, count?: number): Promise<Taken>
  /** What the id has taken counts no more. */
  forget(id: string): Promise<void>
  /** What is done on the side is done no more. */
  close(): void
}
