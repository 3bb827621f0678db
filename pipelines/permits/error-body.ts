/** Most characters of a server's message that are quoted. */
const MESSAGE_MAX = 120

/**
 * The error that a JSON body reports, or null for one that has rows. ArcGIS answers
 * `{"error":{"code":400,"message":"Failed to execute query."}}` with HTTP 200, Socrata
 * `{"code":"dataset.missing","error":true,"message":"Not found"}`, or `errorCode` for `code`.
 */
export function errorIn(body: unknown): string | null {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return null
  const fields = body as Record<string, unknown>
  const isError = (fields.error ?? undefined) !== undefined
  if ('features' in fields && !isError) return null
  const inner = typeof fields.error === 'object' ? (fields.error as Record<string, unknown>) : null
  const { code, errorCode, message, messages } = { ...fields, ...inner }
  const words = [code ?? errorCode, message ?? [messages].flat().join(' ')]
    .filter((word) => word !== undefined && word !== '')
    .join(': ')
  if (words === '' && !isError) return null
  return `it is an error message: ${(words || 'without words').slice(0, MESSAGE_MAX)}`
}
