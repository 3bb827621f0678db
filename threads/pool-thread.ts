import { Worker } from 'node:worker_threads'

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
    this.worker.on('error', (error: Error) => void this.end(error))
    this.worker.on('exit', () => void this.end(new ThreadLost('ended')))
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

  /** Ends the thread; its job fails for this reason. */
  async end(reason: Error): Promise<void> {
    if (this.lost) return
    this.lost = reason
    this.pending?.reject(reason)
    this.onLost()
    await this.worker.terminate()
  }

  ref(): void {
    this.worker.ref()
  }

  unref(): void {
    this.worker.unref()
  }
}
