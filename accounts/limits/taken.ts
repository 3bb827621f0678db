import type { Limit, Taken } from './limits.ts'
import type { WindowTaken } from './request-window.ts'

/** What a taker hears. */
export function told(
  { granted, remaining, wait_ms }: WindowTaken,
  { requests }: Limit,
  count: number,
): Taken {
  const isGranted = granted >= count
  const isFull = !isGranted || remaining === 0
  return {
    granted: isGranted,
    limit: requests,
    remaining,
    retry_after_s: isFull ? Math.max(1, Math.ceil(wait_ms / 1000)) : 0,
  }
}

/** Throws `RangeError` for a count that is never granted. */
export function assertPossible({ requests }: Limit, count: number): void {
  if (!Number.isInteger(count) || count < 1 || count > requests)
    throw new RangeError(`${count} of ${requests} requests are never granted`)
}
