import { setImmediate } from 'node:timers/promises'

/** Work on an answer holds the event loop for so long, then others get it: a dossier takes 3 to 5 ms. */
export const SLICE_MS = 2

/** A piece of work's share of the event loop: work checks it at every step, and renews it. */
export interface TimeSlice {
  /** Whether the work has held the loop for `SLICE_MS`. */
  isUsedUp(): boolean
  /** Waits until the loop is free for this work again. Throws `ClientGone` where nobody waits for it. */
  renew(): Promise<void>
}

/**
 * Measures a slice by the processor time of the thread: on a busy machine 2 ms of work may take 20,
 * and a small dossier would wait in line after each section. Its clock is asked for (1 us) where the
 * time of day says that the slice may be over.
 */
export class SliceClock {
  private readonly now: () => number
  private readonly processorTime: () => number
  private began = 0
  private processorBegan = 0

  /** Both in ms and never going back. */
  constructor(now = () => performance.now(), processorTime = threadTime) {
    this.now = now
    this.processorTime = processorTime
    this.restart()
  }

  restart(): void {
    this.began = this.now()
    this.processorBegan = this.processorTime()
  }

  isOver(): boolean {
    return this.now() - this.began >= SLICE_MS && this.used() >= SLICE_MS
  }

  /** Processor time of the thread since the start, ms. */
  used(): number {
    return this.processorTime() - this.processorBegan
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Of work that nobody shares the loop with by turns: sockets and timers get it in between. */
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

/** Runs work that yields after every small step, and renews the slice where that is used up. */
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
