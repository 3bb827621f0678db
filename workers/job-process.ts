import '../threads/quick-imports.ts'
import { withWorkFolder } from '../builds/run.ts'
import { openStore } from '../storage/open-store.ts'
import { storagePlace } from '../storage/storage-place.ts'
import type { JobAnswer, JobMessage } from './job-messages.ts'
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
      send({ failed: { message, isForeign: error instanceof ForeignRun } })
    }
  })
  send({ ready: true })
  // Until the worker is gone.
  await new Promise<never>(() => {})
}

try {
  await withWorkFolder(home, serve)
} catch (error) {
  send({ failed: { message: (error as Error).message, isForeign: true } })
  process.exitCode = 1
  process.disconnect?.()
}
