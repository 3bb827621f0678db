import { createHash } from 'node:crypto'

/** SHA-256 of a call as JSON with sorted names, so that equal calls have equal hashes. */
export function callHash(call: unknown): string {
  const text = JSON.stringify(call, (_, field) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  )
  return createHash('sha256').update(text).digest('hex')
}
