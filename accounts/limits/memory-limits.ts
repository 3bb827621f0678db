import { LRUCache } from 'lru-cache'
import { assertPossible, type Limit, type Limits, stepOf, type Taken, toTaken } from './limits.ts'

/**
 * Ids of one limit that are counted at a time; past it the least recently used is dropped. Each
 * limit has its own ids: anybody can make 20,000 ids of clients, and must not be able to reset the
 * attempts at a password.
 */
const IDS_MAX = 20_000
/** Requests of one limit that are counted at a time, of all ids: 48 MB. */
const REQUESTS_MAX = 300 * IDS_MAX

/** For each granted request of an id, the time in ms at which it leaves the window; ascending. */
type Window = number[]

/** Rate limits of one process. */
export class MemoryLimits implements Limits {
  /** Windows by limit, which is one of a dozen constants, then by id. */
  private readonly limits = new Map<Limit, LRUCache<string, Window>>()
  private readonly now: () => number

  /** `now` is a monotonic clock in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  async take(id: string, limit: Limit, count = 1): Promise<Taken> {
    return this.takeNow(id, limit, count)
  }

  /** Does the same as `take`, synchronously. */
  takeNow(id: string, limit: Limit, count = 1): Taken {
    assertPossible(limit, count)
    const now_ms = this.now()
    const windows = this.windowsOf(limit)
    const window = (windows.get(id) ?? []).filter((end_ms) => end_ms > now_ms)
    const granted = window.length + count <= limit.requests
    const step = stepOf(limit)
    const end_ms = limit.window_ms + (step > 0 ? Math.ceil(now_ms / step) * step : now_ms)
    if (granted) for (let i = 0; i < count; i++) window.push(end_ms)
    // A new list each time: the cache measures a value only when it differs from the one it has.
    windows.set(id, window)
    const remaining = limit.requests - window.length
    const next_ms = window[Math.max(0, count - remaining - 1)]
    return toTaken(granted, limit, remaining, next_ms - now_ms)
  }

  /** Returns requests that should not have been counted; the latest ones go first. */
  giveBack(id: string, count: number): void {
    for (const windows of this.limits.values()) {
      const window = windows.peek(id)
      if (window) windows.set(id, window.slice(0, Math.max(0, window.length - count)))
    }
  }

  close(): void {}

  async forget(id: string): Promise<void> {
    for (const windows of this.limits.values()) windows.delete(id)
  }

  private windowsOf(limit: Limit): LRUCache<string, Window> {
    const found = this.limits.get(limit)
    if (found) return found
    const windows = new LRUCache<string, Window>({
      max: IDS_MAX,
      maxSize: REQUESTS_MAX,
      sizeCalculation: ({ length }) => Math.max(1, length),
    })
    this.limits.set(limit, windows)
    return windows
  }
}
