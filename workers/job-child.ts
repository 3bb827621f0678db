import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ClaimedJob } from '../queue/build-queue.ts'
import { StepError } from '../terminal/step-error.ts'
import type { JobAnswer, JobFailed, JobMessage } from './job-messages.ts'

const SCRIPT = fileURLToPath(new URL('./job-process.ts', import.meta.url))

export interface ChildOptions {
  home: string
  /** The place of the store of builds. */
  store: string
  /** Threads of the tiler and of the deriver. */
  threads: number
}

export type OnReport = (report: Extract<JobAnswer, { report: unknown }>['report']) => void

/** The worker cannot do what other workers of its version can: it must end. */
export class WorkerUnfit extends StepError {}

/**
 * The process that does the jobs of a worker. A job that is another worker's by now, or was
 * cancelled, ends with its process; so does one that takes more memory than there is.
 */
export class JobChild {
  private readonly options: ChildOptions
  private child: ChildProcess | null = null

  constructor(options: ChildOptions) {
    this.options = options
  }

  /** Does one job at a time. Throws what made it fail, and `WorkerUnfit`. */
  async run({ data, attempt, signal }: ClaimedJob, onReport: OnReport): Promise<void> {
    signal.throwIfAborted()
    const kill = () => this.kill()
    signal.addEventListener('abort', kill)
    try {
      const child = this.child ?? (await this.start())
      signal.throwIfAborted()
      const ended = answerOf(child, onReport)
      child.send({ data, attempt } satisfies JobMessage)
      const answer = await ended
      if ('failed' in answer) throw failureOf(answer.failed)
    } finally {
      signal.removeEventListener('abort', kill)
    }
    signal.throwIfAborted()
  }

  /** Kills the process: the next job starts another one. */
  kill(): void {
    this.child?.kill('SIGKILL')
    this.child = null
  }

  private async start(): Promise<ChildProcess> {
    const { home, store, threads } = this.options
    const child = fork(SCRIPT, [home, store, `${threads}`], { stdio: ['ignore', 2, 2, 'ipc'] })
    this.child = child
    child.once('exit', () => {
      if (this.child === child) this.child = null
    })
    // A message to a process that has just ended: its end is what fails the job.
    child.on('error', () => {})
    const answer = await answerOf(child, () => {})
    if ('failed' in answer) throw failureOf(answer.failed)
    return child
  }
}

/** The next answer that ends something. Throws when the process ends without one. */
async function answerOf(child: ChildProcess, onReport: OnReport): Promise<JobAnswer> {
  if (!child.connected) throw new Error('The process of the job has ended.')
  const over = new AbortController()
  const answered = Promise.withResolvers<JobAnswer>()
  const take = (answer: JobAnswer) => {
    if ('report' in answer) onReport(answer.report)
    else answered.resolve(answer)
  }
  child.on('message', take)
  const exited = once(child, 'exit', { signal: over.signal }).then(([code, signal]) => {
    const how = signal === null ? `with the code ${code}` : `by ${signal}`
    const why = signal === 'SIGKILL' ? ': it was cancelled, or the memory was used up' : ''
    throw new Error(`The process of the job ended ${how}${why}.`)
  })
  try {
    return await Promise.race([answered.promise, exited])
  } finally {
    child.off('message', take)
    exited.catch(() => {})
    over.abort()
  }
}

function failureOf({ message, unfit }: JobFailed): Error {
  if (!unfit) return new Error(message)
  return new WorkerUnfit('work on builds', unfit.target, unfit.problem, unfit.remedy)
}
