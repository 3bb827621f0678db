import type { DuckDBConnection } from '@duckdb/node-api'
import { tableComments } from '../../builds/build-credits.ts'
import { type OpenBuild, openBuild, openPinned } from '../../catalog/build-folder.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { StepError } from '../../terminal/step-error.ts'
import { identifier } from '../../values/sql-text.ts'
import { readExportFile } from './export-file.ts'
import { type ExportQuery, exportRows } from './export-rows.ts'

/** Writes a table or view of a build to a file for GIS programs. */
export async function runExport(
  { positionals, values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const [table] = positionals
  if (positionals.length !== 1) throw new UsageError('Name one table or view.')
  const where = (values.where as string | undefined) ?? null
  const path = (values.out as string | undefined) ?? `${table}.gpkg`
  const file = readExportFile(path, values.force === true)
  const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
  await exportRows(build, (connection) => tableQuery(build, connection, table, where), file, out)
  return 0
}

/** All rows of a table, in its order. Throws `StepError` for a name that the build has not. */
async function tableQuery(
  build: OpenBuild,
  connection: DuckDBConnection,
  table: string,
  where: string | null,
): Promise<ExportQuery> {
  const found = await connection.runAndReadAll(`
    SELECT table_name, estimated_size FROM duckdb_tables() WHERE NOT internal
    UNION ALL SELECT view_name, NULL FROM duckdb_views() WHERE NOT internal ORDER BY 1`)
  const rows = new Map(found.getRows() as [string, bigint | null][])
  const total = rows.get(table)
  if (total === undefined) {
    const near = nearestWord(table, [...rows.keys()])
    const guess = near === null ? '' : `Did you mean ${near}? `
    const remedy = `${guess}\`plat query "FROM guide_tables"\` lists tables and views.`
    throw new StepError('export', table, `build ${build.id} has no such table or view`, remedy)
  }
  const all = `FROM ${identifier(table)}`
  return {
    // A comment at the end of the condition ends with its line.
    sql: where === null ? all : `${all} WHERE (${where}\n)`,
    name: table,
    comments: await tableComments(connection, table),
    total: where === null && total !== null ? Number(total) : null,
  }
}
