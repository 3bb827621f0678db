import type { DuckDBConnection } from '@duckdb/node-api'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { fictionNote } from '../catalog/source.ts'
import type { Credits } from '../exports/credits.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import { distinct } from '../values/distinct.ts'
import { literal } from '../values/sql-text.ts'

/**
 * Credits of the rows of a query on a build: the sources of the tables that it names. A table that
 * is derived from others, such as facts of parcels, may hold values of every source of the build,
 * and so may a view.
 */
export async function creditsOf(
  { id, manifest }: OpenBuild,
  connection: DuckDBConnection,
  sql: string,
): Promise<Credits> {
  const tables = await tablesOf(connection, sql)
  const found = await connection.runAndReadAll(`
    SELECT table_name, source_id, source_name, source_vintage, source_attribution,
      min(retrieved_at) AS retrieved_at
    FROM ${coverageTable.name} GROUP BY ALL
    ORDER BY source_name, source_id, source_vintage, retrieved_at`)
  const editions = found.getRowObjectsJS() as Record<string, string>[]
  const own = new Set(editions.map(({ table_name }) => table_name))
  const isAll = tables === null || tables.some((table) => !own.has(table))
  const credited = editions.filter(({ table_name }) => isAll || tables.includes(table_name))
  const sourceOf = (id: string) => manifest.sources.find((source) => source.id === id)
  const sources = distinct(credited.map(({ source_id }) => source_id)).flatMap(
    (id) => sourceOf(id) ?? [],
  )
  const named = credited.map((edition) => ({
    name: edition.source_name,
    vintage: edition.source_vintage,
    retrieved_at: edition.retrieved_at,
    attribution: edition.source_attribution,
    licence: sourceOf(edition.source_id)?.licence.name ?? 'not recorded',
  }))
  return {
    build: id,
    created_at: manifest.created_at,
    fictional: fictionNote(sources),
    sources: distinct(named),
  }
}

/**
 * Names of the tables and views that a query reads, in lower case, and those of its own WITH; null
 * for a statement that DuckDB does not take apart. `getTableNames` of the connection returns none
 * where one is a view (DuckDB 1.5.6).
 */
async function tablesOf(connection: DuckDBConnection, sql: string): Promise<string[] | null> {
  const found = await connection.runAndReadAll(`SELECT json_serialize_sql(${literal(sql)})`)
  const tree = JSON.parse(`${found.getRows()[0][0]}`)
  return tree.error ? null : distinct(tableNamesIn(tree))
}

function tableNamesIn(node: unknown): string[] {
  if (!(node instanceof Object)) return []
  const { type, table_name } = node as { type?: unknown; table_name?: unknown }
  const own = type === 'BASE_TABLE' ? [`${table_name}`.toLowerCase()] : []
  return [...own, ...Object.values(node).flatMap(tableNamesIn)]
}

/** What one row of a table or view is, and the meanings of its columns by name. */
export interface TableComments {
  about: string | null
  columns: ReadonlyMap<string, string>
}

/** Reads the comments of a table or view of the DuckDB file. */
export async function tableComments(
  connection: DuckDBConnection,
  table: string,
): Promise<TableComments> {
  const name = literal(table)
  const about = await connection.runAndReadAll(`
    SELECT comment FROM duckdb_tables() WHERE table_name = ${name} AND NOT internal
    UNION ALL SELECT comment FROM duckdb_views() WHERE view_name = ${name} AND NOT internal`)
  const columns = await connection.runAndReadAll(`
    SELECT column_name, comment FROM duckdb_columns()
    WHERE table_name = ${name} AND comment IS NOT NULL AND NOT internal`)
  return {
    about: (about.getRows()[0]?.[0] as string | null | undefined) ?? null,
    columns: new Map(columns.getRows() as [string, string][]),
  }
}
