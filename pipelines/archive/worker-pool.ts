import { Worker } from 'node:worker_threads'

/**
 * A fixed number of threads that each take the next job when they are free. A thread that dies
 * takes the run with it: an error in a job is ours.
 */
export class WorkerPool<Job, Answer> {
  readonly #threads: Worker[] = []
  readonly #free: Worker[] = []
  readonly #waiting: ((thread: Worker) => void)[] = []
  readonly #failing: ((error: Error) => void)[] = []
  #failure: Error | undefined

  constructor(script: URL, workerData: unknown, count: number) {
    for (let i = 0; i < count; i++) {
      const thread = new Worker(script, { workerData })
      thread.on('error', (error) => this.#fail(error as Error))
      this.#threads.push(thread)
      this.#free.push(thread)
    }
  }

  /** Runs all jobs and calls back with each answer as it comes, in any order. */
  async runAll(jobs: Iterable<Job>, take: (answer: Answer, job: Job) => void): Promise<void> {
    const queue = jobs[Symbol.iterator]()
    const lane = async (): Promise<void> => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        take(await this.run(next.value), next.value)
      }
    }
    await Promise.all(this.#threads.map(lane))
  }

  async run(job: Job, transfer: ArrayBuffer[] = []): Promise<Answer> {
    if (this.#failure) throw this.#failure
    const thread = this.#free.pop() ?? (await new Promise<Worker>((r) => this.#waiting.push(r)))
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#failing.push(reject)
      thread.once('message', (message: Answer) => {
        this.#failing.splice(this.#failing.indexOf(reject), 1)
        resolve(message)
      })
      thread.postMessage(job, transfer)
    })
    const waiting = this.#waiting.shift()
    if (waiting) waiting(thread)
    else this.#free.push(thread)
    return answer
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const reject of this.#failing.splice(0)) reject(error)
  }
}
