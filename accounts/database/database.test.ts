import { eq, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { onEachEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { Database } from './database.ts'
import { ACCOUNT_MIGRATIONS, migrate, migrationNames } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { shownUrl } from './postgresql.ts'
import * as schema from './schema.ts'

const TABLES = Object.values(schema).filter((each) => is(each, PgTable))

/** `table.column type[ not null][ default]` of every column, as the database has them. */
async function columnsOf(database: Database): Promise<string[]> {
  const rows = await database.query<Record<string, string>>({
    text: `SELECT table_name, column_name, udt_name, is_nullable, is_generated,
             column_default IS NOT NULL AS has_default
           FROM information_schema.columns WHERE table_schema = 'public'`,
  })
  return rows.map((row) =>
    lineOf({
      table: row.table_name,
      column: row.column_name,
      type: row.udt_name,
      isRequired: row.is_nullable === 'NO',
      hasDefault: `${row.has_default}` === 'true',
      isMade: row.is_generated === 'ALWAYS',
    }),
  )
}

function lineOf(column: {
  table: string
  column: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isMade: boolean
}): string {
  const { table, type, isRequired, hasDefault, isMade } = column
  const marks = [isRequired && 'not null', isMade ? 'made' : hasDefault && 'default']
  return [`${table}.${column.column}`, type, ...marks.filter(Boolean)].join(' ')
}

const UDT: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  boolean: 'bool',
  integer: 'int4',
  'integer[]': '_int4',
  'double precision[]': '_float8',
}

onEachEngine((engine) => {
  test('the migrated database and the Drizzle schema agree, column by column', async () => {
    const expected = TABLES.flatMap((table) =>
      getTableConfig(table).columns.map((column) =>
        lineOf({
          table: getTableName(table),
          column: column.name,
          type: UDT[column.getSQLType()] ?? column.getSQLType(),
          isRequired: column.notNull,
          hasDefault: column.hasDefault,
          isMade: column.generated !== undefined,
        }),
      ),
    )
    const found = await columnsOf(await engine.database())
    const ours = found.filter((line) => !line.startsWith('migration.'))
    expect(ours.sort()).toEqual(expected.sort())
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

  test('they agree on indexes, unique columns and foreign keys', async () => {
    const database = await engine.database()
    const indexes = await database.query<{ indexname: string }>({
      text: `SELECT indexname FROM pg_indexes
             WHERE schemaname = 'public' AND indexname NOT LIKE '%\\_pkey'`,
    })
    const expectedIndexes = TABLES.flatMap((table) => {
      const { indexes, uniqueConstraints, columns } = getTableConfig(table)
      return [
        ...indexes.map((each) => each.config.name),
        ...uniqueConstraints.map((each) => each.getName()),
        ...columns.filter((each) => each.isUnique).map((each) => each.uniqueName),
      ]
    })
    expect(indexes.map(({ indexname }) => indexname).sort()).toEqual(expectedIndexes.sort())
    const keys = await database.query<{ definition: string }>({
      text: `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS definition
             FROM pg_constraint WHERE contype = 'f'`,
    })
    const expectedKeys = TABLES.flatMap((table) =>
      getTableConfig(table).foreignKeys.map((key) => {
        const { columns, foreignTable } = key.reference()
        const name = (each: string) => (each === 'user' ? '"user"' : each)
        const to = `${name(getTableName(foreignTable))}(id) ON DELETE ${key.onDelete?.toUpperCase()}`
        return `${name(getTableName(table))} FOREIGN KEY (${columns[0].name}) REFERENCES ${to}`
      }),
    )
    expect(keys.map(({ definition }) => definition).sort()).toEqual(expectedKeys.sort())
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

test('the address of a database is formatted without its password', () => {
  expect(shownUrl('postgresql://plat:hunter2@db.example:5432/plat')).toBe(
    'PostgreSQL db.example:5432/plat',
  )
  expect(shownUrl('postgresql://[')).toBe('PostgreSQL of DATABASE_URL')
})
