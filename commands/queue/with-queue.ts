import { BuildQueue } from '../../queue/build-queue.ts'
import { queueUrl } from '../../queue/queue-settings.ts'
import { type CommandOutput, UsageError } from '../../terminal/command.ts'

/** The address of the queue. Throws `UsageError` where the environment has none. */
export function requiredQueueUrl(): string {
  const url = queueUrl(process.env)
  if (!url)
    throw new UsageError('Set PLAT_QUEUE to the PostgreSQL of the queue: postgres://user@host/db.')
  return url
}

/** Runs work with the queue of builds, and closes it. */
export async function withQueue<T>(
  { progress }: Pick<CommandOutput, 'progress'>,
  work: (queue: BuildQueue) => Promise<T>,
): Promise<T> {
  const onFailure = (error: Error) => progress.note(`Queue: ${error.message}`)
  const queue = await BuildQueue.open(requiredQueueUrl(), onFailure)
  try {
    return await work(queue)
  } finally {
    await queue.close()
  }
}
