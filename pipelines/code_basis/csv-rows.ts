import { StepError } from '../../terminal/step-error.ts'
import { memberFile } from '../coverage.ts'
import type { TableFile } from '../partition.ts'
import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, loadCsv } from '../stages/csv.ts'
import type { Tally } from '../stages/tally.ts'

/** There are some 3,200 counties and 42,000 ZIP codes: a larger table is the wrong file. */
const MAX_ROWS = 100_000

/** Texts of one line by column; blank ones are null. */
export type CsvRow = Record<string, string | null>

/**
 * Reads the columns of a CSV with a header as trimmed texts; `optional` ones are null where the
 * file lacks them. Throws `StepError` for a file that is not a CSV, lacks a column or is too long;
 * lines that cannot be read are counted as `code_basis.unreadable_line`.
 */
export async function readCsvRows(
  { asset, member, where }: TableFile,
  { columns, optional = [] }: { columns: readonly string[]; optional?: readonly string[] },
  tally: Tally,
  context: PartitionContext,
): Promise<CsvRow[]> {
  const { staging } = context
  const file = await memberFile({ asset, member }, context)
  const table = 'code_basis_lines'
  const names = await loadCsv(staging, { file, table, stat: 'code_basis', columns, where }, tally)
  const result = await staging.runAndReadAll(
    `SELECT * EXCLUDE (line) FROM ${table} ORDER BY line LIMIT ${MAX_ROWS + 1}`,
  )
  const rows = result.getRows()
  if (rows.length > MAX_ROWS)
    throw new StepError(
      'read the code_basis',
      `${asset} ${member}`,
      `has more than ${MAX_ROWS} rows`,
      'Name the member that holds the table by county.',
    )
  const places = [...columns, ...optional].map((column) => {
    const name = columnNamed(names, column)
    return { column, at: name === null ? -1 : names.indexOf(name) }
  })
  const textOf = (value: unknown) => `${value ?? ''}`.trim() || null
  return rows.map((values) =>
    Object.fromEntries(places.map(({ column, at }) => [column, textOf(values[at])])),
  )
}
