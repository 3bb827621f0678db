import { Worker } from 'node:worker_threads'

/**
 * A fixed number of threads; `runAll` keeps each busy until the jobs are done, so at most one job a
 * thread is on its way. A thread that dies takes the run with it: an error in a job is ours.
 */
export class WorkerPool<Job, Answer> {
  readonly #threads: Worker[]

  constructor(script: URL, workerData: unknown, count: number) {
    this.#threads = Array.from({ length: count }, () => new Worker(script, { workerData }))
  }

  /** Runs all jobs and calls back with each answer as it comes, in any order. */
  async runAll(jobs: Iterable<Job>, take: (answer: Answer, job: Job) => void): Promise<void> {
    const queue = jobs[Symbol.iterator]()
    const lane = async (thread: Worker): Promise<void> => {
      for (let next = queue.next(); !next.done; next = queue.next()) {
        take(await ask<Answer>(thread, next.value, []), next.value)
      }
    }
    await Promise.all(this.#threads.map(lane))
  }

  /** Runs one job, while no others run, and hands over the buffers named. */
  run(job: Job, transfer: ArrayBuffer[]): Promise<Answer> {
    return ask(this.#threads[0], job, transfer)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }
}

function ask<Answer>(thread: Worker, job: unknown, transfer: ArrayBuffer[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      thread.off('message', onMessage)
      thread.off('error', onError)
    }
    const onMessage = (answer: Answer): void => {
      settle()
      resolve(answer)
    }
    const onError = (error: unknown): void => {
      settle()
      reject(error)
    }
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.postMessage(job, transfer)
  })
}
