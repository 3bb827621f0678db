import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findPostgres } from '../tests/servers/plain-postgres.ts'
import { sharedPostgres } from '../tests/servers/shared-postgres.ts'
import type { PlannedJob } from './build-job.ts'
import { BuildQueue, type ClaimedJob } from './build-queue.ts'
import type { BuildRun } from './build-run.ts'

const isAbsent = typeof findPostgres() === 'string'
const BOUNDS = { lease_s: 10, report_s: 1, supervise_s: 1, retry_s: 0, retries: 1 }
const DATABASE = `queue_${randomUUID().replaceAll('-', '')}`

let url: string
const opened: BuildQueue[] = []
const failures: Error[] = []

beforeAll(async () => {
  if (isAbsent) return
  const postgres = await sharedPostgres()
  await postgres.run(`CREATE DATABASE ${DATABASE}`)
  url = postgres.url(DATABASE)
})
afterEach(async () => {
  for (const queue of opened.splice(0)) await queue.close()
  expect(failures.splice(0)).toEqual([])
})
afterAll(async () => {
  if (!isAbsent) await (await sharedPostgres()).run(`DROP DATABASE ${DATABASE}`)
})

async function open(): Promise<BuildQueue> {
  const queue = await BuildQueue.open(url, (error) => failures.push(error), BOUNDS)
  opened.push(queue)
  return queue
}

/** `d` is after `b` and `c`, which are after `a`. */
const JOBS: PlannedJob[] = [
  { name: 'lock a', kind: 'lock', subject: 'a', after: [] },
  { name: 'partition b', kind: 'partition', subject: 'b', after: ['lock a'] },
  { name: 'partition c', kind: 'partition', subject: 'c', after: ['lock a'] },
  { name: 'assemble', kind: 'assemble', subject: '', after: ['partition b', 'partition c'] },
]
const REST = { names: ['sample'], acceptDrop: false, jobs: JOBS }
const worker = (version: string) => ({ name: `w-${version}`, version })
const request = (build: string) => ({ run: randomUUID(), build, ...REST })
async function ended(queue: BuildQueue, run: string): Promise<BuildRun> {
  const state = async () => (await queue.run(run))?.state
  await expect.poll(state).not.toBe('under way')
  return (await queue.run(run))!
}
const stateOf = async (queue: BuildQueue, run: string, name: string) =>
  (await queue.run(run))!.jobs.find((job) => job.name === name)?.state

test.skipIf(isAbsent)(
  'jobs are done once, after those that they wait for, by all workers',
  async () => {
    const queues = [await open(), await open()]
    const done: string[] = []
    const work = async ({ data, id }: ClaimedJob) => {
      await queues[0].log.write(data.run, id, {
        ...{ worker: 'w', step: 'tile', done: 1, total: 2, unit: 'regions', log: 'a line\n' },
      })
      done.push(`${data.kind} ${data.subject}`.trim())
    }
    const { run, isNew } = await queues[0].submit('v1', request('sample-a00000000001'))
    expect(isNew).toBe(true)
    for (const queue of queues) await queue.work(worker('v1'), work)
    const made = await ended(queues[0], run)
    expect(made).toMatchObject({ state: 'done', build: 'sample-a00000000001', version: 'v1' })
    expect([...done].sort()).toEqual(['assemble', 'lock a', 'partition b', 'partition c'])
    expect([done[0], done[3]]).toEqual(['lock a', 'assemble'])
    expect(made.jobs[3]).toMatchObject({
      name: 'assemble',
      attempts: 1,
      report: { worker: 'w', step: 'tile', done: 1, total: 2, log: 'a line\n' },
    })
  },
)

test.skipIf(isAbsent)('two that queue one build at once share its run', async () => {
  const [a, b] = [await open(), await open()]
  const build = 'sample-b00000000001'
  const both = await Promise.all([a.submit('v2', request(build)), b.submit('v2', request(build))])
  expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true])
  expect(both[0].run).toBe(both[1].run)
  expect((await a.runs()).filter((run) => run.build === build)).toHaveLength(1)
})

test.skipIf(isAbsent)('a worker of other code gets no job', async () => {
  const queue = await open()
  const taken: string[] = []
  await queue.work(worker('v4'), async ({ data }) => void taken.push(data.subject))
  const { run } = await queue.submit('v3', request('sample-c00000000001'))
  // Queued later: when the worker has it, it has looked for jobs since the others were queued.
  const jobs = JOBS.slice(0, 2).map((job) => ({ ...job, subject: `own ${job.subject}` }))
  await queue.submit('v4', { ...request('sample-c00000000002'), jobs })
  await expect.poll(() => taken).toEqual(['own a', 'own b'])
  expect(await stateOf(queue, run, 'lock a')).toBe('created')
})

test.skipIf(isAbsent)(
  'a job that always fails is given up with its reason; the others are done',
  async () => {
    const queue = await open()
    let attempts = 0
    await queue.work(worker('v5'), async ({ data, attempt }) => {
      if (data.subject !== 'b') return
      expect(attempt).toBe(attempts++)
      throw new Error('The file of b is cut off.')
    })
    const build = 'sample-d00000000001'
    const { run } = await queue.submit('v5', request(build))
    const failed = await ended(queue, run)
    expect(attempts).toBe(2)
    expect(failed.state).toBe('failed')
    expect(failed.jobs.map(({ state }) => state)).toEqual([
      ...['completed', 'failed', 'completed', 'blocked'],
    ])
    expect(failed.jobs[1]).toMatchObject({
      attempts: 2,
      problem: 'The file of b is cut off.',
    })
    // It is queued anew as a whole: what is done costs a look into the store.
    const again = await queue.submit('v5', request(build))
    expect(again.isNew).toBe(true)
    expect(again.run).not.toBe(run)
    expect((await queue.run(run))!.state).toBe('cancelled')
  },
)

test.skipIf(isAbsent)('a cancelled run ends: its job is aborted, and no other begins', async () => {
  const queue = await open()
  const began: string[] = []
  let reason: unknown
  await queue.work(worker('v6'), async ({ data, signal }) => {
    began.push(data.subject)
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
        resolve()
      })
    })
    signal.throwIfAborted()
  })
  const { run } = await queue.submit('v6', request('sample-e00000000001'))
  await expect.poll(() => began).toEqual(['a'])
  expect(await queue.cancel(run)).toBe(true)
  await expect.poll(() => String(reason)).toContain('no longer active')
  const cancelled = await ended(queue, run)
  expect(cancelled.state).toBe('cancelled')
  expect(cancelled.jobs.map(({ state }) => state)).toEqual(JOBS.map(() => 'cancelled'))
  expect(began).toEqual(['a'])
  expect(await queue.cancel(randomUUID())).toBe(false)
})

test.skipIf(isAbsent)('workers are there while they report', async () => {
  const queue = await open()
  await queue.work(worker('v7'), async () => {})
  expect(await queue.log.workers()).toContainEqual(worker('v7'))
})

test('a database that is not there is named without its password', async () => {
  const nowhere = 'postgres://plat:hunter2@127.0.0.1:9/builds'
  const opening = BuildQueue.open(nowhere, () => {})
  await expect(opening).rejects.toThrow(
    /open the queue: PostgreSQL 127\.0\.0\.1:9\/builds: .*ECONNREFUSED/,
  )
})
