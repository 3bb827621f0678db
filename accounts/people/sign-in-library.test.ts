import { apiKey } from '@better-auth/api-key'
import { getSchema } from 'better-auth/db'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { Tables } from '../database/database.ts'
import * as schema from '../database/schema.ts'
import { PreparedPasswords } from './prepared-passwords.ts'
import { signInLibrary } from './sign-in-library.ts'

const library = signInLibrary({
  // Sends no query: only the schema is compared.
  tables: {} as Tables,
  secret: 'a secret of tests, which signs no session but theirs',
  isSecure: false,
  mustVerify: true,
  passwords: new PreparedPasswords({ N: 2, r: 1, p: 1 }, (hash) => hash()),
  post: () => {},
})
const wanted = getSchema({
  ...library.options,
  plugins: [...library.options.plugins, apiKey()],
} as Parameters<typeof getSchema>[0])

const TABLES = new Map<string, unknown>(Object.entries(schema))

const TYPES: Record<string, string[]> = {
  string: ['text'],
  boolean: ['boolean'],
  number: ['integer'],
  date: ['timestamp with time zone'],
}

test.each(Object.keys(wanted))('the table %s has all columns of better-auth', (name) => {
  const table = TABLES.get(name)
  if (!is(table, PgTable)) throw new Error(`there is no table ${name}`)
  const columns = table as unknown as Record<string, { getSQLType(): string; notNull: boolean }>
  for (const [field, { type, required }] of Object.entries(wanted[name].fields)) {
    expect(columns[field], field).toBeDefined()
    expect(TYPES[`${type}`], field).toContain(columns[field].getSQLType())
    // A column may be required only if the library always writes it.
    if (required === false)
      expect(columns[field].notNull && !isFilled(name, field), field).toBe(false)
  }
})

test.each(['user', 'session', 'account', 'verification', 'organization', 'member', 'invitation'])(
  'the table %s has no column that better-auth does not know',
  (name) => {
    const table = TABLES.get(name) as PgTable
    const known = ['id', ...Object.keys(wanted[name].fields)]
    const own = Object.entries(table).filter(([, column]) =>
      getTableConfig(table).columns.includes(column),
    )
    expect(own.map(([field]) => field).filter((field) => !known.includes(field))).toEqual([])
  },
)

/** Columns whose default differs from better-auth's. */
function isFilled(table: string, field: string): boolean {
  return ['kind', 'plan', 'role', 'status'].includes(field) && table !== 'invitation'
}
