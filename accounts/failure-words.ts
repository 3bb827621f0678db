/**
 * What went wrong, for who runs the service: the innermost cause, since Drizzle's own words hold the
 * values of the statement, and those are secrets.
 */
export function failureWords(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause
  if (!(inner instanceof Error)) return `${inner}`
  const { code } = inner as NodeJS.ErrnoException
  const words = inner.message || inner.name
  return code === undefined ? words : `${words} (${code})`
}
