import { join } from 'node:path'
import { acquireProcessMutex } from '../catalog/process-mutex.ts'
import { jobName } from '../queue/build-job.ts'
import { BuildQueue, type ClaimedJob, workerName } from '../queue/build-queue.ts'
import type { Progress } from '../terminal/progress.ts'
import { codeVersion } from './code-version.ts'
import { type ChildOptions, JobChild, type OnReport, WorkerUnfit } from './job-child.ts'

export interface WorkerOptions extends ChildOptions {
  /** The PostgreSQL of the queue. */
  queue: string
  progress: Progress
  /** Ends the worker; its job is another's at once. */
  stop: Promise<string>
}

/** Milliseconds between two written reports of a job. */
const WRITE_MS = 1_000

/**
 * Works on the jobs of queued builds until `stop`, with all that this machine has: one job at a
 * time. Throws `StepError` when it cannot begin, and when it turns out that it cannot do the jobs
 * of its version.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { home, progress, stop } = options
  const mutex = { step: 'start the worker', wait_ms: 0, remedy: REMEDY }
  const release = await acquireProcessMutex(join(home, 'worker.lock'), mutex)
  try {
    const planning = progress.step('read the code, the locks and the partition files')
    const version = await codeVersion(home)
    planning.done(`version ${version}`)
    const onFailure = (error: Error) => progress.note(`Queue: ${error.message}`)
    const queue = await BuildQueue.open(options.queue, onFailure)
    const worker = new Worker(queue, version, options)
    try {
      const reason = await Promise.race([worker.work(), stop])
      progress.note(`${reason}: this worker ends`)
    } finally {
      await worker.close()
    }
  } finally {
    await release()
  }
}

const REMEDY = 'Start a second worker of this machine with another PLAT_HOME.'

class Worker {
  private readonly name = workerName()
  private readonly queue: BuildQueue
  private readonly version: string
  private readonly progress: Progress
  private readonly child: JobChild
  private readonly unfit = Promise.withResolvers<never>()

  constructor(queue: BuildQueue, version: string, options: WorkerOptions) {
    this.queue = queue
    this.version = version
    this.progress = options.progress
    this.child = new JobChild(options)
  }

  /** Rejects when the worker cannot do the jobs of its version. */
  async work(): Promise<never> {
    const { name, version } = this
    await this.queue.work({ name, version }, (job) => this.run(job))
    this.progress.note(`Worker ${name} waits for builds of version ${version}.`)
    return await this.unfit.promise
  }

  async close(): Promise<void> {
    this.child.kill()
    await this.queue.close()
  }

  private async run(job: ClaimedJob): Promise<void> {
    const { kind, subject } = job.data
    const name = jobName(kind, subject)
    const step = this.progress.step(name)
    const report = this.reporter(job)
    report.write({ step: 'begin', done: null, total: null, unit: null, log: '' })
    try {
      await this.child.run(job, report.write)
      step.done()
    } catch (error) {
      step.done(`failed: ${(error as Error).message}`)
      if (error instanceof WorkerUnfit) this.unfit.reject(error)
      throw error
    } finally {
      await report.end()
    }
  }

  /** Writes the reports of a job, at most one a second, and the last. */
  private reporter({ id, data }: ClaimedJob): { write: OnReport; end: () => Promise<void> } {
    let last: Parameters<OnReport>[0] | null = null
    let writing: Promise<void> = Promise.resolve()
    let writtenAt = 0
    const writeNow = () => {
      const report = last
      if (!report) return
      last = null
      writtenAt = performance.now()
      // Progress is not worth a job: the database may be away for a while.
      const write = () => this.queue.log.write(data.run, id, { worker: this.name, ...report })
      writing = writing.then(write).catch(() => {})
    }
    return {
      write: (report) => {
        last = report
        if (performance.now() - writtenAt >= WRITE_MS) writeNow()
      },
      end: async () => {
        writeNow()
        await writing
      },
    }
  }
}
