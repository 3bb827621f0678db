import { afterEach, expect, test } from 'vitest'
import { type PoolOptions, ThreadPool } from './thread-pool.ts'

interface Job {
  value?: number
  bytes?: Uint8Array
  /** Code that the thread runs instead of answering. */
  fault?: 'throw' | 'exit' | 'hang'
  /** The job loads the processor for this time, then sets the first value. */
  busy?: { ms: number; done: Int32Array }
}
interface Answer {
  value: number
  thread: number
}

const ANSWERS = JSON.stringify(new URL('./answer-jobs.ts', import.meta.url).href)
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId, workerData } from 'node:worker_threads'
    import { answerJobs } from ${ANSWERS}
    answerJobs(async ({ value, bytes, fault, busy }) => {
      for (const end = Date.now() + busy?.ms; Date.now() < end; );
      if (busy) busy.done[0] = 1
      if (fault === 'throw') throw new RangeError('out of paint')
      if (fault === 'exit') process.exit(3)
      if (fault === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      return { value: bytes ? bytes.length : value * (workerData ?? 1), thread: threadId }
    })`)}`,
)

const pools: ThreadPool<Job, Answer>[] = []
function poolOf(options: PoolOptions): ThreadPool<Job, Answer> {
  const pool = new ThreadPool<Job, Answer>(SCRIPT, options)
  pools.push(pool)
  return pool
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))

test('all jobs are answered, with the data that the threads were started with', async () => {
  const taken = new Map<number, number>()
  const jobs = Array.from({ length: 20 }, (_, value) => ({ value }))
  const pool = poolOf({ size: 2, workerData: 10 })
  await pool.runAll(jobs, (answer, job) => taken.set(job.value!, answer.value))
  expect([...taken].sort(([a], [b]) => a - b)).toEqual(jobs.map(({ value }) => [value, value * 10]))
})

test('a transferred buffer is not copied', async () => {
  const bytes = new Uint8Array(1000)
  expect(await poolOf({ size: 1 }).run({ bytes }, [bytes.buffer])).toMatchObject({ value: 1000 })
  expect(bytes.length).toBe(0)
})

test('the first error ends all: no further job is read and the pool is closed', async () => {
  let read = 0
  function* jobs(): Iterable<Job> {
    for (; read < 1000; read++) yield read === 5 ? { fault: 'throw' } : { value: read }
  }
  const pool = poolOf({ size: 2 })
  await expect(pool.runAll(jobs(), () => {})).rejects.toThrow('out of paint')
  expect(read).toBeLessThan(1000)
  await expect(pool.run({ value: 1 })).rejects.toMatchObject({ reason: 'closed' })
})

test('a job fails with the error of its thread, and the next job gets a new thread', async () => {
  const pool = poolOf({ size: 1, deadlineMs: 1_000 })
  await expect(pool.run({ fault: 'throw' })).rejects.toThrow(RangeError)
  await expect(pool.run({ fault: 'exit' })).rejects.toMatchObject({ reason: 'ended' })
  await expect(pool.run({ fault: 'hang' })).rejects.toMatchObject({ reason: 'late' })
  const patient = poolOf({ size: 1 })
  await expect(patient.run({ fault: 'exit' })).rejects.toMatchObject({ reason: 'ended' })
  expect(await patient.run({ value: 7 })).toMatchObject({ value: 7 })
})

test('a work may have a deadline of its own', async () => {
  const pool = poolOf({ size: 1, deadlineMs: 60_000 })
  const late = pool.lend((thread) => thread.run({ fault: 'hang' }), undefined, 100)
  await expect(late).rejects.toMatchObject({ reason: 'late' })
})

test('jobs wait for a thread and start in order', async () => {
  const pool = poolOf({ size: 2 })
  const values = [1, 2, 3, 4]
  const runs = values.map((value) => pool.run({ value }))
  expect(pool.waiting).toBe(2)
  expect((await Promise.all(runs)).map(({ value }) => value)).toEqual(values)
  expect(pool.waiting).toBe(0)
})

test('a job gets the idle thread that it prefers', async () => {
  const pool = poolOf({ size: 2 })
  const both = await Promise.all(
    [1, 2].map((value) =>
      pool.lend(async (lent) => ({ lent, number: (await lent.run({ value })).thread })),
    ),
  )
  for (const { lent, number } of both) {
    const run = pool.lend(
      (thread) => thread.run({ value: 3 }),
      (thread) => thread === lent,
    )
    expect(await run).toEqual({ value: 3, thread: number })
  }
})

test('only an idle or a new thread is lent at once', async () => {
  const pool = poolOf({ size: 1 })
  const busy = pool.run({ value: 1 })
  expect(pool.lendIdle((thread) => thread.run({ value: 2 }))).toBeNull()
  await busy
  expect(await pool.lendIdle((thread) => thread.run({ value: 2 }))).toMatchObject({ value: 2 })
})

test('an idle thread is ended, and the next job gets a new one', async () => {
  const pool = poolOf({ size: 1, idleMs: 1 })
  const { thread } = await pool.run({ value: 1 })
  await expect.poll(async () => (await pool.run({ value: 1 })).thread).not.toBe(thread)
})

test('closing fails the jobs that run and those that wait', async () => {
  const pool = poolOf({ size: 1 })
  const runs = [pool.run({ fault: 'hang' }), pool.run({ value: 2 })]
  const settled = Promise.allSettled(runs)
  await pool.close()
  for (const each of await settled) expect(each).toMatchObject({ reason: { reason: 'closed' } })
})

test('a busy thread that is ended finishes its job, which has failed at once', async () => {
  const pool = poolOf({ size: 1 })
  const done = new Int32Array(new SharedArrayBuffer(4))
  await pool.run({ value: 1 })
  const closed = pool.run({ busy: { ms: 300, done } }).catch(({ reason }) => [reason, done[0]])
  const closing = pool.close()
  expect(await closed).toEqual(['closed', 0])
  await closing
  expect(done[0]).toBe(1)
})
