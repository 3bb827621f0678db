import type { Allowance } from '../accounts.ts'

/** Largest number of requests in any period of `window_ms`. */
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
   * and `AccountsGone` when the limits do not answer.
   */
  take(id: string, limit: Limit, count?: number): Promise<Taken>
  /** Resets the count of an id. */
  forget(id: string): Promise<void>
  /** Stops background work. */
  close(): void
}
