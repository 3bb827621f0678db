import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { StepError } from '../../terminal/step-error.ts'
import type { Tally } from '../stages/tally.ts'
import { cleanText, identifier, literal } from './roll-sql.ts'

/** A header is some thousand bytes: NAL's 165 names take 1,700. */
const HEADER_BYTES_MAX = 64 * 1024

/**
 * Loads a roll's CSV as texts into the table `roll` with a `roll_key`, one row a key. Lines that
 * cannot be read and repeated keys are counted, with the first as the example. Answers the
 * roll's column names. Throws `StepError` for a file that is no such table.
 */
export async function loadRoll(
  staging: DuckDBConnection,
  file: string,
  keyColumn: string,
  tally: Tally,
): Promise<string[]> {
  const fail = (problem: string, cause?: unknown) =>
    new StepError(
      'read the roll',
      basename(file),
      problem,
      'Check the file and the mapping\'s "roll".',
      { cause },
    )
  const names = await headerOf(file)
  const repeatedNames = names.filter((name, i) => names.indexOf(name) !== i)
  if (repeatedNames.length > 0) throw fail(`its header repeats ${repeatedNames.join(', ')}`)
  // Strict, and no sniffing: lenient reading took 'x, APT 4' as two columns and moved the rest of
  // the line along, and one open quote ended a roll without a word.
  const columns = names.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')
  try {
    await staging.run(`
      CREATE OR REPLACE TABLE roll_lines AS
      SELECT row_number() OVER () AS line, * FROM read_csv(${literal(file)},
        auto_detect = false, columns = {${columns}}, header = true, delim = ',', quote = '"',
        escape = '"', strict_mode = true, store_rejects = true, parallel = false)`)
  } catch (cause) {
    throw fail('it cannot be read as CSV', cause)
  }
  const key = names.find((name) => name.trim().toUpperCase() === keyColumn.toUpperCase())
  if (!key) throw fail(`it has no column ${keyColumn}; it has ${names.join(', ')}`)
  await countUnreadableLines(staging, tally)
  const rollKey = cleanText(identifier(key)) // as the fabric's key is cleaned, or they never meet
  await staging.run(`
    CREATE OR REPLACE TABLE roll AS
    SELECT ${rollKey} AS roll_key, * EXCLUDE (line) FROM roll_lines
    WHERE ${rollKey} IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY ${rollKey} ORDER BY line) = 1`)
  const counts = await staging.runAndReadAll(`
    SELECT (SELECT count(*) FROM roll_lines)::INTEGER,
      (SELECT count(*) FROM roll_lines WHERE ${rollKey} IS NULL)::INTEGER,
      (SELECT count(*) FROM roll)::INTEGER`)
  const [lines, blank, kept] = counts.getRows()[0] as number[]
  if (kept === 0) throw fail('it has no rows')
  if (blank > 0) tally.reject('roll.blank_key', `${blank} lines have no ${keyColumn}`, blank)
  const repeated = lines - blank - kept
  if (repeated > 0)
    tally.reject(
      'roll.repeated_key',
      `${repeated} lines repeat a ${keyColumn}: the first is kept`,
      repeated,
    )
  return names
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

async function countUnreadableLines(staging: DuckDBConnection, tally: Tally): Promise<void> {
  const rejected = await staging.runAndReadAll(
    'SELECT count(DISTINCT line)::INTEGER, min_by(error_message, line), min(line)::INTEGER FROM reject_errors',
  )
  const [lines, message, first] = rejected.getRows()[0]
  if (Number(lines) > 0)
    tally.reject('roll.unreadable_line', `line ${first}: ${message}`, Number(lines))
}
