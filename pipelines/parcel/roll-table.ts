import { basename } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { StepError } from '../../terminal/step-error.ts'
import { distinct } from '../../values/distinct.ts'
import { cleanText, identifier } from '../../values/sql-text.ts'
import { columnNamed, loadCsv } from '../stages/csv.ts'
import type { Tally } from '../stages/tally.ts'
import { ownName } from './mapping.ts'

/**
 * Loads a roll's CSV as texts into the table `roll` with a `roll_key`, one row a key, and those of
 * the `wanted` columns that it has: of the 165 of a Florida roll a mapping reads some twenty. Lines
 * that cannot be read and repeated keys are counted, with the first as the example. Returns the
 * names of all its columns. Throws `StepError` for a file that is not such a table.
 */
export async function loadRoll(
  staging: DuckDBConnection,
  roll: { file: string; key: string; wanted: readonly string[]; where?: string },
  tally: Tally,
): Promise<string[]> {
  const { file, key: keyColumn, wanted, where } = roll
  const names = await loadCsv(
    staging,
    { file, table: 'roll_lines', stat: 'roll', columns: [keyColumn], where },
    tally,
  )
  const key = columnNamed(names, keyColumn)!
  const rollKey = cleanText(identifier(key)) // cleaned like the fabric's key, so that they match
  const own = distinct(wanted.map((name) => ownName(name, names)).filter((name) => name !== null))
  await staging.run(`
    CREATE OR REPLACE TABLE roll AS
    SELECT ${[`${rollKey} AS roll_key`, ...own.map(identifier)].join(', ')} FROM roll_lines
    WHERE ${rollKey} IS NOT NULL
    QUALIFY row_number() OVER (PARTITION BY ${rollKey} ORDER BY line) = 1`)
  const counts = await staging.runAndReadAll(`
    SELECT (SELECT count(*) FROM roll_lines)::INTEGER,
      (SELECT count(*) FROM roll_lines WHERE ${rollKey} IS NULL)::INTEGER,
      (SELECT count(*) FROM roll)::INTEGER`)
  await staging.run('DROP TABLE roll_lines')
  const [lines, blank, loaded] = counts.getRows()[0] as number[]
  if (loaded === 0)
    throw new StepError(
      'read the roll',
      basename(file),
      'it has no rows',
      'Check the file and the mapping\'s "roll".',
    )
  if (blank > 0) tally.reject('roll.blank_key', `${blank} lines have no ${keyColumn}`, blank)
  const repeated = lines - blank - loaded
  if (repeated > 0)
    tally.reject(
      'roll.repeated_key',
      `${repeated} lines repeat a ${keyColumn}: the first is kept`,
      repeated,
    )
  return names
}
