import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AccountsGone } from '../accounts.ts'
import type { Database, Tables } from './database.ts'
import { user } from './schema.ts'
import { WriteTransactions } from './write-transactions.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const CLAIM = { deadline_ms: Number.POSITIVE_INFINITY, claimants: ['all'] }
const ADA = eq(user.id, 'ada')

onEngines((engine) => {
  const isShared = engine.name === 'PostgreSQL'
  let database: Database
  beforeAll(async () => {
    database = await engine.database()
    for (const id of ['ada', 'bob'])
      await database.tables.insert(user).values({ id, name: '0', email: `${id}@example.com` })
  })
  const lock = (tx: Tables, id: string) =>
    tx.select({ name: user.name }).from(user).where(eq(user.id, id)).for('no key update')

  test('thirty changes of one row at once follow each other, and others are answered meanwhile', async () => {
    // Two processes: each has its own turn and its own connections.
    const writers = [new WriteTransactions(database.tables), new WriteTransactions(database.tables)]
    const changes = Array.from({ length: 30 }, (_, n) =>
      writers[n % 2].run(CLAIM, async (tx) => {
        const [{ name }] = await lock(tx, 'ada')
        await tx
          .update(user)
          .set({ name: `${Number(name) + 1}` })
          .where(ADA)
      }),
    )
    const questions = Array.from({ length: 30 }, () => database.query({ text: 'SELECT 1 AS one' }))
    expect((await Promise.all(questions)).every(([{ one }]) => one === 1)).toBe(true)
    await Promise.all(changes)
    expect(await database.tables.select({ name: user.name }).from(user).where(ADA)).toEqual([
      { name: '30' },
    ])
  })

  test('a change that fails leaves nothing behind, and the next one begins', async () => {
    const writes = new WriteTransactions(database.tables)
    const failing = writes.run(CLAIM, async (tx) => {
      await tx.update(user).set({ name: 'half' }).where(ADA)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const names = await writes.run(CLAIM, (tx) =>
      tx.select({ name: user.name }).from(user).where(ADA),
    )
    expect(names).not.toEqual([{ name: 'half' }])
  })

  test('a change that waited longer than anybody is not begun, nor is one past two hundred', async () => {
    let now = 0
    const writes = new WriteTransactions(database.tables, { now: () => now })
    const gate = Promise.withResolvers<void>()
    const first = Array.from({ length: 5 }, () => writes.run(CLAIM, () => gate.promise))
    const claim = { ...CLAIM, deadline_ms: 10_000 }
    const begun: number[] = []
    const late = Array.from({ length: 200 }, (_, n) =>
      writes.run(claim, async () => void begun.push(n)),
    )
    const outcomes = Promise.allSettled(late)
    await expect(writes.run(claim, async () => {})).rejects.toThrow(AccountsGone)
    now = 10_000
    gate.resolve()
    await Promise.all(first)
    expect((await outcomes).every((each) => each.status === 'rejected')).toBe(true)
    expect(begun).toEqual([])
  })

  test.runIf(isShared)('a row that is locked for longer than the wait is 503', async () => {
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = database.tables.transaction(async (tx) => {
      await lock(tx, 'ada')
      held.resolve()
      await done.promise
    })
    await held.promise
    const writes = new WriteTransactions(database.tables, { lockWait_ms: 20 })
    await expect(writes.run(CLAIM, (tx) => lock(tx, 'ada'))).rejects.toThrow(AccountsGone)
    done.resolve()
    await holder
  })

  test.runIf(isShared)('of two changes that wait for each other one is run again', async () => {
    const writes = new WriteTransactions(database.tables)
    const both = Promise.withResolvers<void>()
    let locked = 0
    let runs = 0
    const change = (first: string, second: string) =>
      writes.run(CLAIM, async (tx) => {
        runs++
        // A second by default.
        await tx.execute(sql`SELECT set_config('deadlock_timeout', '20ms', true)`)
        await lock(tx, first)
        if (++locked === 2) both.resolve()
        await both.promise
        await lock(tx, second)
      })
    await Promise.all([change('ada', 'bob'), change('bob', 'ada')])
    // Three, or more where the aborted one locks its first row again before the other wakes.
    expect(runs).toBeGreaterThan(2)
  })

  test.runIf(isShared)(
    'statements that a transaction sends at once are sent in their order',
    async () => {
      const warnings: string[] = []
      const record = (warning: Error) => void warnings.push(warning.message)
      process.on('warning', record)
      try {
        const results = await new WriteTransactions(database.tables).run(CLAIM, (tx) =>
          Promise.allSettled([
            tx.execute(sql`SELECT pg_sleep(0.01), 1 AS n`),
            tx.execute(sql`SELECT 2 AS n`),
            lock(tx, 'ada'),
          ]),
        )
        expect(results.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
        await new Promise(setImmediate)
        expect(warnings).toEqual([])
      } finally {
        process.off('warning', record)
      }
    },
  )
})
