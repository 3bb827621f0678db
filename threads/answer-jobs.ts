import { parentPort } from 'node:worker_threads'

/**
 * Answers the jobs of the pool that started this thread, one at a time. `buffersOf` lists the
 * memory to transfer with an answer. An error ends the thread, and the pool reports it.
 */
export function answerJobs<Job, Answer>(
  answer: (job: Job) => Answer | Promise<Answer>,
  buffersOf: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort!
  port.on('message', async (job: Job) => {
    const result = await answer(job)
    port.postMessage(result, buffersOf(result))
  })
}
