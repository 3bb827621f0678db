import { eq, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import {
  databaseLines,
  expectedLines,
  projectTables,
  tablesOf,
} from '../../tests/accounts/schema-comparison.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ACCOUNT_MIGRATIONS, migrate, migrationNames } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import * as schema from './schema.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  test('the migrated database and the Drizzle schema agree', async () => {
    const others = (await projectTables()).map(getTableName)
    const found = await databaseLines(await engine.database(), others)
    expect(found).toEqual(expectedLines(tablesOf(schema)))
  })

  test('a password that is set by any statement ends the links of its person, and of no other', async () => {
    const { tables } = await engine.database()
    for (const id of ['ada', 'bob']) {
      await tables.insert(schema.user).values({ id, name: id, email: `${id}@example.com` })
      const account = { id, userId: id, accountId: id, providerId: 'credential' }
      await tables.insert(schema.account).values({ ...account, password: 'old' })
    }
    const link = (userId: string) =>
      tables
        .insert(schema.verification)
        .values({ id: userId, identifier: userId, value: userId, expiresAt: new Date() })
    const links = async () => (await tables.select().from(schema.verification)).map(({ id }) => id)
    await link('ada')
    await link('bob')
    await tables.update(schema.account).set({ scope: 'x' }).where(eq(schema.account.id, 'ada'))
    expect(await links()).toEqual(['ada', 'bob'])
    await tables.update(schema.account).set({ password: 'new' }).where(eq(schema.account.id, 'ada'))
    expect(await links()).toEqual(['bob'])
    await tables.delete(schema.account).where(eq(schema.account.id, 'bob'))
    const account = { id: 'bob', userId: 'bob', accountId: 'bob', providerId: 'credential' }
    await tables.insert(schema.account).values({ ...account, password: 'new' })
    expect(await links()).toEqual([])
  })

  test('a database that is up to date is migrated no more', async () => {
    const database = await engine.database()
    const run = (text: string, values?: unknown[]) => database.query({ text, values })
    expect(await migrate(run, 'a test', ACCOUNT_MIGRATIONS)).toEqual([])
  })

  test('a database of a later version is refused, and named', async () => {
    const database = await engine.database()
    await database.query({ text: "INSERT INTO migration (name) VALUES ('9999-later.sql')" })
    const run = (text: string, values?: unknown[]) => database.query({ text, values })
    await expect(migrate(run, 'a test', ACCOUNT_MIGRATIONS)).rejects.toThrow(
      /9999-later.sql.*does not know/,
    )
  })

  if (isLongRun)
    test('processes that open an empty database together migrate it once', async () => {
      const place = await engine.emptyPlace()
      const open = async () => {
        const database = await openDatabase(place)
        const rows = await database.query<{ name: string }>({ text: 'SELECT name FROM migration' })
        await database.close()
        return rows.map(({ name }) => name)
      }
      const names = await migrationNames(ACCOUNT_MIGRATIONS)
      if (engine.name === 'PostgreSQL')
        expect(await Promise.all([open(), open(), open(), open()])).toEqual(Array(4).fill(names))
      // The embedded database is for one process at a time.
      else expect([await open(), await open()]).toEqual([names, names])
    }, 120_000)
})
