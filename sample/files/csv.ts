export type CsvValue = string | number | null

/**
 * A CSV table. Empty values are empty, columns of `quoted` are in quotes, and so is any text
 * with a comma, a quote or a line end (RFC 4180).
 */
export function writeCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvValue | undefined>>[],
  options: { quoted?: ReadonlySet<string>; lineEnd?: '\n' | '\r\n' } = {},
): Buffer {
  const { quoted = new Set(), lineEnd = '\n' } = options
  const fields = columns.map((name) => ({ name, isQuoted: quoted.has(name) }))
  const lines = rows.map((row) =>
    fields.map(({ name, isQuoted }) => csvField(row[name] ?? null, isQuoted)).join(','),
  )
  return Buffer.from([columns.join(','), ...lines, ''].join(lineEnd))
}

function csvField(value: CsvValue, isQuoted: boolean): string {
  if (value === null || value === '') return ''
  if (!isQuoted && (typeof value === 'number' || !/[",\r\n]/.test(value))) return String(value)
  return `"${String(value).replaceAll('"', '""')}"`
}
