import '../threads/quick-imports.ts'
import { withWorkFolder } from '../builds/run.ts'
import { openStore } from '../storage/open-store.ts'
import { StorageFailure } from '../storage/storage-failure.ts'
import { storagePlace } from '../storage/storage-place.ts'
import { StepError } from '../terminal/step-error.ts'
import type { JobAnswer, JobFailed, JobMessage } from './job-messages.ts'
import { ForeignRun, JobRunner } from './job-runner.ts'
import { ReportedProgress } from './reported-progress.ts'

// The process of a worker that does its jobs: `job-process.ts <home> <store> <threads>`. It ends
// with the worker, and the worker kills it when a job is not its own any more.

const [home, store, threads] = process.argv.slice(2)
const progress = new ReportedProgress((report) => send({ report }))

process.once('disconnect', () => process.exit(0))
// The worker decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

function send(answer: JobAnswer): void {
  if (process.connected) process.send!(answer)
}

function unfitOf({ target, problem, remedy }: StepError): JobFailed['unfit'] {
  return { target, problem, remedy }
}

async function serve(work: string): Promise<void> {
  const storage = await openStore(storagePlace(store, '--store', process.env))
  const workers = Number(threads)
  const runner = new JobRunner({ home, work, workers, storage, progress })
  process.on('message', async ({ data, attempt }: JobMessage) => {
    progress.begin()
    try {
      await runner.run(data, attempt)
      progress.flush()
      send({ done: true })
    } catch (error) {
      const { stack, message } = error as Error
      progress.note(stack ?? message)
      progress.flush()
      send({ failed: { message, unfit: error instanceof ForeignRun ? unfitOf(error) : null } })
    }
  })
  send({ ready: true })
  // Until the worker is gone.
  await new Promise<never>(() => {})
}

try {
  await withWorkFolder(home, serve)
} catch (error) {
  // A store that is away for a while: the job is tried again.
  const isAway = error instanceof StorageFailure && ['gone', 'late'].includes(error.reason)
  const unfit = error instanceof StepError && !isAway ? unfitOf(error) : null
  send({ failed: { message: (error as Error).message, unfit } })
  process.exitCode = 1
  process.disconnect?.()
}
