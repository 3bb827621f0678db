import { shownDatabase } from '../../terminal/shown-url.ts'
import { StepError } from '../../terminal/step-error.ts'
import { BoundedPool, type PoolBounds } from './bounded-pool.ts'
import type { Database } from './database.ts'
import { ACCOUNT_MIGRATIONS, type Migrations } from './migrate.ts'
import { migrateOver, overPool } from './over-pool.ts'

/** Connections of one process. */
const CONNECTIONS_MAX = 10
/**
 * Of 829 statements of 60 sign-ins the slowest took 0.2 s, with four times the load that the
 * machine has processors; the sweep of a million counted clients took 1 s. Less than half of the 10
 * s after which a request is answered 503.
 */
export const POOL_BOUNDS: PoolBounds = { connect_ms: 4_000, statement_ms: 4_000 }
/** A migration may rewrite tables, and processes that start together wait for the first. */
const MIGRATION_MS = 60_000

/**
 * Opens a PostgreSQL that any number of processes may share. Throws `StepError` when it does not
 * answer. A statement without an answer within the bounds fails, and its connection is destroyed.
 */
export async function openPostgresql(
  url: string,
  bounds: PoolBounds = POOL_BOUNDS,
): Promise<Database> {
  const target = shownDatabase(url, 'DATABASE_URL')
  const config = { connectionString: url, application_name: 'plat accounts' }
  const migrateWith = (migrations: Migrations) =>
    migrateAt(
      new BoundedPool(config, { ...bounds, statement_ms: MIGRATION_MS }),
      target,
      migrations,
    )
  await migrateWith(ACCOUNT_MIGRATIONS)
  const pool = new BoundedPool({ ...config, max: CONNECTIONS_MAX }, bounds)
  return {
    engine: 'postgresql',
    ...overPool(pool),
    migrate: migrateWith,
    close: () => pool.close(),
  }
}

async function migrateAt(pool: BoundedPool, target: string, migrations: Migrations): Promise<void> {
  try {
    await migrateOver(pool, target, migrations)
  } catch (error) {
    if (error instanceof StepError) throw error
    throw new StepError(
      'open the accounts',
      target,
      (error as Error).message || (error as { code?: string }).code || 'it does not answer',
      'Check DATABASE_URL, that PostgreSQL runs there, and that the user may create tables.',
      { cause: error },
    )
  } finally {
    await pool.close()
  }
}
