/** So much of a server's own words is worth telling. */
const WORDS_MAX = 120

/**
 * What a JSON body says went wrong, or null for one that has rows. ArcGIS answers
 * `{"error":{"code":400,"message":"Failed to execute query."}}` with HTTP 200, Socrata
 * `{"code":"dataset.missing","error":true,"message":"Not found"}`, or `errorCode` for `code`.
 */
export function errorIn(body: unknown): string | null {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return null
  const told = body as Record<string, unknown>
  const isError = (told.error ?? undefined) !== undefined
  if ('features' in told && !isError) return null
  const inner = typeof told.error === 'object' ? (told.error as Record<string, unknown>) : null
  const { code, errorCode, message, messages } = { ...told, ...inner }
  const words = [code ?? errorCode, message ?? [messages].flat().join(' ')]
    .filter((word) => word !== undefined && word !== '')
    .join(': ')
  if (words === '' && !isError) return null
  return `it is an error message: ${(words || 'without words').slice(0, WORDS_MAX)}`
}
