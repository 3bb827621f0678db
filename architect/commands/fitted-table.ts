import { type Cell, formatTable } from '../../terminal/table.ts'

/** Least characters of a column that is cut. */
const COLUMN_MIN = 12
/** Characters between two columns. */
const GAP = 2

/** Columns of the terminal; null where the output is a file or a pipe, which cuts nothing. */
export const terminalWidth = (): number | null =>
  process.stdout.isTTY ? (process.stdout.columns ?? null) : null

/**
 * A table of at most `width` characters: the widest columns are cut with `…`, and where that is not
 * enough the last ones are left out; a last line states both. Without a width it is as wide as its
 * cells.
 */
export function formatFittedTable(header: string[], rows: Cell[][], width: number | null): string {
  const table = formatTable(header, rows)
  const full = widthsOf(header, rows)
  if (width === null || totalOf(full) <= width) return table
  const least = full.map((each) => Math.min(each, COLUMN_MIN))
  let count = header.length
  while (count > 1 && totalOf(least.slice(0, count)) > width) count--
  const widths = cutTo(full.slice(0, count), width)
  const fitted = rows.map((row) =>
    widths.map((each, column) =>
      each < full[column] ? shortened(`${row[column] ?? '-'}`, each) : row[column],
    ),
  )
  const names = header.slice(0, count)
  const cut = names.filter((_, column) => widths[column] < full[column])
  const notes = [
    ...(cut.length > 0 ? [`cut: ${cut.join(', ')}`] : []),
    ...(count < header.length ? [`left out: ${header.slice(count).join(', ')}`] : []),
  ]
  return `${formatTable(names, fitted)}\nFor this terminal ${notes.join('; ')}. --json has all.`
}

/** Takes what is too much from the widest columns, evenly. */
function cutTo(full: readonly number[], width: number): number[] {
  const widths = [...full]
  for (let over = totalOf(widths) - width; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths))
    if (widths[widest] <= COLUMN_MIN) break
    widths[widest]--
  }
  return widths
}

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each + GAP, -GAP)

/** Widths of the columns as the table has them: numbers have separators there. */
const widthsOf = (header: readonly string[], rows: readonly Cell[][]): number[] =>
  header.map((name, column) => {
    const single = formatTable(
      [name],
      rows.map((row) => [row[column]]),
    )
    return Math.max(...single.split('\n').map((line) => [...line].length))
  })

function shortened(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}
