import type { z } from 'zod'
import type { HttpResponse } from './attempt.ts'
import { InvalidResponse, plainLine } from './failure.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws `InvalidResponse` for what is no UTF-8. */
export function decodeText({ bytes }: HttpResponse): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new InvalidResponse('answered with bytes that are no text', 'unreadable', cause)
  }
}

/** The body as JSON. Throws `InvalidResponse`; a page or a sentence is told by its first words. */
export function parseJson(answer: HttpResponse): unknown {
  const text = decodeText(answer)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trimStart()
    const what = start.startsWith('<')
      ? 'answered with a page instead of JSON'
      : start === ''
        ? 'answered with nothing'
        : /^[[{]/.test(start)
          ? 'answered with JSON that was cut short or is broken'
          : `answered with a sentence instead of JSON: ${plainLine(start)}`
    throw new InvalidResponse(what, 'unreadable', cause)
  }
}

/** The body as JSON of a shape. Throws `InvalidResponse` that names the first field at fault. */
export function parseShapedJson<T>(answer: HttpResponse, schema: z.ZodType<T>): T {
  return parseShape(parseJson(answer), schema)
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
