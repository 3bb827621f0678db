import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Statement } from './database.ts'
import { ACCOUNT_MIGRATIONS, type Migrations, migrate } from './migrate.ts'
import * as schema from './schema.ts'

/**
 * Opens and migrates a PostgreSQL within this process, with its files in `folder`. One process
 * only: the caller holds the lock. Commits survive a kill but not a power cut, because it never
 * calls fsync.
 */
export async function openPglite(folder: string): Promise<Database> {
  const lite = await PGlite.create({ dataDir: folder })
  const migrateWith = async (migrations: Migrations): Promise<void> => {
    await lite.transaction((transaction) =>
      migrate(
        async (text, values) => {
          if (values) return (await transaction.query<Record<string, unknown>>(text, values)).rows
          return (await transaction.exec(text)).at(-1)?.rows ?? []
        },
        folder,
        migrations,
      ),
    )
  }
  await migrateWith(ACCOUNT_MIGRATIONS)
  return {
    engine: 'pglite',
    tables: drizzle(lite, { schema }),
    query: async <Row>({ text, values }: Statement) => (await lite.query<Row>(text, values)).rows,
    run: (text, values) => runAll(lite, text, values),
    migrate: migrateWith,
    close: () => lite.close(),
  }
}

async function runAll(lite: PGlite, text: string, values?: unknown[]) {
  try {
    if (values && values.length > 0)
      return (await lite.query<Record<string, unknown>>(text, values)).rows
    return (await lite.exec(text)).flatMap(({ rows }) => rows)
  } catch (error) {
    // A text with its own BEGIN that failed leaves the one connection in its transaction.
    await lite.query('ROLLBACK').catch(() => {})
    throw error
  }
}
