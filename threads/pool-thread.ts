import { Worker } from 'node:worker_threads'

/**
 * How long a busy thread that is ended may still answer. Node 24 aborts the whole process where a
 * thread is terminated just as it begins to compress: `init_done_ && "close before init"`, once in
 * about 500 threads that did nothing else. A thread that has answered does not compress.
 */
const LAST_ANSWER_MS = 2_000

/** Reasons for which a pool lost a thread that reported no error of its own. */
const REASONS = {
  ended: 'The thread ended.',
  late: 'The thread did not answer within its deadline.',
  idle: 'The thread was ended because it was idle.',
  closed: 'The pool of the thread was closed.',
}

/** Error of a job whose thread ended or was ended before it answered. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost'
  readonly reason: keyof typeof REASONS

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason])
    this.reason = reason
  }
}

/** A thread of a `ThreadPool`. It has one job at a time, and answers it with one message. */
export class PoolThread<Job, Answer> {
  private readonly worker: Worker
  private readonly onLost: () => void
  private lost: Error | undefined
  private pending: { resolve(answer: Answer): void; reject(reason: Error): void } | undefined

  constructor(script: URL, workerData: unknown, onLost: () => void) {
    this.onLost = onLost
    this.worker = new Worker(script, { workerData })
    this.worker.on('message', (answer: Answer) => {
      this.pending?.resolve(answer)
      this.pending = undefined
    })
    this.worker.on('error', (error: Error) => this.lose(error))
    this.worker.on('exit', () => this.lose(new ThreadLost('ended')))
  }

  /**
   * Sends a job with the buffers to transfer. Rejects when the thread is lost before it answers.
   */
  run(job: Job, transfer: ArrayBuffer[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.lost) return reject(this.lost)
      this.send(job, transfer)
      this.pending = { resolve, reject }
    })
  }

  /** Sends a message that belongs to the job that runs. */
  send(message: Job, transfer: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transfer)
  }

  /** Ends the thread; its job fails for this reason, at once. */
  async end(reason: Error): Promise<void> {
    if (this.lost) return
    const isBusy = this.pending !== undefined
    this.lose(reason)
    if (isBusy) await this.lastAnswer()
    await this.worker.terminate()
  }

  private async lastAnswer(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.worker.once('message', resolve).once('exit', resolve)
    const timeout = setTimeout(resolve, LAST_ANSWER_MS)
    await promise
    clearTimeout(timeout)
  }

  private lose(reason: Error): void {
    if (this.lost) return
    this.lost = reason
    this.pending?.reject(reason)
    this.onLost()
  }

  ref(): void {
    this.worker.ref()
  }

  unref(): void {
    this.worker.unref()
  }
}
