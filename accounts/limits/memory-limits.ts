import type { Limit, Limits, Taken } from './limits.ts'
import { RequestWindow } from './request-window.ts'
import { expectPossible, told } from './told-allowance.ts'

/** Ids counted at a time: past it the one longest unused is forgotten. About 5 kB each at most. */
const IDS_MAX = 20_000

/** Limits of one process. */
export class MemoryLimits implements Limits {
  private readonly windows = new Map<string, RequestWindow>()
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
    expectPossible(limit, count)
    const window = this.windows.get(id) ?? new RequestWindow()
    // The order of the map is that of their last use.
    this.windows.delete(id)
    this.windows.set(id, window)
    if (this.windows.size > IDS_MAX) this.windows.delete(this.windows.keys().next().value!)
    return told(window.take(this.now(), limit, count, count), limit, count)
  }

  /** Requests that were taken and turned out to be none; the latest are given back. */
  giveBack(id: string, count: number): void {
    this.windows.get(id)?.giveBack(count)
  }

  close(): void {}

  async forget(id: string): Promise<void> {
    this.windows.delete(id)
  }
}
