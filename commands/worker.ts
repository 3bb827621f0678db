import { availableParallelism } from 'node:os'
import { type Command, UsageError } from '../terminal/command.ts'
import { STORE_OPTION } from './store-option.ts'

export const workerCommand: Command = {
  name: 'worker',
  summary: 'Work on queued builds, with any number of other machines',
  usage: 'worker [options]',
  options: {
    threads: {
      type: 'string',
      value: 'n',
      help: 'threads that tile and derive rows (default: the processors)',
    },
    ...STORE_OPTION,
  },
  examples: ['plat worker', 'plat worker --store s3://plat-builds/main --threads 8'],
  requires: new URL('../builds/', import.meta.url),
  async run({ positionals, values }, { progress }) {
    if (positionals.length > 0) throw new UsageError('A worker works on every queued build.')
    const threads = Number(values.threads ?? availableParallelism())
    if (!Number.isInteger(threads) || threads < 1 || threads > 64)
      throw new UsageError(
        `--threads must be a whole number from 1 to 64, got ${JSON.stringify(values.threads)}.`,
      )
    const store = (values.store as string | undefined) ?? process.env.PLAT_STORE
    if (!store) throw new UsageError('Name the store with --store, or set PLAT_STORE.')
    const [{ platHome }, { stopSignal }, { requiredQueueUrl }, { runWorker }] = await Promise.all([
      import('../catalog/plat-home.ts'),
      import('../http/stop-signal.ts'),
      import('./queue/with-queue.ts'),
      import('../workers/worker.ts'),
    ])
    const queue = requiredQueueUrl()
    const stop = stopSignal(STOP_MS)
    await runWorker({ home: platHome(), store, threads, queue, progress, stop })
    return 0
  },
}

/** Longest time that a worker takes to end after a signal. */
const STOP_MS = 10_000
