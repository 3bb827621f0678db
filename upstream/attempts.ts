import { setTimeout as wait } from 'node:timers/promises'
import { AttemptFailed } from './attempt-failed.ts'
import { type FailureKind, InvalidResponse } from './failure.ts'

/** Which failed attempts are repeated, and after how long. */
export interface AttemptsOptions {
  attemptsMax: number
  /** Failures that may pass. */
  retried: readonly FailureKind[]
  /** Wait before the second attempt; twice as long before the third. */
  retry_ms: number
  /** Longest wait that the server may request before the next attempt. */
  retryAfterMax_ms: number
  signal: AbortSignal
}

/**
 * What the first successful attempt returns. Throws `AttemptFailed` where none is left, the reason
 * of an aborted signal, and any other error at once.
 */
export async function inAttempts<T>(options: AttemptsOptions, once: () => Promise<T>): Promise<T> {
  const { signal } = options
  for (let number = 1; ; number++) {
    signal.throwIfAborted()
    try {
      return await once()
    } catch (error) {
      signal.throwIfAborted()
      const failure = asAttemptFailed(error)
      const pause = pauseAfter(failure, number, options)
      if (pause === null) throw failure
      await wait(pause, undefined, { signal })
    }
  }
}

function asAttemptFailed(error: unknown): AttemptFailed {
  if (error instanceof AttemptFailed) return error
  if (error instanceof InvalidResponse) return new AttemptFailed(error.kind, error.message)
  throw error
}

/** Milliseconds until the next attempt; null where there is none. */
function pauseAfter(
  { kind, retryAfter_ms }: AttemptFailed,
  number: number,
  { attemptsMax, retried, retry_ms, retryAfterMax_ms }: AttemptsOptions,
): number | null {
  if (number >= attemptsMax || !retried.includes(kind)) return null
  const requested = retryAfter_ms ?? 0
  if (requested > retryAfterMax_ms) return null
  return Math.max(requested, retry_ms * number)
}
