import { LRUCache } from 'lru-cache'
import type { Limit, Limits, Taken } from './limits.ts'
import { RequestWindow } from './request-window.ts'
import { assertPossible, toTaken } from './taken.ts'

/**
 * Ids of one limit that are counted at a time; past it the least recently used is dropped. At most
 * about 5 kB each. Each limit has its own ids: anybody can make 20,000 ids of clients, and must not be
 * able to reset the attempts at a password.
 */
const IDS_MAX = 20_000

/** Rate limits of one process. */
export class MemoryLimits implements Limits {
  /** Windows by limit, of which there are a dozen, then by id. */
  private readonly limits = new Map<string, LRUCache<string, RequestWindow>>()
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
    const windows = this.windowsOf(limit)
    const window = windows.get(id) ?? new RequestWindow()
    windows.set(id, window)
    return toTaken(window.take(this.now(), limit, count, count), limit, count)
  }

  /** Returns requests that should not have been counted; the latest ones go first. */
  giveBack(id: string, count: number): void {
    for (const windows of this.limits.values()) windows.peek(id)?.giveBack(count)
  }

  close(): void {}

  async forget(id: string): Promise<void> {
    for (const windows of this.limits.values()) windows.delete(id)
  }

  private windowsOf({ requests, window_ms }: Limit): LRUCache<string, RequestWindow> {
    const name = `${requests}/${window_ms}`
    const windows = this.limits.get(name) ?? new LRUCache<string, RequestWindow>({ max: IDS_MAX })
    this.limits.set(name, windows)
    return windows
  }
}
