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

/** Different times stored for one id; a limit of more requests counts in coarser steps. */
const TIMES_MAX = 300

/**
 * The step in which requests of a limit are counted, in ms; 0 counts each by its own time. A
 * request counts until the end of its step plus the window, so that a step never allows more than
 * the limit.
 */
export function stepOf({ requests, window_ms }: Limit): number {
  return requests <= TIMES_MAX ? 0 : Math.ceil(window_ms / TIMES_MAX)
}

/** Throws `RangeError` for a count that the limit never grants. */
export function assertPossible({ requests }: Limit, count: number): void {
  if (!Number.isInteger(count) || count < 1 || count > requests)
    throw new RangeError(`${count} of ${requests} requests are never granted`)
}

/** The answer of a limit; `wait_ms` is the time until the same count is free again. */
export function toTaken(
  granted: boolean,
  { requests }: Limit,
  remaining: number,
  wait_ms: number,
): Taken {
  const isFull = !granted || remaining === 0
  const retry_after_s = isFull ? Math.max(1, Math.ceil(wait_ms / 1000)) : 0
  return { granted, limit: requests, remaining, retry_after_s }
}
