/**
 * Days on which databases put what has none: zero of a spreadsheet and of OLE, the first day of SQL
 * Server, zero of Unix. Each is a holiday or the eve of one, so nothing real is lost with them.
 */
export const SENTINEL_DAYS: ReadonlySet<string> = new Set([
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1970-01-01',
])
