import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../accounts/database/database.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { type BakeJob, bakeKeyOf } from './bakes.ts'
import { openProjects } from './open-projects.ts'
import type { ProjectStore } from './project-store.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const READY = {
  kind: 'ready',
  glb: { blob: 'a'.repeat(64), bytes: 100 },
  web: { blob: 'b'.repeat(64), bytes: 50 },
} as const

onEngines((engine) => {
  let database: Database
  let opened: { store: ProjectStore; close(): Promise<void> }
  let store: ProjectStore

  const open = async () => {
    const signingKey = new Uint8Array(32)
    const limits = new MemoryLimits()
    const onFailure = (error: unknown) => {
      throw error
    }
    opened = await openProjects(database, { signingKey, limits, onFailure })
    store = opened.store
  }
  beforeAll(async () => {
    database = await engine.database()
    await open()
  })
  // Before the hook that closes the database.
  afterAll(() => opened?.close())

  const scene = () => {
    const sceneHash = createHash('sha256').update(randomUUID()).digest('hex')
    return { sceneHash, sceneBlob: sceneHash }
  }
  const claim = async () => {
    let job: BakeJob | null = null
    const claimed = async () => {
      job ??= await store.claimBake()
      return job
    }
    await expect.poll(claimed, { timeout: 15_000 }).not.toBeNull()
    return job!
  }
  const changeJobs = (change: string) => database.query({ text: `${change} AND name = 'bake'` })
  const jobs = async (state: string) =>
    (await database.query({ text: `SELECT 1 FROM pgboss.job WHERE state = '${state}'` })).length

  test('a bake whose worker ends during each attempt fails with a reason, and may be requested again', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    expect(await store.claimBake()).not.toBeNull()
    // As after two kills before this one.
    await changeJobs(`UPDATE pgboss.job SET retry_count = 2,
      heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`)
    const state = async () => {
      await store.claimBake()
      const [row] = await database.query<{ state: string; reason: string; code: string }>({
        text: 'SELECT state, code, reason FROM bake WHERE key = $1',
        values: [bakeKeyOf(wanted.sceneHash)],
      })
      return row
    }
    await expect.poll(state, { timeout: 15_000 }).toEqual({
      state: 'failed',
      code: 'given_up',
      reason: 'The worker ended during each attempt.',
    })
    // It is reported for a minute: a client that polls must see it.
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'failed', code: 'given_up' })
    await database.query({ text: `UPDATE bake SET finished_at = now() - interval '2 minutes'` })
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'waiting', reason: null })
    const job = await store.claimBake()
    expect(job?.sceneBlob).toBe(wanted.sceneBlob)
    await store.finishBake(job!, READY)
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'ready' })
    expect([await jobs('active'), await jobs('created')]).toEqual([0, 0])
  })

  test('a bake that waits for its next attempt is not queued twice', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    const job = await store.claimBake()
    await store.finishBake(job!, { kind: 'again', code: 'storage', reason: 'Disk full.' })
    await database.tables.transaction(async (tx) => {
      // biome-ignore lint/complexity/useLiteralKeys: the queue of the store is its own
      await store['bakes'].request(tx, wanted)
    })
    expect([await jobs('retry'), await jobs('created')]).toEqual([1, 0])
    await store.finishBake(await claim(), { kind: 'empty' })
  })

  test('the failure of a slow worker does not replace the file of another', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    const job = (await store.claimBake())!
    await store.finishBake(job, READY)
    await store.finishBake(job, { kind: 'again', code: 'storage', reason: 'Disk full.' })
    await store.finishBake(job, { kind: 'failed', code: 'late', reason: 'Too late.' })
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'ready', code: null })
  })

  test('a worker whose lease has ended leaves the attempt of the next one alone', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    const slow = (await store.claimBake())!
    // As after another worker has claimed it, some seconds ago.
    await changeJobs(`UPDATE pgboss.job SET retry_count = retry_count + 1,
      heartbeat_on = now() - interval '5 seconds' WHERE state = 'active'`)
    const next = { ...slow, retryCount: slow.retryCount + 1 }
    const silent = async () => {
      const [row] = await database.query<{ is: boolean }>({
        text: `SELECT heartbeat_on < now() - interval '4 seconds' AS is FROM pgboss.job
          WHERE state = 'active'`,
      })
      return row.is
    }
    await store.touchBake(slow)
    expect(await silent()).toBe(true)
    await store.touchBake(next)
    expect(await silent()).toBe(false)
    const failure = { code: 'late', reason: 'Too late.' }
    for (const kind of ['again', 'failed', 'released'] as const)
      await store.finishBake(slow, { kind, ...failure })
    expect([await jobs('active'), await jobs('retry'), await jobs('created')]).toEqual([1, 0, 0])
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'waiting', code: null })
    // Its files are those that the other one would make.
    await store.finishBake(slow, READY)
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'ready' })
    expect(await jobs('active')).toBe(1)
    await store.finishBake(next, READY)
    expect(await jobs('active')).toBe(0)
  })

  test('a bake whose worker stops is made by the next one, as often as that happens', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    for (let stop = 0; stop < 5; stop++)
      await store.finishBake((await store.claimBake())!, { kind: 'released' })
    await store.finishBake((await store.claimBake())!, READY)
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'ready' })
  })

  test('a file that was lost is made anew once, and a failure of it is reported', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    await store.finishBake((await store.claimBake())!, READY)
    expect(await store.requestBake(wanted, 'c'.repeat(64))).toMatchObject({ state: 'ready' })
    for (const _ of [1, 2])
      expect(await store.requestBake(wanted, READY.web.blob)).toMatchObject({
        state: 'waiting',
        glb: null,
        web: null,
      })
    const failed = { kind: 'failed', code: 'invalid', reason: 'Not valid.' } as const
    await store.finishBake((await store.claimBake())!, failed)
    expect(await store.requestBake(wanted, READY.web.blob)).toMatchObject({ state: 'failed' })
    expect([await jobs('active'), await jobs('created')]).toEqual([0, 0])
  })

  test('a bake that waits without a job is queued again', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    await changeJobs(`DELETE FROM pgboss.job WHERE state = 'created'`)
    expect(await store.claimBake()).toBeNull()
    for (const _ of [1, 2])
      for (let after: string | null = ''; after !== null; ) after = await store.sweep(after)
    expect(await jobs('created')).toBe(1)
    const job = await store.claimBake()
    expect(job?.sceneBlob).toBe(wanted.sceneBlob)
    await store.finishBake(job!, { kind: 'empty' })
  })

  test('published versions are baked before views, also one that waited for a view', async () => {
    const [viewed, shown, published] = [scene(), scene(), scene()]
    await store.requestBake(viewed)
    await store.requestBake(shown)
    await store.requestBake({ ...published, use: 'publication' })
    await database.tables.transaction(async (tx) => {
      // biome-ignore lint/complexity/useLiteralKeys: the queue of the store is its own
      await store['bakes'].request(tx, { ...shown, use: 'publication' })
    })
    const order: string[] = []
    for (let job = await store.claimBake(); job; job = await store.claimBake()) {
      order.push(job.sceneBlob)
      await store.finishBake(job, { kind: 'empty' })
    }
    expect(order).toEqual([shown, published, viewed].map(({ sceneBlob }) => sceneBlob))
  })

  test('a bake that took too long is made anew when its file is read a minute later', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    const late = { kind: 'failed', code: 'late', reason: 'It took longer than 120 s.' } as const
    await store.finishBake((await store.claimBake())!, late)
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'failed', code: 'late' })
    await database.query({ text: `UPDATE bake SET finished_at = now() - interval '2 minutes'` })
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'waiting' })
    await store.finishBake((await store.claimBake())!, READY)
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'ready' })
  })

  test('a draft that has changed since is not baked, unless it is published', async () => {
    const [past, published] = [scene(), scene()]
    for (const each of [past, published]) await store.requestBake({ ...each, draftOf: 'prj_1' })
    await database.tables.transaction(async (tx) => {
      // biome-ignore lint/complexity/useLiteralKeys: the queue of the store is its own
      await store['bakes'].request(tx, { ...published, use: 'publication' })
    })
    const job = (await store.claimBake())!
    expect(job.sceneBlob).toBe(published.sceneBlob)
    await store.finishBake(job, READY)
    expect(await store.claimBake()).toBeNull()
    expect([await jobs('active'), await jobs('created')]).toEqual([0, 0])
    // Requested again it waits again.
    expect(await store.requestBake(past)).toMatchObject({ state: 'waiting' })
    await store.finishBake((await store.claimBake())!, { kind: 'empty' })
  })

  test('a process that opens the database alone takes over what was being baked at once', async () => {
    const wanted = scene()
    await store.requestBake(wanted)
    const job = (await store.claimBake())!
    await opened.close()
    await open()
    // On a PostgreSQL another process may still be at work: its lease counts.
    if (engine.name === 'PostgreSQL')
      expect([await jobs('active'), await jobs('retry')]).toEqual([1, 0])
    else {
      expect([await jobs('active'), await jobs('retry')]).toEqual([0, 1])
      await claim()
    }
    await store.finishBake(job, READY)
    expect(await store.requestBake(wanted)).toMatchObject({ state: 'ready' })
  })
})
