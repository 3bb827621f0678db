/** SQLSTATEs (PostgreSQL, appendix A) have a digit, codes of Node none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * What went wrong, for who runs the service: the innermost cause, since Drizzle's own words hold the
 * values of the statement, and those are secrets. A database's words may quote a value, so it is
 * told by its code.
 */
export function formatFailure(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause
  if (!(inner instanceof Error)) return `${inner}`
  const { code } = inner as NodeJS.ErrnoException
  if (code !== undefined && SQLSTATE.test(code)) return `a statement failed with SQLSTATE ${code}`
  const words = inner.message || inner.name
  return code === undefined ? words : `${words} (${code})`
}
