import { formatCount } from './quantity.ts'

/** A cell. Numbers are aligned right, whole ones with thousands separators; null is a dash. */
export type Cell = string | number | bigint | boolean | Date | null | undefined

/**
 * Renders rows as aligned text columns under a header, with no trailing spaces and no final
 * newline. A column is aligned right when all of its present cells are numbers, or as `isRight`
 * sets it by column.
 *
 * ```ts
 * formatTable(['layer', 'rows'], [['parcel', 10643], ['flood', 113]])
 * // layer     rows
 * // parcel  10,643
 * // flood      113
 * ```
 */
export function formatTable(
  header: string[],
  rows: Cell[][],
  isRight: readonly boolean[] = header.map((_, column) => {
    const present = rows
      .map((row) => row[column])
      .filter((cell) => cell !== null && cell !== undefined)
    return (
      present.length > 0 &&
      present.every((cell) => typeof cell === 'number' || typeof cell === 'bigint')
    )
  }),
): string {
  const lines = [header, ...rows.map((row) => header.map((_, column) => formatCell(row[column])))]
  const widths = header.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, textWidth(line[column])), 0),
  )
  return lines
    .map((line) =>
      line
        .map((text, column) => pad(text, widths[column], isRight[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '-'
  if (typeof cell === 'bigint') return cell.toLocaleString('en-US')
  if (typeof cell === 'number') return Number.isInteger(cell) ? formatCount(cell) : String(cell)
  if (cell instanceof Date) return cell.toISOString()
  // A newline or an escape sequence from somebody's file must not break the table or the terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  return String(cell).replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
}

function pad(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(width - textWidth(text))
  return isRight ? space + text : text + space
}

/** Code points, so that an emoji or a rare CJK character in two UTF-16 units counts once. */
function textWidth(text: string): number {
  return [...text].length
}
