import { z } from 'zod'

/** Most characters of a fault that are printed: it may quote the text. */
const FAULT_CHARACTERS_MAX = 200

/**
 * The values in JSON text of this type. Throws an error of one line: the first fault, since the
 * message of the schema library is a page of JSON.
 */
export function parseJson<T>(type: z.ZodType<T>, text: string): T {
  try {
    return type.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(formatFault(error).replace(/\s+/g, ' ').slice(0, FAULT_CHARACTERS_MAX))
  }
}

function formatFault(error: unknown): string {
  if (!(error instanceof z.ZodError)) return (error as Error).message
  const [{ path, message }] = error.issues
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}
