import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AccountsGone, type Caller } from '../../accounts/accounts.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { StoreGround } from '../../tests/projects/store-ground.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import { ledgerFaults, readBalance } from '../store/credits.ts'
import type { JobStore } from '../store/job-store.ts'
import { JOB_ATTEMPTS_MAX, JOB_DAYS, JOBS_LIVE_MAX } from '../store/store-limits.ts'
import { JobRunner } from './job-runner.ts'
import { getJob, listServices, thousandths } from './job-tools.ts'
import type { PaidTool, PaidWork } from './paid-tool.ts'

const START = 10_000
const PRICE = 2_500

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: StoreGround
  let ada: Caller
  let projectId: string
  const runners: JobRunner[] = []
  const failures: unknown[] = []
  beforeAll(async () => {
    ground = await StoreGround.open(engine)
  })
  beforeEach(async () => {
    ada = await ground.person('Ada')
    projectId = (await ground.project(ada)).id
    failures.length = 0
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.close()))
    // No test leaves a job that another one could take.
    await ground.database.run('DELETE FROM tool_job')
  })
  afterAll(async () => {
    if (ground) expect(await ledgerFaults(ground.database.tables)).toEqual([])
    await ground?.close()
  })

  /** A runner with one tool, whose edits are committed once an operation id, as by the draft. */
  function runnerOf(
    work: (job: PaidWork) => Promise<Record<string, unknown>>,
    { jobs = ground.store.jobs as Pick<JobStore, keyof JobStore>, deadline_ms = 5_000 } = {},
  ): JobRunner {
    const offer = { layers: ['a'] }
    const tool: PaidTool = { name: 'look', price: PRICE, deadline_ms, offer, work }
    const onFailure = (error: unknown) => void failures.push(error)
    const runner = new JobRunner({ store: { jobs }, startingCredits: START, onFailure }, [tool])
    runners.push(runner)
    return runner
  }
  const call = (more: Record<string, unknown> = {}) => ({
    projectId,
    tool: 'look',
    operationId: 'op-1',
    creditsMax: PRICE,
    input: { at: 'here' },
    ...more,
  })
  const balance = async () => {
    const { available, reserved, spent } = await readBalance(ground.database.tables, ada.workspace)
    return { available, reserved, spent }
  }
  const PAID = { available: START - PRICE, reserved: 0, spent: PRICE }
  const UNPAID = { available: START, reserved: 0, spent: 0 }

  test('a job is charged when it is done, and a repeated call gets it for nothing', async () => {
    let works = 0
    const runner = runnerOf(async ({ input }) => ({ works: ++works, input }))
    const first = await runner.request(ada, call())
    expect(first).toMatchObject({
      state: 'done',
      credits: { quoted: 2.5, charged: 2.5 },
      result: { works: 1, input: { at: 'here' } },
    })
    expect(await runner.request(ada, call())).toEqual(first)
    const { result, ...job } = first
    expect(await getJob.run(runner, { caller: ada, projectId }, { jobId: first.jobId })).toEqual({
      ok: true,
      ...job,
      ...result,
    })
    expect(await balance()).toEqual(PAID)
    const other = call({ input: { at: 'there' } })
    await expect(runner.request(ada, other)).rejects.toMatchObject({ code: 'operation_mismatch' })
    await expect(runner.request(ada, call({ creditsMax: 9_000 }))).rejects.toMatchObject({
      code: 'operation_mismatch',
    })
    expect(works).toBe(1)
  })

  test('equal calls at once are one job', async () => {
    let works = 0
    const runner = runnerOf(async () => ({ works: ++works }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => runner.request(ada, call())))
    expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1)
    expect(works).toBe(1)
    expect(await balance()).toEqual(PAID)
  })

  test('a price above the limit or the balance is refused before anything runs', async () => {
    const runner = runnerOf(() => expect.unreachable())
    await expect(runner.request(ada, call({ creditsMax: PRICE - 1 }))).rejects.toMatchObject({
      code: 'credit_limit_exceeded',
      details: { quoted: 2.5, maxCredits: 2.499 },
    })
    const eve = await ground.person('Eve')
    await expect(runner.request(eve, call())).rejects.toMatchObject({ code: 'project_not_found' })
    await ground.store.jobs.openCredits(ada, PRICE - 1)
    await expect(runner.request(ada, call())).rejects.toMatchObject({
      code: 'insufficient_quota',
      details: { needed: 2.5, available: 2.499 },
    })
    // The id is free still: nothing was stored.
    expect(await balance()).toEqual({ available: PRICE - 1, reserved: 0, spent: 0 })
  })

  test('a job that fails costs nothing, and stays failed', async () => {
    const runner = runnerOf(async () => {
      throw new ArchitectError('geodata_failed', 'It did not answer.', { fields: { tries: 3 } })
    })
    const failed = await runner.request(ada, call())
    expect(failed).toMatchObject({
      state: 'failed',
      credits: { quoted: 2.5, charged: 0 },
      error: { code: 'geodata_failed', message: 'It did not answer.', tries: 3 },
    })
    expect(await runner.request(ada, call())).toEqual(failed)
    expect(await balance()).toEqual(UNPAID)
    expect(failures).toEqual([])
  })

  test('a fault of the tool is reported, and costs nothing', async () => {
    const runner = runnerOf(async () => {
      throw new Error('a fault')
    })
    expect(await runner.request(ada, call())).toMatchObject({
      state: 'failed',
      error: { code: 'internal_error', message: 'The service failed to do the work.' },
    })
    expect(failures).toMatchObject([{ message: 'a fault' }])
    expect(await balance()).toEqual(UNPAID)
  })

  test('work past its deadline has failed', async () => {
    const late = ({ signal }: PaidWork) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    const runner = runnerOf(late, { deadline_ms: 20 })
    expect(await runner.request(ada, call())).toMatchObject({ error: { code: 'job_timeout' } })
    expect(await balance()).toEqual(UNPAID)
  })

  test('a call that waits no longer gets its job as it is, and reads its end later', async () => {
    let finish: (fields: Record<string, unknown>) => void = () => {}
    const runner = runnerOf(() => new Promise((resolve) => (finish = resolve)))
    const { jobId, state } = await runner.request(ada, call(), 100)
    expect(state).toBe('running')
    expect(await balance()).toEqual({ available: START - PRICE, reserved: PRICE, spent: 0 })
    finish({ found: true })
    await expect
      .poll(() => runner.read(ada, jobId), { interval: 20 })
      .toMatchObject({ state: 'done', result: { found: true } })
    const eve = await ground.person('Eve')
    await expect(runner.read(eve, jobId)).rejects.toMatchObject({ code: 'job_not_found' })
  })

  type Call = (...given: unknown[]) => Promise<unknown>
  /** The jobs of the store, with some calls of it changed. */
  function jobsWith(changed: (name: keyof JobStore, real: Call) => Call) {
    return new Proxy(ground.store.jobs, {
      get(target, name) {
        const real = (Reflect.get(target, name) as Call).bind(target)
        return changed(name as keyof JobStore, real)
      },
    })
  }
  /** The jobs of a process that ends at a call: before it has reached the database, or after. */
  function endingAt(method: keyof JobStore, when: 'before' | 'after') {
    return jobsWith((name, real) => {
      if (name !== method) return real
      return async (...given) => {
        if (when === 'after') await real(...given)
        throw new AccountsGone('The process has ended.')
      }
    })
  }
  const endLeases = () =>
    ground.database.run(`UPDATE tool_job SET lease_ends_at = now() - interval '1 second'`)

  test.each([
    ['createJob', 'before'],
    ['createJob', 'after'],
    ['claimJob', 'before'],
    ['claimJob', 'after'],
    ['finishJob', 'before'],
    ['finishJob', 'after'],
  ] as const)(
    'a process that ends at %s, %s it has committed: one edit, one charge',
    async (method, when) => {
      const edits = new Set<string>()
      let works = 0
      const work = async ({ operationId }: PaidWork) => {
        works++
        edits.add(operationId)
        return { done: operationId }
      }
      const first = runnerOf(work, { jobs: endingAt(method, when) })
      await first.request(ada, call()).catch((error) => expect(error).toBeInstanceOf(AccountsGone))
      await first.close()
      await endLeases()
      const second = runnerOf(work)
      const taken = method === 'createJob' && when === 'before' ? null : second.takeLostJobs()
      await taken
      const done = await second.request(ada, call())
      expect(done).toMatchObject({ state: 'done', result: { done: 'op-1' } })
      expect(await balance()).toEqual(PAID)
      expect([...edits]).toEqual(['op-1'])
      expect(works).toBe(method === 'finishJob' && when === 'before' ? 2 : 1)
    },
  )

  test('what a process does with a job that another one has taken is refused', async () => {
    const { jobs } = ground.store
    const made = runnerOf(async () => ({}), { jobs: endingAt('claimJob', 'before') })
    const { jobId } = await made.request(ada, call(), 50)
    const first = await jobs.claimJob({ id: jobId })
    expect(await jobs.claimJob({ id: jobId })).toBeNull()
    await endLeases()
    const second = await jobs.claimJob({ id: jobId })
    expect(await jobs.touchJob(first!)).toBe(false)
    expect(await jobs.finishJob(first!, { result: '{}' })).toBe(false)
    expect(await jobs.touchJob(second!)).toBe(true)
    expect(await jobs.finishJob(second!, { result: '{}' })).toBe(true)
    expect(await jobs.finishJob(second!, { result: '{}' })).toBe(false)
    expect(await balance()).toEqual(PAID)
  })

  test(`a job that ${JOB_ATTEMPTS_MAX} processes have lost is given up, and gives its credits back`, async () => {
    const { jobs } = ground.store
    const made = runnerOf(async () => ({}), { jobs: endingAt('claimJob', 'before') })
    const { jobId } = await made.request(ada, call(), 50)
    for (let attempt = 1; attempt <= JOB_ATTEMPTS_MAX; attempt++) {
      expect((await jobs.claimJob({ id: jobId }))?.attempt).toBe(attempt)
      await endLeases()
    }
    expect(await jobs.claimJob({ id: jobId })).toBeNull()
    const runner = runnerOf(() => expect.unreachable())
    await runner.takeLostJobs()
    expect(await runner.read(ada, jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'job_lost' },
    })
    expect(await balance()).toEqual(UNPAID)
  })

  test('a project that is deleted for good fails its jobs, and no credits stay reserved', async () => {
    const made = runnerOf(async () => ({}), { jobs: endingAt('claimJob', 'before') })
    const { jobId } = await made.request(ada, call(), 50)
    await ground.store.trash(ada, projectId, 'in')
    await ground.store.purge(ada, projectId)
    const runner = runnerOf(() => expect.unreachable())
    await endLeases()
    await runner.takeLostJobs()
    await expect
      .poll(() => runner.read(ada, jobId), { interval: 20 })
      .toMatchObject({ state: 'failed', error: { code: 'project_not_found' } })
    expect(await balance()).toEqual(UNPAID)
  })

  test('a job is read by those alone who may edit its project still', async () => {
    const runner = runnerOf(async () => ({ secret: 1 }))
    const { jobId } = await runner.request(ada, call())
    expect(await runner.read(ada, jobId)).toMatchObject({ result: { secret: 1 } })
    await ground.store.trash(ada, projectId, 'in')
    await expect(runner.read(ada, jobId)).rejects.toMatchObject({ code: 'project_not_found' })
    await ground.store.trash(ada, projectId, 'out')
    expect(await runner.read(ada, jobId)).toMatchObject({ state: 'done' })
  })

  test('live jobs of a workspace are bounded, and ended ones are deleted after their time', async () => {
    const made = runnerOf(async () => ({}), { jobs: endingAt('claimJob', 'before') })
    await ground.store.jobs.openCredits(ada, 100_000)
    for (let number = 0; number < JOBS_LIVE_MAX; number++)
      await made.request(ada, call({ operationId: `op-${number}` }), 0)
    await expect(made.request(ada, call({ operationId: 'more' }))).rejects.toMatchObject({
      code: 'too_many_jobs',
    })
    await ground.database.run(
      `UPDATE tool_job SET state = 'failed', ended_at = now() - interval '${JOB_DAYS} days 1 hour';
       UPDATE tool_job SET ended_at = now() WHERE operation_id = 'op-3'`,
    )
    await ground.store.sweep()
    const left = await ground.database.query({ text: 'SELECT operation_id FROM tool_job' })
    expect(left).toEqual([{ operation_id: 'op-3' }])
  })

  test('a workspace has two jobs at work in a process, and another one does not wait for them', async () => {
    const bob = await ground.person('Bob')
    const { id: other } = await ground.project(bob)
    await ground.store.jobs.openCredits(ada, 100_000)
    const ends: (() => void)[] = []
    const works: string[] = []
    let created = 0
    const jobs = jobsWith((name, real) => async (...given) => {
      return await real(...given).finally(() => name === 'createJob' && created++)
    })
    const work = async ({ operationId }: PaidWork) => {
      works.push(operationId)
      if (operationId !== 'bob') await new Promise<void>((resolve) => ends.push(resolve))
      return {}
    }
    const runner = runnerOf(work, { jobs })
    const own = ['a', 'b', 'c', 'd'].map((operationId) =>
      runner.request(ada, call({ operationId })),
    )
    await expect.poll(() => [works.length, created]).toEqual([2, 4])
    // The search takes none of those that wait here.
    await runner.takeLostJobs()
    const given = call({ operationId: 'bob', projectId: other })
    expect(await runner.request(bob, given)).toMatchObject({ state: 'done' })
    expect([works.length, works[2]]).toEqual([3, 'bob'])
    await expect
      .poll(() => {
        for (const end of ends.splice(0)) end()
        return [...works].sort()
      })
      .toEqual(['a', 'b', 'bob', 'c', 'd'])
    for (const end of ends.splice(0)) end()
    for (const job of await Promise.all(own)) expect(job).toMatchObject({ state: 'done' })
    const attempts = await ground.database.query({ text: 'SELECT DISTINCT attempt FROM tool_job' })
    expect(attempts).toEqual([{ attempt: 1 }])
  })

  test('a job that the search takes before its own call does is done at once', async () => {
    const [taken, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const jobs = jobsWith((name, real) => async (...given) => {
      const value = await real(...given)
      if (name === 'createJob') {
        void runner.takeLostJobs()
        await taken.promise
      }
      if (name !== 'claimJob') return value
      const isSearch = !(given[0] as { id?: string }).id
      if (isSearch) taken.resolve()
      else late.resolve()
      // The search has its answer when the call, which comes too late, still has its turn.
      await (isSearch ? late.promise : expect.poll(() => works).toBe(1))
      return value
    })
    let works = 0
    const runner = runnerOf(async () => ({ works: ++works }), { jobs })
    expect(await runner.request(ada, call())).toMatchObject({ state: 'done', result: { works: 1 } })
  })

  test('a runner with waiting jobs closes, and another one does them', async () => {
    await ground.store.jobs.openCredits(ada, 100_000)
    let begun = 0
    const first = runnerOf(async ({ signal }) => {
      begun++
      await once(signal, 'abort')
      throw signal.reason
    })
    const operationIds = ['a', 'b', 'c', 'd', 'e', 'f']
    const requested = operationIds.map((operationId) => first.request(ada, call({ operationId })))
    await expect.poll(() => begun).toBe(2)
    await first.close()
    for (const job of await Promise.all(requested)) expect(job.state).not.toBe('done')
    await endLeases()
    const second = runnerOf(async () => ({}))
    for (const operationId of operationIds)
      expect(await second.request(ada, call({ operationId }))).toMatchObject({ state: 'done' })
    expect(begun).toBe(2)
  })

  test('the services are listed with their prices and the balance', async () => {
    const runner = runnerOf(async () => ({}))
    expect(await listServices.run(runner, { caller: ada, projectId: '' }, {})).toEqual({
      ok: true,
      services: [{ tool: 'look', unitCredits: 2.5, layers: ['a'] }],
      balance: 10,
    })
  })
})

test.each([
  [0.1, 100],
  [2.5, 2_500],
  [0.0019, 1],
  [1_000_000, 1_000_000_000],
])('%d credits are %d thousandths', (credits, milli) => {
  expect(thousandths(credits)).toBe(milli)
})
