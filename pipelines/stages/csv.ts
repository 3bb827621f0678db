import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { StepError } from '../../terminal/step-error.ts'
import { identifier, literal } from '../../values/sql-text.ts'
import { type CsvScan, scanCsv, WRONG_RECORDS_MAX, writeSoundRecords } from './csv-records.ts'
import type { Tally } from './tally.ts'

/** A header is some thousand bytes: NAL's 165 names take 1,700. */
const HEADER_BYTES_MAX = 64 * 1024

export interface CsvRequest {
  file: string
  /** Staging table that it makes: `line`, from 1 after the header, and every column as text. */
  table: string
  /** First word of what is counted: `roll.unreadable_line`. */
  stat: string
  /**
   * Columns that must be there, any case, blanks around names left out; of several names for one,
   * any.
   */
  columns?: readonly (string | readonly string[])[]
  /** Filter in DuckDB's SQL over the columns, which are texts; other rows are left out. */
  where?: string
}

/**
 * Loads a CSV with a header as texts. Lines that cannot be read are counted with the first as the
 * example. Returns the file's own column names. Throws `StepError` for a file that is not such a
 * table, repeats a name or lacks a column.
 */
export async function loadCsv(
  staging: DuckDBConnection,
  { file, table, stat, columns = [], where }: CsvRequest,
  tally: Tally,
): Promise<string[]> {
  const fail: Fail = (problem, cause) =>
    new StepError(
      `read the ${stat}`,
      basename(file),
      problem,
      'Check the file, and its entry in the partition file.',
      { cause },
    )
  const names = await headerOf(file)
  if (names.some((name) => name.includes('\r')))
    throw fail('its header holds a carriage return: its lines may end in those alone')
  const unnamed = names.findIndex((name) => name.trim() === '')
  if (unnamed >= 0)
    throw fail(names.length === 1 ? 'it has no header' : `its column ${unnamed + 1} has no name`)
  const repeated = names.filter((name, i) => names.indexOf(columnNamed(names, name)!) !== i)
  if (repeated.length > 0) throw fail(`its header repeats ${repeated.join(', ')}`)
  const isMissing = (column: string) => columnNamed(names, column) === null
  const missing = columns.map((column) => [column].flat()).filter((each) => each.every(isMissing))
  if (missing.length > 0) {
    const wanted = missing.map((each) => each.join(' or ')).join(', ')
    throw fail(`it has no column ${wanted}; it has ${names.join(', ')}`)
  }
  const scan = await scanCsv(file)
  if (scan.openQuoteLine !== null)
    throw fail(`a quote that line ${scan.openQuoteLine} opens is never closed`)
  if (scan.isCutShort)
    throw fail('its last record lacks columns and the end of its line: it was cut short')
  if (scan.width !== names.length)
    throw fail(`its header has ${scan.width} columns, ${names.length} of them on its first line`)
  if (scan.wrong.length >= WRONG_RECORDS_MAX)
    throw fail(
      `${scan.wrong.length} or more records do not have the ${scan.width} columns of its header`,
    )
  const strict = await strictFile(file, scan)
  try {
    await readStrictly(staging, strict.path, table, names, fail)
  } finally {
    await strict.remove()
  }
  await countRejects(staging, { table, stat }, scan, tally, fail)
  if (where !== undefined) await applyFilter(staging, table, where, fail)
  return names
}

/** Drops the rows for which the filter is not true; those that stay keep their line numbers. */
async function applyFilter(
  staging: DuckDBConnection,
  table: string,
  where: string,
  fail: Fail,
): Promise<void> {
  const name = identifier(table)
  try {
    // Read first: a filter that is more than an expression, such as two statements, is refused
    // here.
    await staging.runAndReadAll(`SELECT (${where}\n) IS NOT TRUE FROM ${name}`)
    await staging.run(`DELETE FROM ${name} WHERE (${where}\n) IS NOT TRUE`)
  } catch (cause) {
    throw fail(`DuckDB does not understand the filter ${where}`, cause)
  }
  const left = await staging.runAndReadAll(`SELECT count(*)::INTEGER FROM ${name}`)
  if (left.getRows()[0][0] === 0) throw fail(`it has no rows where ${where}`)
}

/** Lines of a CSV in memory at a time: some 20 MB. */
const PAGE_LINES = 20_000

/**
 * The lines of a table that `loadCsv` made, in order: the number of each and the columns named; the
 * table is dropped at the end. In pages, not as a stream: an appender that is full ends the streams
 * of its own connection.
 */
export async function* csvPages(
  staging: DuckDBConnection,
  table: string,
  columns: readonly string[],
): AsyncGenerator<DuckDBValue[][]> {
  const list = ['line::INTEGER', ...columns.map(identifier)].join(', ')
  const counted = await staging.runAndReadAll(
    `SELECT coalesce(max(line), 0)::INTEGER FROM ${identifier(table)}`,
  )
  const lines = Number(counted.getRows()[0][0])
  for (let from = 1; from <= lines; from += PAGE_LINES) {
    const page = await staging.runAndReadAll(`
      SELECT ${list} FROM ${identifier(table)}
      WHERE line BETWEEN ${from} AND ${from + PAGE_LINES - 1} ORDER BY line`)
    yield page.getRows()
  }
  await staging.run(`DROP TABLE ${identifier(table)}`)
}

type Fail = (problem: string, cause?: unknown) => StepError

/** The file itself, or a copy without what DuckDB would misread. */
async function strictFile(
  file: string,
  scan: CsvScan,
): Promise<{ path: string; remove: () => Promise<void> }> {
  if (scan.wrong.length === 0 && !scan.hasMixedEnds) return { path: file, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'plat-csv-'))
  const path = join(folder, 'strict.csv')
  await writeSoundRecords(file, scan, path)
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Strict, and no sniffing: lenient reading took 'x, APT 4' as two columns and moved the rest of the
 * line along, and one open quote silently ended a roll.
 */
async function readStrictly(
  staging: DuckDBConnection,
  path: string,
  table: string,
  names: readonly string[],
  fail: Fail,
): Promise<void> {
  const types = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')
  try {
    // DuckDB adds to the refusals of a file that was read under this name before.
    for (const ending of ['errors', 'scans'])
      await staging.run(`DROP TABLE IF EXISTS ${identifier(`${table}_${ending}`)}`)
    await staging.run(`
      CREATE OR REPLACE TABLE ${identifier(table)} AS
      SELECT row_number() OVER () AS line, * FROM read_csv(${literal(path)},
        auto_detect = false, columns = {${types}}, header = true, delim = ',', quote = '"',
        escape = '"', strict_mode = true, store_rejects = true, rejects_table = ${literal(`${table}_errors`)},
        rejects_scan = ${literal(`${table}_scans`)}, parallel = false)`)
  } catch (cause) {
    throw fail('it cannot be read as CSV', cause)
  }
}

/** Counts the records that the scan set aside or DuckDB refused; all others must be rows. */
async function countRejects(
  staging: DuckDBConnection,
  { table, stat }: Pick<CsvRequest, 'table' | 'stat'>,
  { records, wrong, width }: CsvScan,
  tally: Tally,
  fail: Fail,
): Promise<void> {
  const counted = await staging.runAndReadAll(`
    SELECT (SELECT count(*) FROM ${identifier(table)})::INTEGER, count(DISTINCT line)::INTEGER,
      min_by(error_message, line), min(line)::INTEGER
    FROM ${identifier(`${table}_errors`)}`)
  const [rows, refused, message, line] = counted.getRows()[0]
  const read = Number(rows) + Number(refused) + wrong.length
  if (read !== records)
    throw fail(
      `${read.toLocaleString('en-US')} of its ${records.toLocaleString('en-US')} records could be read`,
    )
  const [first] = wrong
  const example = first
    ? `line ${first.line}${first.lines > 1 ? ` to ${first.line + first.lines - 1}` : ''}: ${first.cells} columns where the header has ${width}`
    : `line ${line}: ${message}`
  const count = Number(refused) + wrong.length
  if (count > 0) tally.reject(`${stat}.unreadable_line`, example, count)
}

/** The file's own spelling of a column, any case, blanks around it left out. */
export function columnNamed(names: readonly string[], wanted: string): string | null {
  return names.find((name) => name.trim().toUpperCase() === wanted.trim().toUpperCase()) ?? null
}

/** The names in the first line of a CSV, as they are written. */
async function headerOf(file: string): Promise<string[]> {
  const source = await open(file)
  try {
    const { buffer, bytesRead } = await source.read(Buffer.alloc(HEADER_BYTES_MAX), 0)
    const [line] = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\ufeff/, '')
      .split(/\r?\n/, 1)
    const cells = `,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g)
    return [...cells].map(([, cell]) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'))
  } finally {
    await source.close()
  }
}
