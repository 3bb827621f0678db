import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  StatementType,
} from '@duckdb/node-api'
import { creditsOf, type TableComments } from '../../builds/build-credits.ts'
import { openDatabase } from '../../builds/open-database.ts'
import { queryError } from '../../builds/query-error.ts'
import { expectWritable, replaceFile, replaceFileBy } from '../../catalog/atomic-file.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import { type Credits, creditLines } from '../../exports/credits.ts'
import type { ExportLayer, ExportRow } from '../../exports/export-layer.ts'
import { assertFolderOf, assertNewFile } from '../../pipelines/patch/checked-files.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { formatBytes, formatCount } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { systemFailure } from '../../terminal/system-failure.ts'
import { creditsFile, type ExportFile, type ExportFormat, layerNameOf } from './export-file.ts'
import { selectedColumns } from './selected-columns.ts'
import { selectedRows } from './selected-rows.ts'
import {
  writeCsv,
  writeFlatGeobufOf,
  writeGeoJson,
  writeGeoPackage,
  writeParquet,
} from './write-rows.ts'

const STEP = 'export'
/** Temporary view of the query: its text stands in one place, whatever it ends with. */
const ROWS_VIEW = 'plat_exported_rows'

/** Rows to write, and what is known of them. */
export interface ExportQuery {
  sql: string
  /** Name of the layer; that of the file where null. */
  name: string | null
  comments: TableComments
  /** Number of rows, for the progress; null when unknown. */
  total: number | null
}

/**
 * Writes the rows of a query to a file, aside and renamed when whole. Throws `StepError` where the
 * file is there already, the query fails, its rows do not fit the format, or the disk is full; then
 * the file is as it was.
 */
export async function exportRows(
  build: OpenBuild,
  query: (connection: DuckDBConnection) => Promise<ExportQuery>,
  file: ExportFile,
  out: CommandOutput,
): Promise<void> {
  expectFree(file)
  const beside = creditsFile(file)
  try {
    let written: Written | null = null
    await replaceFileBy(file.path, async (temporary) => {
      const instance = await openDatabase(build, file.format === 'parquet' ? temporary : null)
      const connection = await instance.connect()
      try {
        written = await writeTo(temporary, await query(connection), {
          build,
          connection,
          file,
          out,
        })
      } finally {
        connection.closeSync()
        instance.closeSync()
      }
    })
    const { rows, credits } = written!
    if (beside !== null) await replaceFile(beside, `${creditLines(credits).join('\n')}\n`)
    const { size } = await stat(file.path)
    const also = beside === null ? '' : ` Its sources: ${beside}.`
    out.print(`${file.path}: ${formatCount(rows)} rows, ${formatBytes(size)}.${also}`)
  } catch (error) {
    throw error instanceof StepError ? error : await exportError(build, file.path, error)
  }
}

/** Throws `StepError` for a file that may not be replaced, and for a missing folder. */
function expectFree(file: ExportFile): void {
  const beside = creditsFile(file)
  for (const path of [file.path, ...(beside === null ? [] : [beside])])
    if (file.force) assertFolderOf(STEP, path)
    else assertNewFile(STEP, path, 'Add --force to replace it, or name another file with --out.')
}

/** The disk's error where it is one; else DuckDB's. */
async function exportError(build: OpenBuild, path: string, error: unknown): Promise<unknown> {
  const found = systemFailure(error, STEP, path) ?? (await diskFailure(path))
  if (found) {
    const remedy = 'Make room there, or name a file in another folder; nothing was changed.'
    return new StepError(STEP, path, found.problem, remedy, { cause: error })
  }
  return isOfDuckDb(error) ? queryError(build, error) : error
}

/** What is wrong with the disk, for libraries that report only that they failed. */
async function diskFailure(path: string): Promise<StepError | null> {
  try {
    await expectWritable(dirname(path))
    return null
  } catch (error) {
    return systemFailure(error, STEP, path)
  }
}

/** DuckDB's messages begin with the kind of the error. */
function isOfDuckDb(error: unknown): error is Error {
  return error instanceof Error && /^(Failed to [a-z ]+: )?[A-Z][\w ]* Error: /.test(error.message)
}

interface ExportContext {
  build: OpenBuild
  connection: DuckDBConnection
  file: ExportFile
  out: CommandOutput
}

interface Written {
  rows: number
  credits: Credits
}

/** Writes the rows to a temporary file. */
async function writeTo(
  temporary: string,
  { sql, name, comments, total }: ExportQuery,
  { build, connection, file, out }: ExportContext,
): Promise<Written> {
  const prepared = await prepareOne(connection, sql)
  const { geometries, ...selected } = selectedColumns(prepared, comments.columns, {
    areTexts: file.format === 'csv',
  })
  const geometry = file.format === 'parquet' ? null : geometryFor(file, geometries)
  const credits = await creditsOf(build, connection, sql)
  await connection.run(`CREATE TEMP VIEW ${ROWS_VIEW} AS ${sql}`)
  const step = out.progress.step(`write ${file.path}`, {
    ...(total !== null && { total }),
    unit: 'rows',
  })
  let count = 0
  async function* rows(): AsyncGenerator<ExportRow[]> {
    for await (const some of selectedRows(connection, { from: ROWS_VIEW, geometry, ...selected })) {
      count += some.length
      step.advance(some.length)
      yield some
    }
  }
  const layer: ExportLayer = {
    name: name ?? layerNameOf(file.path),
    about: comments.about,
    geometry,
    columns: selected.columns,
  }
  if (file.format === 'parquet')
    count = await writeParquet(connection, ROWS_VIEW, temporary, credits)
  else await WRITERS[file.format](temporary, layer, rows(), credits, out.progress)
  step.done(`${formatCount(count)} rows`)
  return { rows: count, credits }
}

const WRITERS: Record<Exclude<ExportFormat, 'parquet'>, typeof writeFlatGeobufOf> = {
  gpkg: writeGeoPackage,
  fgb: writeFlatGeobufOf,
  geojson: writeGeoJson,
  csv: writeCsv,
}

/** Prepares SQL of one statement that returns rows. Throws `StepError` for any other. */
async function prepareOne(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql)
  const remedy = 'Give one SELECT; make what it needs with WITH.'
  if (statements.count !== 1)
    throw new StepError(STEP, sql, `these are ${statements.count} statements`, remedy)
  const prepared = await statements.prepare(0)
  if (prepared.statementType !== StatementType.SELECT)
    throw new StepError(STEP, sql, 'it is not a query that returns rows', remedy)
  return prepared
}

/** The column of shapes. Throws `StepError` where the format has more or fewer. */
function geometryFor({ path, format }: ExportFile, geometries: readonly string[]): string | null {
  if (geometries.length > 1)
    throw new StepError(
      STEP,
      path,
      `the rows have ${geometries.length} columns of shapes (${geometries.join(', ')}), and .${format} holds one`,
      'Select one of them, or write .parquet or .csv.',
    )
  if (geometries.length === 0 && (format === 'fgb' || format === 'geojson'))
    throw new StepError(
      STEP,
      path,
      `the rows have no column of shapes, and .${format} needs one`,
      'Select the column geometry of a table too, or write .gpkg, .csv or .parquet.',
    )
  return geometries[0] ?? null
}
