import { readFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase } from '../../builds/open-database.ts'
import {
  type AnswerFormat,
  CSV,
  isNumeric,
  JSON_LINES,
  plainValue,
  shownValue,
  textOf,
} from '../../builds/query-answer.ts'
import { queryError } from '../../builds/query-error.ts'
import { type OpenBuild, openBuild, openPinned } from '../../catalog/build-folder.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'
import { type ExportFile, readExportFile } from '../export/export-file.ts'
import { exportRows } from '../export/export-rows.ts'

/** Rows printed as a table; `--csv` and `--json` write all of them, a chunk at a time. */
const ROWS_MAX = 1000

/** Runs one query on a build and prints its rows. */
export async function runQuery(
  { positionals, values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const file = readOutput(values)
  const sql = await readSql(positionals, values.file as string | undefined)
  const build = values.build ? await openBuild(`${values.build}`) : await openPinned()
  if (file !== null) {
    const comments = { about: null, columns: new Map() }
    await exportRows(build, async () => ({ sql, name: null, comments, total: null }), file, out)
    return 0
  }
  const instance = await openDatabase(build)
  const connection = await instance.connect()
  try {
    if (values.csv) await writeAll(connection, sql, out, CSV)
    else if (values.json) await writeAll(connection, sql, out, JSON_LINES)
    else await showRows(connection, sql, out, build)
    return 0
  } catch (cause) {
    throw cause instanceof Error ? queryError(build, cause) : cause
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** The file of `--out`; null where rows are printed. */
function readOutput({ csv, json, out, force }: CommandArguments['values']): ExportFile | null {
  if (csv && json) throw new UsageError('Choose --csv or --json.')
  if (out === undefined) {
    if (force) throw new UsageError('--force replaces the file of --out: name one.')
    return null
  }
  if (csv || json) throw new UsageError('Choose --out, --csv or --json.')
  return readExportFile(`${out}`, force === true)
}

async function readSql(positionals: readonly string[], file: string | undefined): Promise<string> {
  const [sql] = positionals
  if (positionals.length > 1 || (sql === undefined) === (file === undefined))
    throw new UsageError('Give one SQL text, in quotes, or a file of it with --file.')
  const text =
    sql ??
    (await readFile(file!, 'utf8').catch((cause: unknown) => {
      throw new StepError('query', file!, 'cannot be read', 'Name a file of SQL.', { cause })
    }))
  if (text.trim() === '') throw new UsageError('The SQL is empty.')
  return text
}

async function showRows(
  connection: DuckDBConnection,
  sql: string,
  out: CommandOutput,
  { paths }: OpenBuild,
): Promise<void> {
  const result = await connection.streamAndReadUntil(sql, ROWS_MAX + 1)
  const rows = result.convertRows(shownValue).slice(0, ROWS_MAX)
  const cells = rows.map((row) => row.map(textOf))
  out.print(formatTable(result.columnNames(), cells, result.columnTypes().map(isNumeric)))
  if (result.currentRowCount > ROWS_MAX)
    out.progress.note(
      `The first ${ROWS_MAX} rows. All of them: --out rows.gpkg, --csv, --json, or open ${paths.databaseFile} in DuckDB.`,
    )
}

async function writeAll(
  connection: DuckDBConnection,
  sql: string,
  out: CommandOutput,
  { head, line }: AnswerFormat,
): Promise<void> {
  const result = await connection.stream(sql)
  const names = result.columnNames()
  if (head) out.print(head(names))
  for await (const rows of result.yieldConvertedRows(plainValue))
    if (rows.length > 0) out.print(rows.map((row) => line(row, names)).join('\n'))
}
