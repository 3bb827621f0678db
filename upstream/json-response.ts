import type { z } from 'zod'
import type { HttpResponse } from './attempt.ts'
import { InvalidResponse, plainLine } from './failure.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws `InvalidResponse` if it is not UTF-8. */
export function decodeText({ bytes }: HttpResponse): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new InvalidResponse('answered with bytes that are not text', 'unreadable', cause)
  }
}

/** The body as JSON. Throws `InvalidResponse`, which quotes the start of a plain sentence. */
export function parseJson(response: HttpResponse): unknown {
  const text = decodeText(response)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trimStart()
    const problem = start.startsWith('<')
      ? 'answered with a page instead of JSON'
      : start === ''
        ? 'answered with nothing'
        : /^[[{]/.test(start)
          ? 'answered with JSON that was cut short or is broken'
          : `answered with a sentence instead of JSON: ${plainLine(start)}`
    throw new InvalidResponse(problem, 'unreadable', cause)
  }
}

/** The body as JSON of a shape. Throws `InvalidResponse` that names the first field at fault. */
export function parseShapedJson<T>(response: HttpResponse, schema: z.ZodType<T>): T {
  return parseShape(parseJson(response), schema)
}

/** A value of a shape. Throws `InvalidResponse` that names the first field at fault. */
export function parseShape<T>(value: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [{ path, message }] = checked.error.issues
  throw new InvalidResponse(
    `answered in another shape: ${path.join('.') || 'the whole'}: ${message}`,
  )
}
