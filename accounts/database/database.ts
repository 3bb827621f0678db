import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Migrations } from './migrate.ts'

/**
 * Drizzle, the same on both engines. Within
 * `transaction((tx) => ...)` use `tx` alone: the embedded engine has one connection, and another
 * statement would wait for ever.
 */
export type Tables = PgDatabase<PgQueryResultHKT>

/** One statement. With a name it is prepared once per connection. */
export interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

/** The accounts' database, migrated: PGlite in a folder, or PostgreSQL. */
export interface Database {
  engine: 'pglite' | 'postgresql'
  tables: Tables
  /**
   * Runs one statement without Drizzle. Rows are as the driver reads them: a `bigint` is a string
   * on PostgreSQL and a number on PGlite, so cast it in SQL. Throws the driver's error.
   */
  query<Row = Record<string, unknown>>(statement: Statement): Promise<Row[]>
  /**
   * Runs statements of a library that brings its own SQL: without values, one text may hold
   * several, and the rows are those of all of them. Throws the driver's error.
   */
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Migrates the tables of another package in the same database. Throws `StepError`. */
  migrate(migrations: Migrations): Promise<void>
  close(): Promise<void>
}
