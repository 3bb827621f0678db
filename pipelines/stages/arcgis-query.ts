import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import type { ArcgisAddress } from './arcgis-url.ts'
import { delayOf, nextChunk } from './fetch-download.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { fetchError, PassingError, requestAsset } from './fetch-response.ts'

/** A page is parsed whole; ids of a million features are 10 MB, a page of large parcels some 50. */
const ANSWER_BYTES_MAX = 256e6

/** Requests to one layer: bounded attempts, with waits that double between them. */
export class ArcgisQuery {
  private readonly address: ArcgisAddress
  private readonly limits: FetchLimits
  private readonly signal: AbortSignal

  constructor(address: ArcgisAddress, limits: FetchLimits, signal: AbortSignal) {
    this.address = address
    this.limits = limits
    this.signal = signal
  }

  /** The layer's own description. */
  describe<T>(read: (answer: HttpResponse) => T): Promise<T> {
    return this.request('', {}, read)
  }

  query<T>(parameters: Record<string, string>, read: (answer: HttpResponse) => T): Promise<T> {
    return this.request('/query', { where: this.address.where, ...parameters }, read)
  }

  /**
   * Requests until an answer can be read. A busy server reports an error inside HTTP 200, so that
   * is tried again too. Throws `InvalidResponse` for the last answer, and `StepError` where no
   * answer came.
   */
  private async request<T>(
    path: string,
    parameters: Record<string, string>,
    read: (answer: HttpResponse) => T,
  ): Promise<T> {
    const { limits, signal } = this
    const url = new URL(`${this.address.layer}${path}`)
    for (const [name, value] of Object.entries({ ...parameters, f: 'json' }))
      url.searchParams.set(name, value)
    for (let attempt = 1; ; attempt++) {
      try {
        return read(await this.answerOf(url))
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

  private async answerOf(url: URL): Promise<HttpResponse> {
    const { limits, signal } = this
    const { status, headers, body } = await requestAsset(url.href, {}, limits, signal)
    if (body === null) throw fetchError(url, 'has no body')
    const reader = body.getReader()
    const chunks: Uint8Array[] = []
    let length = 0
    try {
      for (;;) {
        const chunk = await nextChunk(reader, limits.idle_timeout_ms, signal)
        if (chunk === null) break
        length += chunk.length
        if (length > Math.min(ANSWER_BYTES_MAX, limits.bytes_max))
          throw fetchError(
            url,
            `answers with more than ${Math.min(ANSWER_BYTES_MAX, limits.bytes_max)} bytes`,
          )
        chunks.push(chunk)
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
    return { status, headers, bytes: Buffer.concat(chunks) }
  }
}
