/** A value of a table: a number is written as it is. */
export type Cell = string | number | null

/** Characters with which a spreadsheet takes a text for a formula. */
const FORMULA_START = /^[=+\-@\t\r\n]/

/**
 * A table as CSV by RFC 4180, with its line ends. A text that a spreadsheet would
 * run as a formula begins with an apostrophe, and stays a text.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')
}

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `${cell}` : ''
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The name of a file for a title, such as `family-house-rooms.csv`. */
export function fileName(...parts: string[]): string {
  const [extension] = parts.slice(-1)
  const name = parts
    .slice(0, -1)
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  return `${name || 'project'}.${extension}`
}
