import type { z } from 'zod'
import type { HttpAnswer } from './attempt.ts'
import { plainWords, SaidWrong } from './failure.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The body as text. Throws `SaidWrong` for what is no UTF-8. */
export function textOf({ bytes }: HttpAnswer): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new SaidWrong('answered with bytes that are no text', 'unreadable', cause)
  }
}

/** The body as JSON. Throws `SaidWrong`; a page or a sentence is told by its first words. */
export function jsonOf(answer: HttpAnswer): unknown {
  const text = textOf(answer)
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
          : `answered with a sentence instead of JSON: ${plainWords(start)}`
    throw new SaidWrong(what, 'unreadable', cause)
  }
}

/** The body as JSON of a shape. Throws `SaidWrong` that names the first field at fault. */
export function shapedJson<T>(answer: HttpAnswer, schema: z.ZodType<T>): T {
  return shaped(jsonOf(answer), schema)
}

/** A value of a shape. Throws `SaidWrong` that names the first field at fault. */
export function shaped<T>(value: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [{ path, message }] = checked.error.issues
  throw new SaidWrong(`answered in another shape: ${path.join('.') || 'the whole'}: ${message}`)
}
