import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import type { Database } from './database.ts'
import { sqlStateOf } from './database-failure.ts'
import { openDatabase } from './open-database.ts'
import { rowsOf } from './over-pool.ts'

onEmbeddedEngine((engine) => {
  let database: Database
  beforeAll(async () => {
    database = await engine.database()
    await database.run('CREATE TABLE thing (id int PRIMARY KEY, name text)')
  })

  const add = (id: number, name: string) =>
    database.query({ text: 'INSERT INTO thing VALUES ($1, $2)', values: [id, name] })

  async function names(): Promise<string[]> {
    const text = 'SELECT name FROM thing ORDER BY 1'
    return (await database.query<{ name: string }>({ text })).map(({ name }) => name)
  }

  async function prepared(): Promise<number> {
    const statement = sql`SELECT count(*)::int AS count FROM pg_prepared_statements WHERE ${true}`
    return (await rowsOf<{ count: number }>(database.tables, statement))[0].count
  }

  test('a statement with values is prepared once, and after one that fails on a new connection', async () => {
    await add(1, 'a')
    const before = await prepared()
    await add(2, 'b')
    expect(await prepared()).toBe(before)
    const failed = await add(2, 'c').catch((error) => error)
    expect(sqlStateOf(failed)).toBe('23505')
    await add(3, 'c')
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  test('more different statements than are prepared run as well', async () => {
    for (let i = 0; i < 520; i++) {
      const text = `SELECT $1::int + ${i} AS sum`
      expect(await database.query({ text, values: [1] })).toEqual([{ sum: i + 1 }])
    }
    expect(await prepared()).toBeLessThanOrEqual(501)
  })

  test('statements wait for a transaction, whose failure leaves nothing behind', async () => {
    const failing = database.tables.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO thing VALUES (10, 'x')`)
      await new Promise((resolve) => setTimeout(resolve, 20))
      throw new Error('no')
    })
    const meanwhile = names()
    await expect(failing).rejects.toThrow('no')
    expect(await meanwhile).not.toContain('x')
  })

  test('a text with several statements runs whole, and its own transaction ends with its failure', async () => {
    const rows = await database.run('SELECT 1 AS one; SELECT 2 AS two')
    expect(rows).toEqual([{ one: 1 }, { two: 2 }])
    await expect(database.run('BEGIN; SELECT 1 / 0; COMMIT')).rejects.toThrow('division by zero')
    expect(await names()).toContain('a')
    await add(20, 'y')
    expect(await names()).toContain('y')
  })

  test('values of a megabyte and bytes come back as they were sent', async () => {
    const text = 'ä'.repeat(500_000)
    const bytes = Buffer.from([0, 1, 255])
    const rows = await database.query({
      text: 'SELECT $1::text AS text, $2::bytea AS bytes',
      values: [text, bytes],
    })
    expect(rows).toEqual([{ text, bytes }])
  })

  test('a statement that cannot be sent, or whose table has changed, is prepared anew', async () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const text = 'SELECT $1::jsonb AS value'
    await expect(database.run(text, [circular])).rejects.toThrow(/circular/)
    expect(await database.run(text, [{ a: 1 }])).toEqual([{ value: { a: 1 } }])
    const all = () => database.run('SELECT * FROM thing WHERE id = $1', [1])
    expect(await all()).toEqual([{ id: 1, name: 'a' }])
    await database.run('ALTER TABLE thing ADD COLUMN more int')
    await all().catch(() => {})
    expect(await all()).toEqual([{ id: 1, name: 'a', more: null }])
  })

  test('statements that wait when it is closed are answered, whatever the environment requires', async () => {
    vi.stubEnv('PGSSLMODE', 'require')
    const place = await engine.settings()
    const closing = await openDatabase(place.database)
    vi.unstubAllEnvs()
    const work = closing.tables.transaction(async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.execute(sql`SELECT 1`)
    })
    const waiting = [1, 2, 3].map((n) =>
      closing.query({ text: 'SELECT $1::int AS n', values: [n] }),
    )
    await closing.close()
    await work
    expect(await Promise.all(waiting)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
    await expect(closing.query({ text: 'SELECT 1' })).rejects.toThrow()
  })
})
