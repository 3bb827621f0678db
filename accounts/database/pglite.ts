import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Statement } from './database.ts'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'

/**
 * Opens and migrates a PostgreSQL within this process, with its files in `folder`. One process
 * only: the caller holds the lock. Commits survive a kill but not a power cut, because it never
 * calls fsync.
 */
export async function openPglite(folder: string): Promise<Database> {
  const lite = await PGlite.create({ dataDir: folder })
  await lite.transaction((transaction) =>
    migrate(async (text, values) => {
      if (values) return (await transaction.query<Record<string, unknown>>(text, values)).rows
      return (await transaction.exec(text)).at(-1)?.rows ?? []
    }, folder),
  )
  return {
    engine: 'pglite',
    tables: drizzle(lite, { schema }),
    query: async <Row>({ text, values }: Statement) => (await lite.query<Row>(text, values)).rows,
    close: () => lite.close(),
  }
}
