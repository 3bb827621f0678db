/** SQLSTATEs (PostgreSQL, appendix A) have a digit, codes of Node have none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Formats an error for the operator of the service, without secrets: its innermost cause, because
 * Drizzle's message holds the values of the statement, and only the code of a database error,
 * because its message may quote a value.
 */
export function formatFailure(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause
  if (!(inner instanceof Error)) return `${inner}`
  const { code } = inner as NodeJS.ErrnoException
  if (code !== undefined && SQLSTATE.test(code)) return `a statement failed with SQLSTATE ${code}`
  const text = inner.message || inner.name
  return code === undefined ? text : `${text} (${code})`
}
