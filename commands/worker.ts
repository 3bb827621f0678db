import { availableParallelism } from 'node:os'
import { type Command, UsageError } from '../terminal/command.ts'
import { STORE_OPTION } from './store-option.ts'
import { wholeNumber } from './whole-number.ts'

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
    const threads = wholeNumber(values, 'threads', { most: 64, fallback: availableParallelism() })
    const [{ platHome }, { stopSignal }, { requiredStore }, { requiredQueueUrl }, { runWorker }] =
      await Promise.all([
        import('../catalog/plat-home.ts'),
        import('../http/stop-signal.ts'),
        import('./push/with-store.ts'),
        import('./queue/with-queue.ts'),
        import('../workers/worker.ts'),
      ])
    const { place: store } = requiredStore(values)
    const queue = requiredQueueUrl()
    const stop = stopSignal(STOP_MS)
    await runWorker({ home: platHome(), store, threads, queue, progress, stop })
    return 0
  },
}

/** Longest time that a worker takes to end after a signal. */
const STOP_MS = 10_000
