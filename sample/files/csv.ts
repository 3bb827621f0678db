export type CsvValue = string | number | null

export type CsvRow = Readonly<Record<string, CsvValue | undefined>>

/** A CSV table: the line of the columns, and those of `csvLine`. */
export function writeCsv(
  columns: readonly string[],
  rows: readonly CsvRow[],
  options: { quoted?: ReadonlySet<string>; lineEnd?: '\n' | '\r\n' } = {},
): Buffer {
  const { quoted, lineEnd = '\n' } = options
  const lines = rows.map((row) => csvLine(columns, row, quoted))
  return Buffer.from([columns.join(','), ...lines, ''].join(lineEnd))
}

/**
 * One line of a CSV table without its end. Empty values are empty, columns of `quoted` are in
 * quotes, and so is any text with a comma, a quote or a line end (RFC 4180).
 */
export function csvLine(
  columns: readonly string[],
  row: CsvRow,
  quoted: ReadonlySet<string> = new Set(),
): string {
  return columns.map((name) => csvField(row[name] ?? null, quoted.has(name))).join(',')
}

function csvField(value: CsvValue, isQuoted: boolean): string {
  if (value === null || value === '') return ''
  if (!isQuoted && (typeof value === 'number' || !/[",\r\n]/.test(value))) return String(value)
  return `"${String(value).replaceAll('"', '""')}"`
}
