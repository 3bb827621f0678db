import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { StepError } from '../../terminal/step-error.ts'
import type { Database, Statement } from './database.ts'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'

/** Connections of one process. */
const CONNECTIONS_MAX = 10
/** For a connection of the pool; then the accounts are gone for the moment. */
const CONNECT_WAIT_MS = 5_000
/** No statement of ours takes a hundredth of it. */
const STATEMENT_MAX_MS = 10_000

/** A PostgreSQL that any number of processes may share. Throws `StepError` where it does not answer. */
export async function openPostgresql(url: string): Promise<Database> {
  const target = shownUrl(url)
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_WAIT_MS,
    statement_timeout: STATEMENT_MAX_MS,
    application_name: 'plat accounts',
  })
  // A connection that breaks while it is idle is replaced by the next question.
  pool.on('error', () => {})
  // One that breaks between the statements of a transaction fails the next of them; without a
  // listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await migrateOn(await pool.connect(), target)
  } catch (error) {
    await pool.end()
    if (error instanceof StepError) throw error
    throw new StepError(
      'open the accounts',
      target,
      (error as Error).message || (error as { code?: string }).code || 'it does not answer',
      'Check DATABASE_URL, that PostgreSQL runs there, and that the user may create tables.',
      { cause: error },
    )
  }
  return {
    engine: 'postgresql',
    tables: drizzle(pool, { schema }),
    query: async <Row>(statement: Statement) => (await pool.query(statement)).rows as Row[],
    close: () => pool.end(),
  }
}

async function migrateOn(client: PoolClient, target: string): Promise<void> {
  let isBroken = false
  try {
    await client.query('BEGIN')
    await migrate(async (text, values) => (await client.query(text, values)).rows, target)
    await client.query('COMMIT')
  } catch (error) {
    isBroken = true
    throw error
  } finally {
    // A connection that failed within a transaction is not given to others.
    client.release(isBroken)
  }
}

/** Host and database of an address: it may hold a password. */
export function shownUrl(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url)
    return `PostgreSQL ${host || searchParams.get('host') || 'on this machine'}${pathname}`
  } catch {
    return 'PostgreSQL of DATABASE_URL'
  }
}
