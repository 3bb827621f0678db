import { LRUCache } from 'lru-cache'

/** Responses of one upstream in the cache of a thread. */
const CACHE_ENTRIES_MAX = 512
/** Their bytes as they were received; the parsed values take about as much again. */
const CACHE_BYTES_MAX = 4 * 1024 * 1024
/** A larger response is requested again each time. */
const CACHED_RESPONSE_BYTES_MAX = CACHE_BYTES_MAX / 4

/** A parsed value, and the length of the body it came from. */
export interface SizedValue<T> {
  value: T
  bytes: number
}

interface CachedValue {
  value: unknown
  at: number
}

/** Cached responses of one upstream, and the requests in flight that identical ones join. */
export class ResponseCache {
  private readonly cached = new LRUCache<string, CachedValue>({
    max: CACHE_ENTRIES_MAX,
    maxSize: CACHE_BYTES_MAX,
    maxEntrySize: CACHED_RESPONSE_BYTES_MAX,
  })
  private readonly requests = new Map<string, Promise<unknown>>()
  private readonly cache_ms: number
  private readonly now: () => number

  constructor(cache_ms: number, now: () => number) {
    this.cache_ms = cache_ms
    this.now = now
  }

  get<T>(key: string): { value: T } | null {
    const found = this.cached.get(key)
    if (!found) return null
    const age_ms = this.now() - found.at
    // A response from the future dates from before the clock was set back: its age is not known.
    if (age_ms >= 0 && age_ms < this.cache_ms) return { value: found.value as T }
    this.cached.delete(key)
    return null
  }

  inFlight<T>(key: string): Promise<T> | null {
    return (this.requests.get(key) as Promise<T> | undefined) ?? null
  }

  /**
   * Sends one request that identical ones may join, and caches its value. A failure is not cached.
   */
  dedupe<T>(key: string, send: () => Promise<SizedValue<T>>): Promise<T> {
    const request = send()
      .then(({ value, bytes }) => {
        if (this.cache_ms > 0)
          this.cached.set(key, { value, at: this.now() }, { size: bytes + key.length })
        return value
      })
      .finally(() => this.requests.delete(key))
    this.requests.set(key, request)
    return request
  }
}
