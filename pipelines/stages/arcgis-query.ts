import type { HttpResponse } from '../../upstream/attempt.ts'
import type { ArcgisAddress } from './arcgis-url.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { requestAnswer } from './request-answer.ts'

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

  private request<T>(
    path: string,
    parameters: Record<string, string>,
    read: (answer: HttpResponse) => T,
  ): Promise<T> {
    const url = new URL(`${this.address.layer}${path}`)
    for (const [name, value] of Object.entries({ ...parameters, f: 'json' }))
      url.searchParams.set(name, value)
    return requestAnswer(url, read, this.limits, this.signal)
  }
}
