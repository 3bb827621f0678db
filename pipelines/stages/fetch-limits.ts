/** Every bound of a fetch. Tests make them small. */
export interface FetchLimits {
  /** Longest time from the request to the response's headers. */
  headers_timeout_ms: number
  /** Longest time between two chunks of a body. */
  idle_timeout_ms: number
  /** Most attempts for one asset. */
  attempts_max: number
  /** Most attempts in a row without a byte. */
  barren_attempts_max: number
  /** First wait between attempts; doubles up to `retry_delay_max_ms`, with jitter. */
  retry_delay_ms: number
  retry_delay_max_ms: number
  redirects_max: number
  /** Cap on a body when the lock does not state its length. */
  bytes_max: number
}

/** The largest files in use are state file geodatabases of a few GB. */
export const FETCH_LIMITS: FetchLimits = {
  headers_timeout_ms: 30_000,
  idle_timeout_ms: 30_000,
  attempts_max: 50,
  barren_attempts_max: 5,
  retry_delay_ms: 500,
  retry_delay_max_ms: 30_000,
  redirects_max: 5,
  bytes_max: 20e9,
}

/** Bounds of the requests for the state of an asset. */
export interface ServedLimits extends FetchLimits {
  /** Longest time for one asset, whatever number of requests it takes. */
  asset_ms_max: number
}

/** Headers of a file or the description of a layer, which has its legend as pictures. */
export const SERVED_LIMITS: ServedLimits = {
  asset_ms_max: 60_000,
  headers_timeout_ms: 15_000,
  idle_timeout_ms: 15_000,
  attempts_max: 2,
  barren_attempts_max: 2,
  retry_delay_ms: 500,
  retry_delay_max_ms: 2_000,
  redirects_max: 5,
  bytes_max: 16e6,
}
