/**
 * Dates that databases store in place of a missing date: day zero of spreadsheets and of OLE, the
 * first day of SQL Server, day zero of Unix. Each is a holiday or the eve of one, so no real date
 * is lost with them.
 */
export const SENTINEL_DAYS: ReadonlySet<string> = new Set([
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '1970-01-01',
])
