import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../accounts/database/database.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

/** What a database has, or what Drizzle expects of it: one line each, sorted. */
export interface SchemaLines {
  /** `table.column type[ not null][ default]` */
  columns: string[]
  /** Names of indexes and unique constraints, without those of primary keys. */
  indexes: string[]
  /** `table FOREIGN KEY (columns) REFERENCES table(columns)[ ON DELETE ...]` */
  foreignKeys: string[]
}

const UDT: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  bigint: 'int8',
  bigserial: 'int8',
  boolean: 'bool',
  integer: 'int4',
  'integer[]': '_int4',
  'double precision[]': '_float8',
}

/** The tables of the projects, which are in each database of a test. */
export async function projectTables(): Promise<PgTable[]> {
  const folder = join(PROJECT_ROOT, 'architect/store')
  const files = readdirSync(folder).filter((name) => /schema\.ts$/.test(name))
  return (await Promise.all(files.map((name) => import(join(folder, name))))).flatMap(tablesOf)
}

export const tablesOf = (schema: Record<string, unknown>): PgTable[] =>
  Object.values(schema).filter((each) => is(each, PgTable))

interface Column {
  table: string
  column: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isMade: boolean
}

function lineOf(column: Column): string {
  const { table, type, isRequired, hasDefault, isMade } = column
  const marks = [isRequired && 'not null', isMade ? 'made' : hasDefault && 'default']
  return [`${table}.${column.column}`, type, ...marks.filter(Boolean)].join(' ')
}

/** What tables of Drizzle expect of a database. */
export function expectedLines(tables: readonly PgTable[]): SchemaLines {
  const configs = tables.map((table) => getTableConfig(table))
  const quoted = (name: string) => (name === 'user' ? '"user"' : name)
  return {
    columns: configs
      .flatMap(({ name, columns }) =>
        columns.map((column) =>
          lineOf({
            table: name,
            column: column.name,
            type: UDT[column.getSQLType()] ?? column.getSQLType(),
            isRequired: column.notNull,
            hasDefault: column.hasDefault,
            isMade: column.generated !== undefined,
          }),
        ),
      )
      .sort(),
    indexes: configs
      .flatMap(({ indexes, uniqueConstraints, columns }) => [
        ...indexes.map((each) => `${each.config.name}`),
        ...uniqueConstraints.map((each) => `${each.getName()}`),
        ...columns.filter((each) => each.isUnique).map((each) => `${each.uniqueName}`),
      ])
      .sort(),
    foreignKeys: configs
      .flatMap(({ name, foreignKeys }) =>
        foreignKeys.map((key) => {
          const { columns, foreignTable, foreignColumns } = key.reference()
          const list = (parts: { name: string }[]) => parts.map((each) => each.name).join(', ')
          const to = `${quoted(getTableName(foreignTable))}(${list(foreignColumns)})`
          const action = key.onDelete?.toUpperCase() ?? 'NO ACTION'
          const onDelete = action === 'NO ACTION' ? '' : ` ON DELETE ${action}`
          return `${quoted(name)} FOREIGN KEY (${list(columns)}) REFERENCES ${to}${onDelete}`
        }),
      )
      .sort(),
  }
}

/** The same of the database, without the table of migrations and those named. */
export async function databaseLines(
  database: Database,
  without: readonly string[] = [],
): Promise<SchemaLines> {
  const others = ['migration', ...without]
  const isOurs = (table: string) => !others.includes(table.replaceAll('"', ''))
  const columns = await database.query<Record<string, string>>({
    text: `SELECT table_name, column_name, udt_name, is_nullable, is_generated,
             column_default IS NOT NULL AS has_default
           FROM information_schema.columns WHERE table_schema = 'public'`,
  })
  const indexes = await database.query<{ tablename: string; indexname: string }>({
    text: `SELECT tablename, indexname FROM pg_indexes
           WHERE schemaname = 'public' AND indexname NOT LIKE '%\\_pkey'`,
  })
  const keys = await database.query<{ tablename: string; definition: string }>({
    text: `SELECT conrelid::regclass::text AS tablename, pg_get_constraintdef(oid) AS definition
           FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  })
  return {
    columns: columns
      .filter(({ table_name }) => isOurs(table_name))
      .map((row) =>
        lineOf({
          table: row.table_name,
          column: row.column_name,
          type: row.udt_name,
          isRequired: row.is_nullable === 'NO',
          hasDefault: `${row.has_default}` === 'true',
          isMade: row.is_generated === 'ALWAYS',
        }),
      )
      .sort(),
    indexes: indexes
      .filter(({ tablename }) => isOurs(tablename))
      .map(({ indexname }) => indexname)
      .sort(),
    foreignKeys: keys
      .filter(({ tablename }) => isOurs(tablename))
      .map(({ tablename, definition }) => `${tablename} ${definition}`)
      .sort(),
  }
}
