import type { HttpResponse } from './attempt.ts'
import type { ByteRange } from './byte-range.ts'

/** An external service that sections query while a dossier waits. */
export interface Upstream {
  /** Used in settings and in `GET /v1/upstreams`: `open-meteo-forecast`. */
  id: string
  /** Name that sources show. */
  title: string
  attribution: string
  /** Base address without a query; `PLAT_<ID>_URL` replaces it. */
  url: string
  /** Whether it is queried unless `PLAT_LIVE` states otherwise. */
  isOn: boolean
  /** Time for one request, with its retries and its wait in the queue. */
  deadline_ms: number
  /** The longest response that is read, unpacked. */
  responseBytesMax: number
  /** How long a response answers the same request again. */
  cache_ms: number
}

/** One request to an upstream, and how its response is read. */
export interface UpstreamRequest<T> {
  /** Path below the base address, with a leading slash; the base itself when absent. */
  path?: string
  query?: Record<string, string | number>
  /** Part of a file: the response is a 206 of exactly these bytes, or those to the file's end. */
  range?: ByteRange
  /** Statuses read as well as 200 and 206: 404 where it means that there is nothing. */
  alsoRead?: readonly number[]
  /**
   * Throws `InvalidResponse` for a response without an answer, whatever its status. One address
   * must always be read in the same way: the value is cached and shared between callers.
   */
  read(response: HttpResponse): T
}

/** Value that an upstream returned, and when. */
export interface UpstreamResponse<T> {
  value: T
  /** ISO 8601; older than now where the response came from the cache. */
  retrieved_at: string
}
