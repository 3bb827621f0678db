import type { Limit, Limits, Taken } from './limits.ts'
import { RequestWindow } from './request-window.ts'
import { assertPossible, told } from './taken.ts'

/**
 * Ids of one limit that are counted at a time: past it the one longest unused is forgotten. About
 * 5 kB each at most. Those of one limit do not push out those of another: anybody can make 20,000
 * ids of clients, and must not be able to begin the tries of a password anew.
 */
const IDS_MAX = 20_000

/** Limits of one process. */
export class MemoryLimits implements Limits {
  /** By limit, of which there are a dozen, then by id. */
  private readonly limits = new Map<string, Map<string, RequestWindow>>()
  private readonly now: () => number

  /** `now` in ms, never going back. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  async take(id: string, limit: Limit, count = 1): Promise<Taken> {
    return this.takeNow(id, limit, count)
  }

  /** The same at once. */
  takeNow(id: string, limit: Limit, count = 1): Taken {
    assertPossible(limit, count)
    const windows = this.windowsOf(limit)
    const window = windows.get(id) ?? new RequestWindow()
    // The order of the map is that of their last use.
    windows.delete(id)
    windows.set(id, window)
    if (windows.size > IDS_MAX) windows.delete(windows.keys().next().value!)
    return told(window.take(this.now(), limit, count, count), limit, count)
  }

  /** Requests that were taken and turned out to be none; the latest are given back. */
  giveBack(id: string, count: number): void {
    for (const windows of this.limits.values()) windows.get(id)?.giveBack(count)
  }

  close(): void {}

  async forget(id: string): Promise<void> {
    for (const windows of this.limits.values()) windows.delete(id)
  }

  private windowsOf({ requests, window_ms }: Limit): Map<string, RequestWindow> {
    const name = `${requests}/${window_ms}`
    const windows = this.limits.get(name) ?? new Map<string, RequestWindow>()
    this.limits.set(name, windows)
    return windows
  }
}
