import PQueue from 'p-queue'

/** Runs a bounded number of tasks at once, and refuses more than a bounded number that wait. */
export class BoundedQueue {
  private readonly queue: PQueue
  private readonly waitingMax: number
  private readonly refusal: (waiting: number) => Error

  /** `refusal` makes the error of a task that finds the queue full. */
  constructor(atOnce: number, waitingMax: number, refusal: (waiting: number) => Error) {
    this.queue = new PQueue({ concurrency: atOnce })
    this.waitingMax = waitingMax
    this.refusal = refusal
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.queue.size >= this.waitingMax) throw this.refusal(this.queue.size)
    return await this.queue.add(task)
  }

  /** Resolves when no task runs or waits. */
  async idle(): Promise<void> {
    await this.queue.onIdle()
  }
}
