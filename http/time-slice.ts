import { setImmediate } from 'node:timers/promises'

/** Time for which work on one answer may hold the event loop; a dossier takes 3 to 5 ms. */
export const SLICE_MS = 2

/** A share of the event loop. Work checks it at every step and renews it when it is used up. */
export interface TimeSlice {
  /** True when the work has held the loop for `SLICE_MS`. */
  isUsedUp(): boolean
  /**
   * Waits until the loop is free for this work again. Throws `ClientGone` when the client has left.
   */
  renew(): Promise<void>
}

/**
 * Measures a slice by the processor time of the thread: on a busy machine 2 ms of work may take 20,
 * and a small dossier would queue again after each section. Processor time (1 us per call) never
 * passes faster than the wall clock, so it is read only when the slice may be over by that clock.
 */
export class SliceClock {
  private readonly now: () => number
  private readonly processorTime: () => number
  private processorBegan = 0
  /** Time of the wall clock before which the slice cannot be over. */
  private earliestEnd = 0

  /** Both clocks count in ms and never go back. */
  constructor(now = () => performance.now(), processorTime = threadTime) {
    this.now = now
    this.processorTime = processorTime
    this.restart()
  }

  restart(): void {
    this.earliestEnd = this.now() + SLICE_MS
    this.processorBegan = this.processorTime()
  }

  isOver(): boolean {
    const now = this.now()
    if (now < this.earliestEnd) return false
    const left = SLICE_MS - this.used()
    this.earliestEnd = now + left
    return left <= 0
  }

  /** Processor time of the thread since the last restart, in ms. */
  used(): number {
    return this.processorTime() - this.processorBegan
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** A slice outside of the work queue: renewing it lets sockets and timers run. */
export class LoopSlice implements TimeSlice {
  private readonly clock = new SliceClock()

  isUsedUp(): boolean {
    return this.clock.isOver()
  }

  async renew(): Promise<void> {
    await setImmediate()
    this.clock.restart()
  }
}

/** Runs work that yields after every small step, and renews the slice when it is used up. */
export async function runInSlices<Result>(
  steps: Iterator<unknown, Result>,
  slice: TimeSlice,
): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (slice.isUsedUp()) await slice.renew()
  }
}
