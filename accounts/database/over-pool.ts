import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Database, Statement, Tables } from './database.ts'
import { type Migrations, migrate } from './migrate.ts'

/** Runs statements over a pool of connections, the same for both engines. */
export function overPool(pool: Pool): Pick<Database, 'tables' | 'query' | 'run'> {
  const tables: Tables = drizzle(pool)
  tables.transaction = (work, options) =>
    withClient(pool, (client) => drizzle(client).transaction(work, options))
  return {
    tables,
    query: async <Row>(statement: Statement) => (await pool.query(statement)).rows as Row[],
    run: (text, values) => withClient(pool, (client) => runAll(client, text, values)),
  }
}

/** The rows of a statement that is written in SQL. Throws the driver's error. */
export async function rowsOf<Row>(tables: Tables, statement: SQL): Promise<Row[]> {
  // Both engines have the driver pg, whose results Drizzle types for no driver in particular.
  return ((await tables.execute(statement)) as unknown as { rows: Row[] }).rows
}

/** Lends one connection and always returns it: Drizzle loses one for each BEGIN that fails. */
export async function withClient<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Migrates in one transaction. See `migrate`. */
export async function migrateOver(
  pool: Pool,
  target: string,
  migrations: Migrations,
): Promise<void> {
  await withClient(pool, async (client) => {
    await client.query('BEGIN')
    try {
      await migrate(
        async (text, values) => (await client.query(text, values)).rows,
        target,
        migrations,
      )
      await client.query('COMMIT')
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })
}

/** Ends a transaction that has failed, on a connection that may be gone. */
async function rollBack(client: PoolClient): Promise<void> {
  await client.query('ROLLBACK').catch(() => {})
}

async function runAll(client: PoolClient, text: string, values?: unknown[]) {
  try {
    return allRows(await client.query(text, values))
  } catch (error) {
    // A text with its own BEGIN that failed leaves the connection in its transaction.
    await rollBack(client)
    throw error
  }
}

/** The driver returns one result for a statement, and a list of them for a text with several. */
function allRows(result: QueryResult | QueryResult[]): Record<string, unknown>[] {
  return Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows
}

type Send = (...sent: unknown[]) => unknown

/**
 * Lets a connection run one statement after the other: better-auth sends two of a transaction at
 * once, and pg 8 would warn about it on standard error.
 */
export function sendInTurn(client: PoolClient, send: Send = client.query.bind(client)): void {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn: Send = (...sent) => {
    if (typeof sent.at(-1) === 'function') return send(...sent)
    const result = last.then(() => send(...sent))
    last = result.catch(() => {})
    return result
  }
  client.query = inTurn as typeof client.query
}
