import type { HttpResponse } from './attempt.ts'
import type { ByteRange } from './byte-range.ts'

/** A service of somebody else that sections ask while a dossier waits. */
export interface Upstream {
  /** For settings and for `GET /v1/upstreams`: `open-meteo-forecast`. */
  id: string
  /** As sources name it. */
  title: string
  attribution: string
  /** Base address without a query; `PLAT_<ID>_URL` replaces it. */
  url: string
  /** Whether it is asked unless `PLAT_LIVE` says otherwise. */
  isOn: boolean
  /** One question, with its retries and its wait for a turn. */
  deadline_ms: number
  /** The longest answer that is read, unpacked. */
  responseBytesMax: number
  /** How long an answer is given again to the same question. */
  cache_ms: number
}

/** One question to an upstream, and how its answer is read. */
export interface UpstreamRequest<T> {
  /** Below the base address, with a leading slash; the base itself when absent. */
  path?: string
  query?: Record<string, string | number>
  /** A part of a file: the answer is a 206 of exactly these bytes, or those to the file's end. */
  range?: ByteRange
  /** Statuses beside 200 and 206 that are an answer: 404 where it means that there is nothing. */
  alsoRead?: readonly number[]
  /**
   * Throws `InvalidResponse` for what is no answer, whatever its status said. The same address is to be
   * read in one way: an answer is kept, and given to others, as it was read.
   */
  read(answer: HttpResponse): T
}

/** What an upstream said, and when. */
export interface UpstreamResponse<T> {
  value: T
  /** ISO 8601; older than now where the answer was kept. */
  retrieved_at: string
}
