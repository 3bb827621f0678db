import { type Cell, formatTable } from '../../terminal/table.ts'

/** Columns that are cut in a narrow terminal are never narrower than this, in characters. */
const COLUMN_MIN = 12

/** Columns of the terminal; null where the output is a file or a pipe, which cuts nothing. */
export const terminalWidth = (): number | null =>
  process.stdout.isTTY ? (process.stdout.columns ?? null) : null

/**
 * A table of at most `width` characters: the widest columns are cut with `…`, and a last line
 * states it. Without a width it is as wide as its cells.
 */
export function formatFittedTable(header: string[], rows: Cell[][], width: number | null): string {
  const table = formatTable(header, rows)
  if (width === null || widthOf(table) <= width) return table
  const texts = rows.map((row) => header.map((_, column) => `${row[column] ?? '-'}`))
  const widths = header.map((name, column) =>
    [name, ...texts.map((row) => row[column])].reduce(
      (most, text) => Math.max(most, widthOf(text)),
      0,
    ),
  )
  const cut = new Set<number>()
  let over = widths.reduce((sum, each) => sum + each + 2, -2) - width
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest] <= COLUMN_MIN) break
    const second = Math.max(COLUMN_MIN, ...widths.filter((_, column) => column !== widest))
    const next = Math.max(COLUMN_MIN, widths[widest] - over, Math.min(second, widths[widest] - 1))
    over -= widths[widest] - next
    widths[widest] = next
    cut.add(widest)
  }
  const fitted = rows.map((row) =>
    header.map((_, column) =>
      cut.has(column) ? shortened(`${row[column] ?? '-'}`, widths[column]) : row[column],
    ),
  )
  const names = header.filter((_, column) => cut.has(column)).join(', ')
  return `${formatTable(header, fitted)}\nCut to the terminal: ${names}. --json has all.`
}

const widthOf = (text: string): number =>
  text.split('\n').reduce((most, line) => Math.max(most, [...line].length), 0)

function shortened(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}
