import type { Limit, Taken } from './limits.ts'
import type { WindowTaken } from './request-window.ts'

/** Converts the result of a window to the answer of a limit. */
export function toTaken(
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

/** Throws `RangeError` for a count that the limit never grants. */
export function assertPossible({ requests }: Limit, count: number): void {
  if (!Number.isInteger(count) || count < 1 || count > requests)
    throw new RangeError(`${count} of ${requests} requests are never granted`)
}
