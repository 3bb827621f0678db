import type { Limit } from './limits.ts'

/** Times stored for one id; a limit of more requests counts in coarser steps. */
const ENTRIES_MAX = 300

/**
 * The step in which hits of a limit are counted, in ms; 0 counts each hit separately. A hit counts until
 * the end of its step plus the window, so that a step never allows more than the limit.
 */
export function stepOf({ requests, window_ms }: Limit): number {
  return requests <= ENTRIES_MAX ? 0 : Math.ceil(window_ms / ENTRIES_MAX)
}

/** Result of taking requests from a window. */
export interface WindowTaken {
  granted: number
  remaining: number
  /** Time until one more unit is free; 0 when one is free. */
  wait_ms: number
}

/** The sliding window of one id in memory. `take_requests` is the same algorithm in SQL. */
export class RequestWindow {
  /** Times of hits in ms, and the total number of hits up to each: both ascend. */
  private times: number[] = []
  private totals: number[] = []
  /** Number of hits before the first of them. */
  private base = 0

  /** Grants as many whole units of the `wanted` requests as are free at `now_ms`. */
  take(now_ms: number, limit: Limit, unit: number, wanted: number): WindowTaken {
    this.drop(countUpTo(this.times, now_ms - limit.window_ms))
    const taken = this.last() - this.base
    const free = Math.max(0, limit.requests - taken)
    const granted = Math.min(wanted, Math.floor(free / unit) * unit)
    if (granted > 0) this.add(now_ms, stepOf(limit), granted)
    const remaining = free - granted
    return { granted, remaining, wait_ms: remaining >= unit ? 0 : this.wait(now_ms, limit, unit) }
  }

  giveBack(count: number): void {
    const total = Math.max(this.base, this.last() - count)
    while (this.totals.length > 0 && this.last() > total) {
      const before = this.totals.at(-2) ?? this.base
      if (before >= total) {
        this.totals.pop()
        this.times.pop()
      } else this.totals[this.totals.length - 1] = total
    }
  }

  private last(): number {
    return this.totals.at(-1) ?? this.base
  }

  private drop(count: number): void {
    if (count === 0) return
    this.base = this.totals[count - 1]
    this.times = this.times.slice(count)
    this.totals = this.totals.slice(count)
  }

  private add(now_ms: number, step: number, granted: number): void {
    const end = step > 0 ? Math.ceil(now_ms / step) * step : now_ms
    const time = Math.max(end, this.times.at(-1) ?? end)
    const total = this.last() + granted
    if (this.times.at(-1) === time) this.totals[this.totals.length - 1] = total
    else {
      this.times.push(time)
      this.totals.push(total)
    }
  }

  /** Time until enough hits have left the window for one unit. */
  private wait(now_ms: number, { requests, window_ms }: Limit, unit: number): number {
    const gone = countUpTo(this.totals, this.last() + unit - requests - 1)
    return this.times[gone] + window_ms - now_ms
  }
}

/** Number of leading entries of an ascending list that are at most `bound`. */
function countUpTo(numbers: number[], bound: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle] <= bound) low = middle + 1
    else high = middle
  }
  return low
}
