import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { delayOf, nextChunk } from './fetch-download.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { fetchError, PassingError, requestAsset } from './fetch-response.ts'

/** A page is parsed whole; ids of a million features are 10 MB, a page of large parcels some 50. */
const ANSWER_BYTES_MAX = 256e6

/**
 * Requests a URL until its answer can be read: bounded attempts, with waits that double between
 * them. A busy server reports an error inside HTTP 200, so that is tried again too. Throws
 * `InvalidResponse` for the last answer, and `StepError` where no answer came.
 */
export function requestAnswer<T>(
  url: URL,
  read: (answer: HttpResponse) => T,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<T> {
  return withAttempts(url, limits, signal, async () => read(await answerOf(url, limits, signal)))
}

/** Calls `run` until it succeeds, within the attempts of the limits. */
export async function withAttempts<T>(
  url: URL,
  limits: FetchLimits,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = error instanceof PassingError
      if (!isPassing && !(error instanceof InvalidResponse)) throw error
      if (attempt >= limits.barren_attempts_max) {
        if (!isPassing) throw error
        throw fetchError(url, `gave up after ${attempt} attempts: ${error.message}`, error)
      }
      await sleep(delayOf(attempt, isPassing ? error.wait_ms : 0, limits), undefined, { signal })
    }
  }
}

async function answerOf(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<HttpResponse> {
  const { status, headers, body } = await requestAsset(url.href, {}, limits, signal)
  if (body === null) throw fetchError(url, 'has no body')
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  const bytes_max = Math.min(ANSWER_BYTES_MAX, limits.bytes_max)
  let length = 0
  try {
    for (;;) {
      const chunk = await nextChunk(reader, limits.idle_timeout_ms, signal)
      if (chunk === null) break
      length += chunk.length
      if (length > bytes_max) throw fetchError(url, `answers with more than ${bytes_max} bytes`)
      chunks.push(chunk)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  return { status, headers, bytes: Buffer.concat(chunks) }
}
