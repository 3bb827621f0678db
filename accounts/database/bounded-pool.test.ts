import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, test } from 'vitest'
import { onPostgres } from '../../tests/accounts/accounts-on.ts'
import { FaultyNetwork } from '../../tests/servers/faulty-network.ts'
import { openAccounts } from '../open-accounts.ts'
import type { PoolBounds } from './bounded-pool.ts'
import { describeFailure } from './database-failure.ts'
import { openPostgresql } from './postgresql.ts'

const CONNECTIONS = 10
const BOUNDS: PoolBounds = { connect_ms: 1_000, statement_ms: 1_000 }
/** Failures that `describeFailure` has to recognise. */
const GONE = { isGone: true }

onPostgres((engine) => {
  let address: string
  const closings: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const place = (await engine.settings()).database
    if (place.kind !== 'postgresql') throw new Error('not on PostgreSQL')
    address = place.url
  })
  afterAll(() => Promise.all(closings.map((close) => close())))

  /** A network and a database behind it: tests wait for their bounds at the same time. */
  async function openBehind(bounds = BOUNDS) {
    const network = await FaultyNetwork.before(address)
    const url = network.through(address)
    const database = await openPostgresql(url, bounds)
    let closed: Promise<void> | undefined
    const close = () => {
      closed ??= database.close()
      return closed
    }
    closings.push(async () => {
      await close()
      await network.close()
    })
    const pidOf = async (text: string) => (await database.query<{ pid: number }>({ text }))[0].pid
    /** The server process that answers. */
    const backend = () => pidOf('SELECT pg_backend_pid() AS pid')
    /** How many different ones answer at once. */
    const fill = async () => {
      const text = 'SELECT pg_backend_pid() AS pid, pg_sleep(0.1)'
      return new Set(await Promise.all(Array.from({ length: CONNECTIONS }, () => pidOf(text)))).size
    }
    return { network, url, database, close, backend, fill }
  }

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => describeFailure(error),
    )

  test.concurrent('a statement on a silent connection fails, and takes all with it that have been idle since', async ({
    expect,
  }) => {
    const { network, backend, fill } = await openBehind()
    await fill()
    network.silenceOpen()
    expect(await failure(backend())).toMatchObject(GONE)
    // Nine more were silent.
    expect(await backend()).toBeGreaterThan(0)
  })

  test.concurrent('a connection that answered since then goes on', async ({ expect }) => {
    const { network, backend } = await openBehind()
    await backend()
    network.silenceOpen()
    const silent = failure(backend())
    // The silent one is busy: this opens another.
    const pid = await backend()
    expect(await silent).toMatchObject(GONE)
    expect(await backend()).toBe(pid)
  })

  test.concurrent('transactions that cannot begin lose no connection of the pool', async ({
    expect,
  }) => {
    const { network, database, fill } = await openBehind()
    expect(await fill()).toBe(CONNECTIONS)
    network.silenceOpen()
    const begun = Array.from({ length: CONNECTIONS }, () =>
      failure(database.tables.transaction((tx) => tx.execute(sql`SELECT 1`))),
    )
    for (const each of await Promise.all(begun)) expect(each).toMatchObject(GONE)
    expect(await fill()).toBe(CONNECTIONS)
  })

  test.concurrent('a transaction that falls silent fails with its statement, and lends its connection to nobody', async ({
    expect,
  }) => {
    const { network, database, backend } = await openBehind()
    const steps: string[] = []
    const work = database.tables.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
      network.silenceOpen()
      steps.push('sent')
      await tx.execute(sql`SELECT 2`)
      steps.push('answered')
    })
    expect(await failure(work)).toMatchObject(GONE)
    expect(steps).toEqual(['sent'])
    expect(await backend()).toBeGreaterThan(0)
  })

  test.concurrent('a transaction that fails by itself is rolled back, and its connection goes on', async ({
    expect,
  }) => {
    const { database, backend } = await openBehind()
    const pid = await backend()
    const work = database.tables.transaction(async (tx) => {
      await tx.execute(sql`CREATE TABLE left_behind (id int)`)
      throw new TypeError('a bug')
    })
    await expect(work).rejects.toThrow(TypeError)
    const text = "SELECT to_regclass('left_behind')::text AS found"
    expect(await database.query({ text })).toEqual([{ found: null }])
    expect(await backend()).toBe(pid)
  })

  test.concurrent('a slow statement is ended by the server before we give up, and does not go on without us', async ({
    expect,
  }) => {
    // The lead of the server is a share of it: a busy machine needs some tenths of a second.
    const { database } = await openBehind({ ...BOUNDS, statement_ms: 4_000 })
    const slow = database.query({ text: 'SELECT pg_sleep(60)' })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(await failure(slow)).toMatchObject(GONE)
    const text = 'SHOW idle_in_transaction_session_timeout'
    const [shown] = await database.query({ text })
    expect(shown).toEqual({ idle_in_transaction_session_timeout: '10s' })
  })

  test.concurrent('a network that accepts connections and passes nothing fails each statement', async ({
    expect,
  }) => {
    const { network, backend, fill } = await openBehind()
    await fill()
    network.silenceOpen()
    network.newConnections = 'silent'
    for (let n = 0; n < 2; n++) expect(await failure(backend())).toMatchObject(GONE)
    network.heal()
    expect(await backend()).toBeGreaterThan(0)
  })

  test.concurrent('of silent connections that take no goodbye not one is left open on our side', async ({
    expect,
  }) => {
    const { network, fill, close } = await openBehind()
    await fill()
    network.silenceOpen()
    await close()
    const open = () => {
      network.heal()
      return network.open
    }
    await expect.poll(open, { timeout: 60_000 }).toBe(0)
  })

  test.concurrent('closing does not wait for a statement on a silent connection', async ({
    expect,
  }) => {
    const { network, backend, close } = await openBehind({ ...BOUNDS, statement_ms: 3_600_000 })
    await backend()
    network.silenceOpen()
    const silent = failure(backend())
    await close()
    expect(await silent).toMatchObject(GONE)
  })

  test.concurrent('accounts whose database is silent are closed without waiting for their last statement', async ({
    expect,
  }) => {
    const { network, url, close } = await openBehind()
    await close()
    const bounds = { ...BOUNDS, statement_ms: 3_600_000 }
    const accounts = await openAccounts({
      ...(await engine.settings()),
      database: { kind: 'postgresql', url, bounds },
    })
    const owner = { operator: true } as const
    const { key } = await accounts.keys.create({ kind: 'map', name: 'x', owner })
    // Its last use is written at the end.
    const { kind } = await accounts.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')
    expect(kind).toBe('admitted')
    network.silenceOpen()
    await accounts.close()
    await expect(accounts.keys.create({ kind: 'map', name: 'x', owner })).rejects.toThrow()
  })

  test.concurrent('a silent database is not opened, and the reason is without its password', async ({
    expect,
  }) => {
    const { network, url } = await openBehind()
    network.newConnections = 'silent'
    const secret = url.replace('postgres@', 'postgres:hunter2@')
    await expect(openPostgresql(secret, BOUNDS)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(/^(?!.*hunter2).*terminated/),
      remedy: expect.stringContaining('DATABASE_URL'),
    })
  })
})
